#include "arena/ladder/unranked_play.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "arena/installation.h"
#include "arena/ladder/ladder_sql.h"
#include "arena/ladder/version_book.h"
#include "arena/text/digest.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds Slice{5};
constexpr const char* RequestColumns =
    "SELECT play_request.id, play_request.kind, play_request.state, account, first, second, play_request.boards, "
    "points1, "
    "boards_played, exit_code, play_request.code, play_request.detail, folder, asked, ended, a.number, b.number, "
    "a_bot.name, b_bot.name FROM play_request JOIN version a ON a.id = first JOIN version b ON b.id = second "
    "JOIN bot a_bot ON a_bot.id = a.bot JOIN bot b_bot ON b_bot.id = b.bot ";

PlayRequest request_of(SQLite::Statement& row) {
  PlayRequest request;
  request.id = PlayRequestId(row.getColumn(0).getInt64());
  request.kind = from_text<PlayRequestKind>(row.getColumn(1).getString()).value_or(PlayRequestKind::Match);
  request.state = from_text<PlayRequestState>(row.getColumn(2).getString()).value_or(PlayRequestState::Failed);
  request.account = AccountId(row.getColumn(3).getInt64());
  request.first = VersionId(row.getColumn(4).getInt64());
  request.second = VersionId(row.getColumn(5).getInt64());
  request.boards = static_cast<std::uint64_t>(row.getColumn(6).getInt64());
  if (!row.getColumn(7).isNull()) request.points1 = row.getColumn(7).getDouble();
  request.boards_played = static_cast<std::uint64_t>(row.getColumn(8).getInt64());
  if (const auto code = number_in(row.getColumn(9))) request.exit_code = static_cast<int>(*code);
  request.code = row.getColumn(10).getString();
  request.detail = row.getColumn(11).getString();
  request.folder = row.getColumn(12).getString();
  request.asked = row.getColumn(13).getDouble();
  if (!row.getColumn(14).isNull()) request.ended = row.getColumn(14).getDouble();
  request.first_name = row.getColumn(17).getString() + "@" + row.getColumn(15).getString();
  request.second_name = row.getColumn(18).getString() + "@" + row.getColumn(16).getString();
  return request;
}

/// How a version is run: a stranger's from its tree, a reference as it came with the arena.
BotSpec bot_of_version(const VersionRow& version, const FileStore& store) {
  if (!version.spec.empty()) return spec_of(version.spec, store.tree(version.tree), version.shown.name());
  BotSpec bot;
  const BotFinder finder(bundled_bots_folder(), ".");
  if (const auto found = finder.locate(bot, version.entry_name, std::nullopt); !found) {
    throw std::runtime_error("the reference bot " + version.entry_name + ": " + found.error());
  }
  bot.name = version.shown.name();
  return bot;
}

/// As the command `test` ends.
int exit_code_of(const SequentialReport& report) {
  if (report.faults > 0) return 3;
  if (report.state.verdict == SprtVerdict::Accepted) return 0;
  return report.state.verdict == SprtVerdict::Rejected ? 1 : 2;
}

}  // namespace

PlayRequest PlayRequestBook::add(const PlayRequest& request, double points0) {
  SQLite::Statement insert(
      work_.sql(),
      "INSERT INTO play_request (kind, state, account, first, second, boards, points0, points1, asked) "
      "VALUES (?, 'queued', ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, std::string(to_text(request.kind)));
  insert.bind(2, sql_number(request.account));
  insert.bind(3, sql_number(request.first));
  insert.bind(4, sql_number(request.second));
  insert.bind(5, static_cast<std::int64_t>(request.boards));
  insert.bind(6, points0);
  bind_optional(insert, 7, request.points1);
  insert.bind(8, work_.now());
  insert.exec();
  return find(PlayRequestId(work_.sql().getLastInsertRowid())).value();
}

std::optional<PlayRequest> PlayRequestBook::find(PlayRequestId id) {
  SQLite::Statement query(work_.sql(), std::string(RequestColumns) + "WHERE play_request.id = ?");
  query.bind(1, sql_number(id));
  return query.executeStep() ? std::optional(request_of(query)) : std::nullopt;
}

std::vector<PlayRequest> PlayRequestBook::of(AccountId account, std::size_t most) {
  SQLite::Statement query(work_.sql(),
                          std::string(RequestColumns) + "WHERE account = ? ORDER BY play_request.id DESC LIMIT ?");
  SQLite::bind(query, sql_number(account), static_cast<std::int64_t>(most));
  std::vector<PlayRequest> all;
  while (query.executeStep()) all.push_back(request_of(query));
  return all;
}

std::vector<PlayRequest> PlayRequestBook::open() {
  SQLite::Statement query(
      work_.sql(),
      std::string(RequestColumns) + "WHERE play_request.state IN ('queued', 'running') ORDER BY play_request.id");
  std::vector<PlayRequest> all;
  while (query.executeStep()) all.push_back(request_of(query));
  return all;
}

double PlayRequestBook::points0(PlayRequestId id) {
  SQLite::Statement query(work_.sql(), "SELECT points0 FROM play_request WHERE id = ?");
  query.bind(1, sql_number(id));
  return query.executeStep() ? query.getColumn(0).getDouble() : 0;
}

std::uint64_t PlayRequestBook::open_of(AccountId account, PlayRequestKind kind) {
  SQLite::Statement query(
      work_.sql(),
      "SELECT count(*) FROM play_request WHERE account = ? AND kind = ? AND state IN ('queued', 'running')");
  SQLite::bind(query, sql_number(account), std::string(to_text(kind)));
  query.executeStep();
  return static_cast<std::uint64_t>(query.getColumn(0).getInt64());
}

void PlayRequestBook::set(const PlayRequest& request) {
  SQLite::Statement update(work_.sql(),
                           "UPDATE play_request SET state = ?, boards_played = ?, exit_code = ?, code = ?, detail = ?, "
                           "folder = ?, ended = ? WHERE id = ?");
  update.bind(1, std::string(to_text(request.state)));
  update.bind(2, static_cast<std::int64_t>(request.boards_played));
  bind_optional(update, 3, request.exit_code);
  update.bind(4, request.code);
  update.bind(5, request.detail);
  update.bind(6, request.folder);
  bind_optional(update, 7, request.ended);
  update.bind(8, sql_number(request.id));
  update.exec();
}

UnrankedPlay::UnrankedPlay(fs::path ladder, LadderDatabase& database, const FileStore& store,
                           const LadderSettings& settings, PlayOptions options, std::function<bool()> stopping)
    : ladder_(std::move(ladder)),
      database_(database),
      store_(store),
      settings_(settings),
      options_(std::move(options)),
      stopping_(std::move(stopping)) {
  options_.concurrency = 1;
  options_.time = Slice;
}

std::optional<PlayRequest> UnrankedPlay::next() {
  LadderDatabase::Work work = database_.begin_looking();
  std::vector<PlayRequest> open = PlayRequestBook(work).open();
  if (open.empty()) return std::nullopt;
  const auto after =
      std::find_if(open.begin(), open.end(), [this](const PlayRequest& request) { return request.id.value() > last_; });
  return after == open.end() ? open.front() : *after;
}

bool UnrankedPlay::work_once() {
  std::optional<PlayRequest> request = next();
  if (!request) return false;
  last_ = request->id.value();
  try {
    play(*request);
  } catch (const std::exception& error) {
    request->state = PlayRequestState::Failed;
    request->code = "machine_fault";
    request->detail = "the ladder's machine failed; ask again";
  }
  conclude(*request);
  return true;
}

OrInputError<void> UnrankedPlay::find_bots(const PlayRequest& request, TournamentConfig& config) {
  LadderDatabase::Work work = database_.begin_looking();
  VersionBook book(work);
  for (const VersionId id : {request.first, request.second}) {
    const VersionRow version = book.find(id).value();
    const BotSpec bot = bot_of_version(version, store_);
    if (!bot.trusted && !store_.has_tree(version.tree)) {
      return tl::unexpected(InputError{"the ladder", version.shown.name(), "was withdrawn"});
    }
    config.bots.push_back(bot);
  }
  if (request.kind == PlayRequestKind::Test) {
    config.test = TestConfig{};
    config.test->first = PlayRequestBook(work).points0(request.id);
    config.test->second = request.points1.value_or(config.test->first + 20);
  }
  return {};
}

OrInputError<Tournament> UnrankedPlay::opened(const PlayRequest& request) {
  const fs::path folder = request.folder;
  if (Tournament::is_in(folder)) return Tournament::reopen(folder, options_);
  TournamentConfig config;
  config.name = folder.filename().string();
  config.results = folder.parent_path();
  config.origin.name_given = true;
  config.seed = random_number();
  config.boards = request.boards;
  config.origin.boards_given = true;
  config.rules = settings_.play.rules;
  config.limits = settings_.play.limits;
  config.sandbox = settings_.play.sandbox;
  config.allow_unsandboxed = settings_.play.allow_unsandboxed;
  config.give_up_after = settings_.ratings.give_up_after;
  if (const auto found = find_bots(request, config); !found) return tl::unexpected(found.error());
  return Tournament::create(std::move(config), "the ladder", options_);
}

void UnrankedPlay::play(PlayRequest& request) {
  if (request.folder.empty()) {
    request.folder = (ladder_ / "requests" / std::to_string(request.id.value())).string();
    fs::create_directories(fs::path(request.folder).parent_path());
  }
  if (request.state == PlayRequestState::Queued) {
    LadderDatabase::Work work = database_.begin();
    PlayRequestBook book(work);
    if (book.find(request.id).value().state == PlayRequestState::Cancelled) return;  // since it was looked at
    request.state = PlayRequestState::Running;
    book.set(request);
    work.commit();
  }
  OrInputError<Tournament> tournament = opened(request);
  if (!tournament) {
    request.state = PlayRequestState::Failed;
    request.code = "cannot_play";
    request.detail = tournament.error().problem;
    return;
  }
  const RunSummary summary = tournament->run(stopping_, Observers());
  request.boards_played = summary.boards;
  if (summary.stopped) return;  // by the ladder, or since its slice is over: it goes on
  request.state = PlayRequestState::Done;
  request.exit_code = summary.test ? exit_code_of(*summary.test) : 0;
}

void UnrankedPlay::conclude(const PlayRequest& request) {
  LadderDatabase::Work work = database_.begin();
  PlayRequestBook book(work);
  PlayRequest now = book.find(request.id).value();
  if (now.state == PlayRequestState::Cancelled) return;
  now = request;
  if (now.state != PlayRequestState::Running) {
    now.ended = work.now();
    LadderEvent event;
    event.kind = request.kind == PlayRequestKind::Test ? "test.done" : "match.done";
    event.bot = request.first_name.substr(0, request.first_name.find('@'));
    event.state = to_text(now.state);
    event.code = now.code;
    event.detail = request.first_name + " against " + request.second_name;
    event.open = false;
    work.tell(std::move(event));
  }
  book.set(now);
  work.commit();
}

}  // namespace tichu::arena
