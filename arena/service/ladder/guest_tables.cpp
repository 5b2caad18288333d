#include "arena/service/ladder/guest_tables.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <nlohmann/json.hpp>
#include <ranges>
#include <stdexcept>
#include <thread>
#include <utility>

#include "arena/hosting/player/remote_seats.h"
#include "arena/installation.h"
#include "arena/seats/table/house.h"
#include "arena/seats/table/own_rounds.h"
#include "arena/service/ladder/background_work.h"
#include "arena/service/ladder/bot_table.h"
#include "arena/service/ladder/ladder_tournament.h"
#include "arena/service/ladder/version_table.h"
#include "arena/text/characters.h"
#include "arena/text/digest.h"
#include "arena/text/file_text.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/verify_stored_board.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using WallClock = std::chrono::system_clock;  // files tell it too

constexpr const char* GuestFileName = "guest.json";
constexpr const char* GuestFormat = "tichu-guest/1";
constexpr std::size_t DigitsOfName = 16;
constexpr std::chrono::milliseconds GuestPace{700};
constexpr std::chrono::seconds LongestOpening{60};
/// A table that was opened to be looked at is put away after this, or sooner if tables may be idle for less.
constexpr std::chrono::minutes LongestLook{5};
/// A table that could not be opened is tried again after this.
constexpr std::chrono::minutes RestOfLost{1};
constexpr std::size_t MostWaiting = 64;
/// Tables that an address may have at a time, where this is more than half of all.
constexpr std::uint64_t LeastOfAddress = 2;
constexpr std::string_view UsualGuest = "guest";
/// Of which one page tells. Each is some 300 kB, and read anew; a browser keeps as many (ladder_guest.ts).
constexpr std::size_t MostTablesAsked = 24;
constexpr std::size_t MostGuestNameCharacters = 24;

/// Bundled bots for guests, from the weakest to the strongest (results/reference, results/experiments/sage.md).
struct GuestLevel {
  std::string_view bot;
  std::string_view words;
};
constexpr std::array<GuestLevel, 6> GuestLevels{{{"random", "plays anything"},
                                                 {"lowest", "beginner"},
                                                 {"greedy", "casual player"},
                                                 {"steady", "club player"},
                                                 {"sampler", "strong player"},
                                                 {"sage", "the strongest"}}};

bool is_offered(const VersionRow& version) {
  return version.shown.plays() && version.shown.plays_people && !version.shown.hidden;
}

tl::unexpected<Refusal> no_room(std::string detail, std::chrono::seconds wait) {
  tl::unexpected<Refusal> refusal = refused(RefusalKind::Unavailable, "people_full", std::move(detail));
  refusal.value().retry_after = std::max(wait, std::chrono::seconds(1));
  return refusal;
}

/// Deletes what is in a table's folder and does not stay. What tells that this is to be done goes last.
void clear(const fs::path& folder, const std::function<bool(const fs::path& name)>& stays) {
  std::vector<fs::path> rest;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path name = entry.path().filename();
    if (name != GuestFileName && !stays(name)) rest.push_back(entry.path());
  }
  for (const fs::path& path : rest) fs::remove_all(path);
  fs::remove(folder / GuestFileName);
}

/// When something was written there last; long ago if there is nothing.
WallClock::time_point last_written(const fs::path& file) {
  std::error_code gone;
  const auto time = fs::last_write_time(file, gone);
  return gone ? WallClock::time_point()
              : std::chrono::time_point_cast<WallClock::duration>(fs::file_time_type::clock::to_sys(time));
}

}  // namespace

/// All but what is constant is guarded by the mutex of `GuestTables`.
struct GuestTables::Table {
  /// A table is put away, is being opened, is open, or is being put away.
  enum class State : std::uint8_t { Away, Opening, Open, Leaving };

  Table(fs::path place, std::string digest_of_secret, bool agreed, std::string day_of_board, const PeopleRules& rules)
      : folder(std::move(place)),
        digest(std::move(digest_of_secret)),
        keep(agreed),
        day(std::move(day_of_board)),
        beat(std::max(GuestPace, rules.least_pace), rules.least_pace) {}

  void write() const {
    const nlohmann::json json{
        {"format", GuestFormat}, {"secret", digest}, {"keep", keep.load()}, {"day", day}, {"over", over}};
    write_whole_file(folder / GuestFileName, json.dump() + "\n");
  }

  bool is_lost() const { return lost && WallClock::now() < *lost + RestOfLost; }

  const fs::path folder;
  const std::string digest;  ///< of the secret
  std::atomic<bool> keep;
  const std::string day;  ///< of a board of the day; else empty
  State state = State::Away;
  bool over = false;                          ///< all is played
  bool plays = false;                         ///< it takes one of the places
  bool taken_up = false;                      ///< after a restart, since when its guest has not asked for it
  bool told = false;                          ///< its guest has the secret by another request
  bool unwanted = false;                      ///< nobody was told its secret
  std::optional<WallClock::time_point> lost;  ///< when it could not be opened
  std::optional<Sitting> fresh;               ///< until it was opened first
  WallClock::time_point acted = WallClock::now();
  std::unique_ptr<TableSession> session;
  int visits = 0;
  std::vector<std::function<void()>> waiting;
  std::string client;  ///< the address that opened it, since the start
  SteadyBeat beat;
  std::jthread thread;
};

GuestTables::GuestTables(fs::path ladder, LadderDatabase& database, const FileStore& store,
                         const LadderSettings& settings, std::string program, std::function<bool()> rests,
                         std::function<void(const std::string&)> log)
    : folder_(std::move(ladder) / "people"),
      database_(database),
      days_(folder_, database),
      store_(store),
      settings_(settings),
      program_(std::move(program)),
      rests_(std::move(rests)),
      log_(std::move(log)) {}

GuestTables::~GuestTables() { stop(); }

void GuestTables::start() {
  fs::create_directories(folder_);
  fs::permissions(folder_, fs::perms::owner_all);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    try {
      if (entry.is_directory()) take_up(entry.path());
    } catch (const std::exception& error) {
      log_("a guest's table is left alone: " + std::string(error.what()));
    }
  }
  if (settings_.people.tables > 0) days_.today();
  const std::scoped_lock lock(mutex_);
  started_ = true;
}

void GuestTables::take_up(const fs::path& folder) {
  if (!fs::exists(folder / GuestFileName)) {
    if (!holds_tournament(folder)) fs::remove_all(folder);  // a kill left it, before anybody was told of it
    return;
  }
  const nlohmann::json json = nlohmann::json::parse(read_file_text(folder / GuestFileName), nullptr, false);
  if (json.is_discarded() || json.value("format", "") != GuestFormat) return;
  auto table = std::make_shared<Table>(folder, json.value("secret", ""), json.value("keep", false),
                                       json.value("day", ""), settings_.people);
  table->over = json.value("over", false);
  table->taken_up = true;
  table->acted = std::max(last_written(folder / JournalFileName), last_written(folder / GuestFileName));
  const std::scoped_lock lock(mutex_);
  tables_[table->digest] = table;
}

void GuestTables::open_no_more() {
  const std::scoped_lock lock(mutex_);
  started_ = false;
  ending_ = true;
  changed_.notify_all();
}

void GuestTables::stop() {
  open_no_more();
  std::vector<std::shared_ptr<Table>> all;
  Lock lock(mutex_);
  // One that is being opened is not, or is put away at once.
  changed_.wait(lock, [this] {
    return std::ranges::none_of(tables_, [](const auto& each) { return each.second->state == Table::State::Opening; });
  });
  for (const auto& [digest, table] : tables_) {
    put_away(*table);
    all.push_back(table);
  }
  lock.unlock();
  for (const auto& table : all) {
    if (table->thread.joinable()) table->thread.join();
  }
}

bool GuestTables::is_idle(const Table& table) const { return WallClock::now() > table.acted + settings_.people.idle; }

GuestPlaces GuestTables::count() const {
  GuestPlaces places;
  places.tables = settings_.people.tables;
  std::chrono::seconds first = settings_.people.idle;
  for (const auto& [digest, table] : tables_) {
    if (!table->plays) continue;
    ++places.busy;
    const auto left = table->acted + settings_.people.idle - WallClock::now();
    first = std::clamp(std::chrono::ceil<std::chrono::seconds>(left), std::chrono::seconds(1), first);
  }
  if (places.busy >= places.tables) places.wait = first;
  return places;
}

GuestPlaces GuestTables::places() const {
  const std::scoped_lock lock(mutex_);
  return started_ ? count() : GuestPlaces();
}

std::vector<OfferedBot> GuestTables::offers() {
  std::vector<OfferedBot> all;
  for (const GuestLevel& level : GuestLevels) all.push_back({std::string(level.bot), level.words});
  LadderDatabase::Work work = database_.begin_looking();
  for (const VersionRow& version : VersionTable(work).in_states({VersionState::Provisional, VersionState::Rated})) {
    if (is_offered(version)) all.push_back({version.shown.name(), ""});
  }
  return all;
}

OrRefusal<BotSpec> GuestTables::bot_of(const std::string& name) {
  if (std::ranges::find(GuestLevels, name, &GuestLevel::bot) != GuestLevels.end()) {
    auto bot = local_bot_from_argument(name, BotFinder(bundled_bots_folder(), "."));
    if (!bot) throw std::runtime_error(bot.error().text());
    return *std::move(bot);
  }
  const auto wanted = version_name(name);
  if (!wanted || !wanted->number) {
    return refused(RefusalKind::Bad, "version_bad", "choose one of the bots that GET people lists");
  }
  LadderDatabase::Work work = database_.begin_looking();
  const auto version = VersionTable(work).find(*wanted);
  if (!version || !is_offered(*version)) {
    return refused(RefusalKind::Missing, "not_for_people", "choose one of the bots that GET people lists");
  }
  return bot_of_version(*version, store_);
}

bool GuestTables::is_name_of_bot(const std::string& name) {
  const auto version = version_name(in_lower_case(name));
  if (!version) return false;
  if (std::ranges::find(GuestLevels, version->bot, &GuestLevel::bot) != GuestLevels.end()) return true;
  LadderDatabase::Work work = database_.begin_looking();
  return BotTable(work).find(version->bot).has_value();
}

OrRefusal<Sitting> GuestTables::sitting_of(const GuestWish& wish) {
  const auto partner = bot_of(wish.day ? DayBoards::Partner : wish.partner);
  if (!partner) return tl::unexpected(partner.error());
  const auto opponent = bot_of(wish.day ? DayBoards::Opponents : wish.opponents);
  if (!opponent) return tl::unexpected(opponent.error());
  TournamentConfig config;
  config.name = "people";  // until its link is known
  config.results = folder_;
  config.seed = wish.day ? wish.day->seed : random_number();
  config.boards = wish.day || wish.game ? 1 : wish.boards;
  config.format = wish.game ? BoardFormat::Games : BoardFormat::Deals;
  config.rules = settings_.play.rules;
  limit(config, settings_.play);
  config.remarks = false;
  const std::string person = wish.person.empty() ? std::string(UsualGuest) : wish.person;
  const auto characters = std::ranges::count_if(person, [](char byte) { return (byte & 0xC0) != 0x80; });
  if (static_cast<std::size_t>(characters) > MostGuestNameCharacters) {
    return refused(RefusalKind::Bad, "person_bad", "a name has at most 24 characters", "person");
  }
  if (!wish.person.empty() && is_name_of_bot(wish.person)) {
    return refused(RefusalKind::Bad, "person_bad", "a bot of this ladder has this name: take another", "person");
  }
  const PerSeat<BotSpec> players{{person_named(person), *opponent, *partner, *opponent}};
  auto sitting = make_sitting(std::move(config), players, false);
  if (!sitting) return refused(RefusalKind::Bad, "person_bad", sitting.error().problem, "person");
  if (wish.day) sitting->tokens[Seat(0)] = wish.day->token;
  sitting->config.name = folder_of(sitting->tokens[Seat(0)]).filename().string();
  return *std::move(sitting);
}

OrRefusal<std::string> GuestTables::sit(const GuestWish& wish, const std::function<OrRefusal<void>()>& admit) {
  if (settings_.people.tables == 0) {
    return refused(RefusalKind::Missing, "people_off", "tichu-arena sit opens a table at home");
  }
  auto sitting = sitting_of(wish);
  if (!sitting) return tl::unexpected(sitting.error());
  const std::string secret = sitting->tokens[Seat(0)];
  auto table = std::make_shared<Table>(folder_ / sitting->config.name, sha256_of(secret), wish.keep || wish.day,
                                       wish.day ? wish.day->day : "", settings_.people);
  table->client = wish.client;
  table->fresh = *std::move(sitting);
  Lock lock(mutex_);
  if (const auto had = tables_.find(table->digest); had != tables_.end()) {
    had->second->told = true;
    had->second->unwanted = false;
    return secret;
  }
  if (fs::exists(table->folder)) {
    return refused(RefusalKind::Conflict, "day_played", "the next board of the day comes with the next day, in UTC");
  }
  const GuestPlaces places = count();
  if (places.busy >= places.tables) return no_room("all tables are taken", places.wait);
  const auto own = std::ranges::count_if(tables_, [&](const auto& each) {
    return each.second->plays && !wish.client.empty() && each.second->client == wish.client;
  });
  if (static_cast<std::uint64_t>(own) >= std::max(LeastOfAddress, places.tables / 2)) {
    return no_room("your address has half of the tables: play on at one of them", settings_.people.idle);
  }
  if (auto admitted = admit(); !admitted) return tl::unexpected(admitted.error());
  if (auto begun = begin_opening(table); !begun) return tl::unexpected(begun.error());
  tables_[table->digest] = table;
  const auto session = await_open(lock, table);
  const bool is_lost = table->lost.has_value();
  if (is_lost) tables_.erase(table->digest);
  table->unwanted = !session && !table->told;
  lock.unlock();
  if (session) return secret;
  if (is_lost) {
    table->thread.join();
    std::error_code gone;
    fs::remove_all(table->folder, gone);
  }
  return tl::unexpected(session.error());
}

std::shared_ptr<GuestTables::Table> GuestTables::find(std::string_view secret) const {
  const std::string digest = sha256_of(secret);
  const std::scoped_lock lock(mutex_);
  const auto found = tables_.find(digest);
  return found == tables_.end() ? nullptr : found->second;
}

fs::path GuestTables::folder_of(std::string_view secret) const {
  return folder_ / sha256_of(secret).substr(0, DigitsOfName);
}

bool GuestTables::has_boards(std::string_view secret) const {
  return find(secret) != nullptr || holds_tournament(folder_of(secret));
}

std::vector<std::string> GuestTables::boards_of(std::string_view secrets) const {
  std::vector<std::string> tables;
  std::size_t asked = 0;
  for (const auto part : std::views::split(secrets, '.')) {
    if (++asked > MostTablesAsked) break;
    const std::string_view secret(part.begin(), part.end());
    const std::string name = folder_of(secret).filename().string();
    if (has_boards(secret) && std::ranges::find(tables, name) == tables.end()) tables.push_back(name);
  }
  return tables;
}

bool GuestTables::take_away(std::string_view secret) {
  if (const auto table = find(secret)) {
    const std::scoped_lock lock(mutex_);
    table->keep = false;
    if (fs::exists(table->folder / GuestFileName)) table->write();
    return true;
  }
  return fs::remove_all(folder_of(secret)) > 0;
}

std::shared_ptr<TableSession> GuestTables::visit(const std::shared_ptr<Table>& table) {
  ++table->visits;
  return {table->session.get(), [this, table](TableSession*) {
            const std::scoped_lock lock(mutex_);
            --table->visits;
            changed_.notify_all();
          }};
}

std::shared_ptr<TableSession> GuestTables::session(const std::shared_ptr<Table>& table, bool acts) {
  const std::scoped_lock lock(mutex_);
  if (acts) table->acted = WallClock::now();
  return table->state == Table::State::Open ? visit(table) : nullptr;
}

OrRefusal<void> GuestTables::begin_opening(const std::shared_ptr<Table>& table) {
  if (!started_) return no_room("the ladder is starting", std::chrono::seconds(1));
  if (rests_()) return no_room("the ladder rests, and no table is opened", std::chrono::minutes(5));
  const GuestPlaces places = count();
  if (places.busy >= places.tables) return no_room("all tables are taken", places.wait);
  if (table->thread.joinable()) table->thread.join();  // it has ended
  table->thread = std::jthread([this, table] { run(table); });
  table->state = Table::State::Opening;
  table->plays = true;
  table->lost.reset();
  table->acted = WallClock::now();
  return {};
}

OrRefusal<void> GuestTables::wake(const std::shared_ptr<Table>& table, bool looks, std::function<void()> changed) {
  Lock lock(mutex_);
  if (table->is_lost()) return refused(RefusalKind::Conflict, "table_lost", "sit down at another one");
  if (table->state == Table::State::Open) {
    lock.unlock();
    changed();
    return {};
  }
  if (table->state == Table::State::Away && (looks || table->taken_up || !is_idle(*table))) {
    const auto last_act = table->acted;
    if (auto begun = begin_opening(table); !begun) return begun;
    // Who only looks, again and again, does not keep others out.
    table->acted = std::max(last_act, table->acted - settings_.people.idle +
                                          std::min<std::chrono::seconds>(settings_.people.idle, LongestLook));
  }
  table->taken_up = false;
  // Of pages that were closed nobody tells; the oldest go first.
  std::function<void()> oldest;
  if (table->waiting.size() == MostWaiting) {
    oldest = std::move(table->waiting.front());
    table->waiting.erase(table->waiting.begin());
  }
  table->waiting.push_back(std::move(changed));
  lock.unlock();
  if (oldest) oldest();
  return {};
}

OrRefusal<std::shared_ptr<TableSession>> GuestTables::await_open(Lock& lock, const std::shared_ptr<Table>& table) {
  const bool settled = changed_.wait_for(lock, LongestOpening, [&] {
    return ending_ || table->state == Table::State::Away || table->state == Table::State::Open;
  });
  if (settled && table->state == Table::State::Open) return visit(table);
  if (ending_) return no_room("the ladder ends", std::chrono::seconds(1));
  if (table->is_lost()) return refused(RefusalKind::Conflict, "table_lost", "sit down at another one");
  return no_room("the table is not open yet", std::chrono::seconds(1));
}

OrRefusal<std::shared_ptr<TableSession>> GuestTables::open(const std::shared_ptr<Table>& table) {
  Lock lock(mutex_);
  table->acted = WallClock::now();
  changed_.wait_for(lock, LongestOpening, [&] { return table->state != Table::State::Leaving; });
  if (table->is_lost()) return refused(RefusalKind::Conflict, "table_lost", "sit down at another one");
  if (table->state == Table::State::Away) {
    if (auto begun = begin_opening(table); !begun) return tl::unexpected(begun.error());
  }
  return await_open(lock, table);
}

void GuestTables::release(Lock& lock, Table& table) {
  const std::vector<std::function<void()>> waiting = std::exchange(table.waiting, {});
  changed_.notify_all();
  lock.unlock();
  for (const auto& changed : waiting) changed();
}

std::unique_ptr<TableSession> GuestTables::opened(const std::shared_ptr<Table>& table) {
  const bool is_fresh = table->fresh.has_value();
  const auto cancelled = [this] { return ending_.load(); };
  try {
    auto made = is_fresh ? TableSession::begin(*std::exchange(table->fresh, {}), table->beat, program_, cancelled)
                         : TableSession::reopen(table->folder, table->beat, program_, cancelled);
    if (!made) throw std::runtime_error(made.error().text());
    if (is_fresh) table->write();
    return *std::move(made);
  } catch (const SeatsClosed&) {
    return nullptr;
  } catch (const std::exception& error) {
    log_("a guest's table could not be opened: " + std::string(error.what()));
    return nullptr;
  }
}

bool GuestTables::play(TableSession& session) {
  try {
    session.play();
    return true;
  } catch (const std::exception& error) {
    log_("a guest's table could not be played at: " + std::string(error.what()));
    return false;
  }
}

void GuestTables::note_result(const Table& table) {
  if (table.day.empty()) return;
  const auto ended = last_written(table.folder / JournalFileName).time_since_epoch();
  try {
    days_.note(table.day, table.folder, std::chrono::duration<double>(ended).count());
  } catch (const std::exception& error) {
    log_("the result of a board of the day could not be noted: " + std::string(error.what()));
  }
}

void GuestTables::note_end(Table& table) {
  if (std::exchange(table.over, true)) return;
  try {
    table.write();
  } catch (const std::exception& error) {
    log_(error.what());  // it is found to be over when it is opened again
  }
}

void GuestTables::run(const std::shared_ptr<Table>& table) {
  begin_background_work();  // and so do the bots and the house, which begin here
  std::unique_ptr<TableSession> session = opened(table);
  Lock lock(mutex_);
  if (session) {
    TableSession& played = *session;
    table->session = std::move(session);
    table->state = Table::State::Open;
    if (table->unwanted) put_away(*table);
    release(lock, *table);
    const bool ended = play(played);
    note_result(*table);
    lock.lock();
    table->plays = false;
    if (ended && table->state == Table::State::Open) note_end(*table);
    changed_.wait(lock, [&] { return table->state == Table::State::Leaving && table->visits == 0; });
    session = std::move(table->session);
    lock.unlock();
    session.reset();
    lock.lock();
  } else {
    table->lost = WallClock::now();
    table->plays = false;
  }
  table->state = Table::State::Away;
  release(lock, *table);
}

void GuestTables::put_away(Table& table) {
  if (table.state != Table::State::Open) return;
  table.state = Table::State::Leaving;
  table.session->close();
  changed_.notify_all();
}

void GuestTables::announce_day() {
  if (places().tables > 0) days_.today();
}

void GuestTables::tend() {
  std::vector<std::shared_ptr<Table>> ended;
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [digest, table] : tables_) {
      if (!is_idle(*table) && !table->unwanted) continue;
      put_away(*table);
      const bool is_old = WallClock::now() > table->acted + settings_.people.kept;
      const bool is_done = table->over || table->unwanted || is_old;
      if (table->state == Table::State::Away && is_done) ended.push_back(table);
    }
    for (const auto& table : ended) tables_.erase(table->digest);
  }
  for (const auto& table : ended) {
    if (table->thread.joinable()) table->thread.join();
    try {
      conclude(*table);
    } catch (const std::exception& error) {
      log_("a guest's table could not be put away for good: " + std::string(error.what()));
    }
  }
}

void GuestTables::conclude(const Table& table) {
  std::string flaw;
  const bool is_kept = table.keep && holds_tournament(table.folder);
  if (is_kept) {
    const auto tournament = Tournament::open(table.folder, program_);
    if (!tournament) throw std::runtime_error(tournament.error().text());
    const TournamentConfig& config = tournament->config();
    const bool game = config.format == BoardFormat::Games;
    tournament->each_board(
        [&](const StoredBoard& board) {
          std::vector<BoardFlaw> flaws = verify_stored_board(board, game);
          std::ranges::move(verify_deals(board, config.seed, game), std::back_inserter(flaws));
          if (!flaws.empty()) flaw = flaws.front().message;
          return true;
        },
        refuse_damage);
  }
  if (!is_kept || !flaw.empty()) {
    if (!flaw.empty()) log_("boards of a guest were deleted, since they are wrong: " + flaw);
    clear(table.folder, [](const fs::path&) { return false; });
    fs::remove(table.folder);
    return;
  }
  note_result(table);
  // The boards, the house's and their analyses are left, and nothing of the link.
  auto sitting = read_sitting(table.folder);
  if (!sitting) throw std::runtime_error(sitting.error().text());
  sitting->tokens = {};
  write_sitting(*sitting, table.folder);
  clear(table.folder, [&](const fs::path& name) {
    return name.string().starts_with(StoreFileName) || name == HouseFileName || name == SittingFileName ||
           name == OwnAnalysisFile;
  });
  bound_kept();
}

void GuestTables::bound_kept() const {
  std::vector<std::pair<WallClock::time_point, fs::path>> kept;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const bool is_kept = !fs::exists(entry.path() / GuestFileName) && holds_tournament(entry.path());
    if (is_kept) kept.emplace_back(last_written(entry.path() / StoreFileName), entry.path());
  }
  std::ranges::sort(kept);
  for (std::size_t i = 0; i + settings_.people.most_kept < kept.size(); ++i) fs::remove_all(kept[i].second);
}

}  // namespace tichu::arena
