#include "arena/service/ladder/request_runner.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "arena/service/ladder/ladder_sql.h"
#include "arena/service/ladder/ladder_tournament.h"
#include "arena/text/digest.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds Slice{5};
constexpr std::int64_t SecondsOfDay = 86'400;
/// The latest.
constexpr std::size_t MostOpenCards = 500;
/// The name of a version that a request names; null if an author asked, and may not see it any more.
std::string name_for_asker(const std::string& version) {
  const std::string bot = version + "_bot";
  return "CASE WHEN asker.role = 'author' AND " + bot + ".author IS NOT asker.id AND (" + bot + ".hidden OR " +
         version + ".state = 'withdrawn') THEN NULL ELSE " + bot + ".name || '@' || " + version + ".number END";
}

/// A row for each opponent of the pool, or one. `requests_in` reads them; they are to be ordered by request and place.
std::string select_requests() {
  return "SELECT play_request.id, play_request.kind, play_request.state, account, first, second, play_request.boards, "
         "points1, boards_played, exit_code, play_request.code, play_request.detail, folder, asked, ended, " +
         name_for_asker("a") + ", " + name_for_asker("b") + ", c.id, " + name_for_asker("c") +
         ", part, boards_since, open, points0"
         " FROM play_request JOIN account asker ON asker.id = account JOIN version a ON a.id = first JOIN version b "
         "ON b.id = second JOIN bot a_bot ON a_bot.id = a.bot JOIN bot b_bot ON b_bot.id = b.bot "
         "LEFT JOIN play_request_pool ON play_request_pool.request = play_request.id "
         "LEFT JOIN version c ON c.id = play_request_pool.version LEFT JOIN bot c_bot ON c_bot.id = c.bot ";
}

/// A version's name in words, if everybody may see it or the author of another whose event tells it.
std::string told_name(const LadderVersion& version, const LadderVersion& to_author_of) {
  const bool is_own = !version.author_name.empty() && version.author == to_author_of.author;
  return version.hidden && !is_own ? WithdrawnBot : version.name();
}

/// Where an error stands that whoever asked may read.
constexpr const char* OfTheRequest = "request";

/// Which of a request's versions, without its name: that may be one that is not shown any more.
std::string place_of_version(std::size_t index) {
  if (index < 2) return index == 0 ? "the first of its versions" : "the second of its versions";
  return "opponent " + std::to_string(index - 1) + " of its pool";
}

std::string name_in(const SQLite::Column& column) { return column.isNull() ? WithdrawnBot : column.getString(); }

/// Without its pool.
PlayRequest request_of(SQLite::Statement& row) {
  PlayRequest request;
  request.id = PlayRequestId(row.getColumn(0).getInt64());
  request.kind = from_text<PlayRequestKind>(row.getColumn(1).getString()).value_or(PlayRequestKind::Match);
  request.state = from_text<PlayRequestState>(row.getColumn(2).getString()).value_or(PlayRequestState::Failed);
  request.account = AccountId(row.getColumn(3).getInt64());
  request.first = VersionId(row.getColumn(4).getInt64());
  request.second = VersionId(row.getColumn(5).getInt64());
  request.boards = static_cast<std::uint64_t>(row.getColumn(6).getInt64());
  request.points1 = number_in<double>(row.getColumn(7));
  request.boards_played = static_cast<std::uint64_t>(row.getColumn(8).getInt64());
  request.exit_code = number_in<int>(row.getColumn(9));
  request.code = row.getColumn(10).getString();
  request.detail = row.getColumn(11).getString();
  request.folder = row.getColumn(12).getString();
  request.asked = row.getColumn(13).getDouble();
  request.ended = number_in<double>(row.getColumn(14));
  request.first_name = name_in(row.getColumn(15));
  request.second_name = name_in(row.getColumn(16));
  request.part = number_in<std::uint64_t>(row.getColumn(19));
  request.boards_since = number_in<std::int64_t>(row.getColumn(20));
  request.open = row.getColumn(21).getInt() != 0;
  request.points0 = number_in<double>(row.getColumn(22)).value_or(0);
  return request;
}

std::vector<PlayRequest> requests_in(SQLite::Statement rows) {
  std::vector<PlayRequest> all;
  while (rows.executeStep()) {
    if (all.empty() || all.back().id.value() != unsigned_of(rows.getColumn(0))) all.push_back(request_of(rows));
    if (rows.getColumn(17).isNull()) continue;
    all.back().pool.emplace_back(rows.getColumn(17).getInt64());
    all.back().pool_names.push_back(name_in(rows.getColumn(18)));
  }
  return all;
}

}  // namespace

std::int64_t benchmark_boards_since(double now, const AuthorQuotas& quotas) {
  const auto window = static_cast<std::int64_t>(quotas.benchmark_days) * SecondsOfDay;
  return static_cast<std::int64_t>(now) / window * window;
}

PlayRequest PlayRequestTable::add(const PlayRequest& request) {
  execute(work_.sql(),
          "INSERT INTO play_request (kind, state, account, first, second, boards, points0, points1, asked, part, "
          "boards_since, open) VALUES (?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          request.kind, request.account, request.first, request.second, request.boards, request.points0,
          request.points1, work_.now(), request.part, request.boards_since, request.open);
  const PlayRequestId id(work_.sql().getLastInsertRowid());
  for (std::size_t place = 0; place < request.pool.size(); ++place) {
    execute(work_.sql(), "INSERT INTO play_request_pool (request, place, version) VALUES (?, ?, ?)", id, place,
            request.pool[place]);
  }
  return find(id).value();
}

std::optional<PlayRequest> PlayRequestTable::find(PlayRequestId id) {
  std::vector<PlayRequest> found =
      requests_in(bound(work_.sql(), select_requests() + "WHERE play_request.id = ? ORDER BY place", id));
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<PlayRequest> PlayRequestTable::of(AccountId account, std::size_t most) {
  return requests_in(bound(work_.sql(),
                           select_requests() +
                               "WHERE play_request.id IN (SELECT id FROM play_request WHERE account = ? ORDER BY id "
                               "DESC LIMIT ?) ORDER BY play_request.id DESC, place",
                           account, most));
}

std::vector<PlayRequestId> PlayRequestTable::open() {
  return rows_of(bound(work_.sql(), "SELECT id FROM play_request WHERE state IN ('queued', 'running') ORDER BY id"),
                 [](SQLite::Statement& row) { return PlayRequestId(row.getColumn(0).getInt64()); });
}

std::uint64_t PlayRequestTable::open_of(AccountId account, PlayRequestKind kind) {
  return count_of(
      bound(work_.sql(),
            "SELECT count(*) FROM play_request WHERE account = ? AND kind = ? AND state IN ('queued', 'running')",
            account, kind));
}

void PlayRequestTable::set(const PlayRequest& request) {
  execute(
      work_.sql(),
      "UPDATE play_request SET state = ?, boards_played = ?, exit_code = ?, code = ?, detail = ?, folder = ?, ended "
      "= ?, boards = ? WHERE id = ?",
      request.state, request.boards_played, request.exit_code, request.code, request.detail, request.folder,
      request.ended, request.boards, request.id);
}

void PlayRequestTable::set_card(PlayRequestId id, const std::string& card) {
  execute(work_.sql(), "UPDATE play_request SET card = ? WHERE id = ?", card, id);
}

std::string PlayRequestTable::card(PlayRequestId id) {
  SQLite::Statement query = bound(work_.sql(), "SELECT card FROM play_request WHERE id = ?", id);
  return query.executeStep() ? query.getColumn(0).getString() : "";
}

std::vector<LadderCard> PlayRequestTable::open_cards(std::optional<PlayRequestId> id) {
  // Of each version the latest, whatever it says.
  constexpr const char* Cards =
      "SELECT max(asked.id), bot.name, version.number, account.name, asked.ended, (SELECT max(number) FROM season "
      "WHERE began <= asked.asked), asked.boards_since, (SELECT count(*) FROM play_request other WHERE other.kind = "
      "'benchmark' AND other.state <> 'failed' AND other.account = asked.account AND other.boards_since = "
      "asked.boards_since), card FROM play_request asked JOIN version ON version.id = first JOIN bot ON bot.id = "
      "version.bot LEFT JOIN account ON account.id = bot.author WHERE kind = 'benchmark' AND asked.state = 'done' AND "
      "open AND NOT hidden AND version.state <> 'withdrawn' AND entrant IS NOT NULL AND (?1 IS NULL OR asked.id = ?1) "
      "GROUP BY first ORDER BY 1 DESC LIMIT ?2";
  return rows_of(bound(work_.sql(), Cards, id, MostOpenCards), [](SQLite::Statement& row) {
    LadderCard card;
    card.id = PlayRequestId(row.getColumn(0).getInt64());
    card.bot = row.getColumn(1).getString();
    card.number = row.getColumn(2).getInt();
    card.author = text_in(row.getColumn(3));
    card.made = row.getColumn(4).getDouble();
    card.season = unsigned_of(row.getColumn(5));
    card.boards_since = row.getColumn(6).getInt64();
    card.cards_of_author = unsigned_of(row.getColumn(7));
    card.card = row.getColumn(8).getString();
    return card;
  });
}

QuotaUse PlayRequestTable::benchmarks(AccountId account, const AuthorQuotas& quotas) {
  const std::int64_t since = benchmark_boards_since(work_.now(), quotas);
  const double ends = static_cast<double>(since) + static_cast<double>(quotas.benchmark_days) * SecondsOfDay;
  QuotaUse use{.name = "benchmarks"};
  use.used = count_of(bound(work_.sql(),
                            "SELECT count(*) FROM play_request WHERE kind = 'benchmark' AND state <> 'failed' AND "
                            "account = ? AND boards_since = ?",
                            account, since));
  use.limit = quotas.benchmarks;
  use.resets_in = std::chrono::seconds(static_cast<std::int64_t>(ends - work_.now()) + 1);
  return use;
}

RequestRunner::RequestRunner(fs::path ladder, LadderDatabase& database, const FileStore& store,
                             const LadderSettings& settings, PlayOptions options, std::function<bool()> stopping,
                             std::function<void(const std::string&)> log)
    : ladder_(std::move(ladder)),
      database_(database),
      store_(store),
      settings_(settings),
      options_(std::move(options)),
      stopping_(std::move(stopping)),
      log_(std::move(log)) {
  options_.concurrency = 1;
  options_.time = Slice;
  // They were validated, and never change. Who does not start faults at the own boards, and ends nobody's test.
  options_.knows_bots = true;
  benchmarks_ = std::make_unique<BenchmarkRunner>(database_, settings_, options_, stopping_);
  options_.keeps_output = true;  // but of boards that are secret
}

std::optional<PlayRequest> RequestRunner::next() {
  LadderDatabase::Work work = database_.begin_looking();
  PlayRequestTable table(work);
  const std::vector<PlayRequestId> open = table.open();
  if (open.empty()) return std::nullopt;
  const auto after = std::find_if(open.begin(), open.end(), [this](PlayRequestId id) { return id.value() > last_; });
  return table.find(after == open.end() ? open.front() : *after);
}

bool RequestRunner::work_once() {
  std::optional<PlayRequest> request = next();
  if (!request) return false;
  last_ = request->id.value();
  try {
    play(*request);
  } catch (const std::exception& error) {
    if (log_) log_("request " + to_string(request->id) + " could not be played: " + error.what());
    request->state = PlayRequestState::Failed;
    request->code = "machine_fault";
    request->detail = "the ladder's machine failed; ask again";
  }
  conclude(*request);
  return true;
}

OrInputError<std::vector<VersionRow>> RequestRunner::versions_of(const PlayRequest& request) {
  std::vector<VersionId> ids{request.first, request.second};
  ids.insert(ids.end(), request.pool.begin(), request.pool.end());
  LadderDatabase::Work work = database_.begin_looking();
  std::vector<VersionRow> versions = VersionTable(work).all_of(ids);
  for (std::size_t i = 0; i < versions.size(); ++i) {
    // Its files may be there for a while, for rated boards that are owed.
    if (versions[i].shown.state == VersionState::Withdrawn) {
      return tl::unexpected(InputError{OfTheRequest, "", place_of_version(i) + " was withdrawn"});
    }
  }
  return versions;
}

OrInputError<Tournament> RequestRunner::opened(const PlayRequest& request) {
  const OrInputError<std::vector<VersionRow>> versions = versions_of(request);
  if (!versions) return tl::unexpected(versions.error());
  const fs::path folder = request.folder;
  if (holds_tournament(folder)) return Tournament::reopen(folder, options_);
  TournamentConfig config = ladder_tournament(settings_.play, folder.parent_path(), folder.filename().string(),
                                              random_number(), request.boards);
  config.give_up_after = settings_.ratings.give_up_after;
  for (const VersionRow& version : *versions) config.bots.push_back(bot_of_version(version, store_));
  if (request.kind == PlayRequestKind::Test) {
    config.test = TestConfig();
    config.test->first = request.points0;
    config.test->second = request.points1.value_or(request.points0 + 20);
  }
  return Tournament::create(std::move(config), "the ladder", options_);
}

void RequestRunner::play(PlayRequest& request) {
  if (request.folder.empty()) {
    request.folder = (ladder_ / "requests" / std::to_string(request.id.value())).string();
    fs::create_directories(fs::path(request.folder).parent_path());
  }
  if (request.state == PlayRequestState::Queued) {
    LadderDatabase::Work work = database_.begin();
    PlayRequestTable table(work);
    if (table.find(request.id).value().state == PlayRequestState::Cancelled) return;  // since it was looked at
    request.state = PlayRequestState::Running;
    table.set(request);
    work.commit();
  }
  if (request.kind == PlayRequestKind::Benchmark) return play_benchmark(request);
  OrInputError<Tournament> tournament = opened(request);
  if (!tournament) return fail(request, tournament.error());
  const RunSummary summary = tournament->run(stopping_, Observers());
  request.boards_played = summary.boards;
  if (summary.stopped) return;  // by the ladder, or since its slice is over: it goes on
  request.state = PlayRequestState::Done;
  request.exit_code = summary.test ? summary.test->exit_code() : 0;
}

void RequestRunner::play_benchmark(PlayRequest& request) {
  const OrInputError<std::vector<VersionRow>> versions = versions_of(request);
  if (!versions) return fail(request, versions.error());
  const std::string card = benchmarks_->play(request, bot_of_version(versions->front(), store_));
  if (card.empty()) return;  // it goes on
  LadderDatabase::Work work = database_.begin();
  PlayRequestTable(work).set_card(request.id, card);
  work.commit();
  request.state = PlayRequestState::Done;
  request.exit_code = 0;
}

void RequestRunner::fail(PlayRequest& request, const InputError& error) {
  if (error.where != OfTheRequest) throw std::runtime_error(error.text());  // which may name what is the ladder's own
  request.state = PlayRequestState::Failed;
  request.code = "cannot_play";
  request.detail = error.problem;
}

void RequestRunner::conclude(const PlayRequest& request) {
  LadderDatabase::Work work = database_.begin();
  PlayRequestTable table(work);
  if (PlayRequest stored = table.find(request.id).value(); stored.state == PlayRequestState::Cancelled) {
    stored.boards_played = request.boards_played;  // while it was cancelled, too
    table.set(stored);
    work.commit();
    return;
  }
  PlayRequest now = request;
  if (now.state != PlayRequestState::Running) {
    now.ended = work.now();
    const std::vector<VersionRow> two = VersionTable(work).all_of({request.first, request.second});
    LadderEvent event;
    event.kind = std::string(to_text(request.kind)) + ".done";
    event.bot = two[0].shown.bot;
    event.state = to_text(now.state);
    event.code = now.code;
    event.detail = two[0].shown.name();
    if (request.kind != PlayRequestKind::Benchmark) event.detail += " against " + told_name(two[1].shown, two[0].shown);
    if (!request.pool.empty()) event.detail += " over a pool of " + std::to_string(request.pool.size());
    event.open = false;
    work.tell(event);
  }
  table.set(now);
  work.commit();
}

}  // namespace tichu::arena
