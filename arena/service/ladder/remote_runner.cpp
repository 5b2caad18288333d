#include "arena/service/ladder/remote_runner.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>
#include <variant>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/seats/remote_player.h"
#include "arena/service/ladder/ladder_tournament.h"
#include "arena/text/digest.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/play/tried_bots.h"
#include "arena/tournament/schedule/make_schedule.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_lock.h"
#include "arena/tournament/store/tournament_store.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Few folders for those who play fast, and other partners soon for those who play slowly.
constexpr std::uint64_t BoardsOfRemoteMeeting = 128;
constexpr std::chrono::minutes TimeOfRemoteMeeting{10};
constexpr std::chrono::milliseconds RemoteMoment{50};
/// A bot is paused only if more than one board of so many is lost.
constexpr std::uint64_t LeastLostShare = 20;

/// The remote bot is the first of a meeting's configuration.
bool is_of_remote(const FinishedFault& fault) { return fault.bot == BotId{0}; }

/// The pair in which the remote bot plays: the last entrant of a meeting.
EntrantId remote_side(const TournamentConfig& config) { return static_cast<EntrantId>(config.bots.size()); }

/// A board as it was stored or finished; whether the remote bot was at fault.
template <typename Board>
bool add(MeetingSums& sums, EntrantId own, const Board& board) {
  const bool own_fault = std::ranges::any_of(board.faults, is_of_remote);
  ++sums.boards;
  if (own_fault) ++sums.faults;
  if (!own_fault && !board.faults.empty()) return false;
  const double margin = board.job.entrants[0] == own ? board.result.margin : -board.result.margin;
  ++sums.counted;
  sums.margin += margin;
  sums.squares += margin * margin;
  return own_fault;
}

MeetingSums sums_of(const fs::path& folder) {
  MeetingSums sums;
  if (!holds_tournament(folder)) return sums;
  const auto tournament = Tournament::open(folder, "the ladder");
  if (!tournament) throw std::runtime_error(tournament.error().text());
  const EntrantId own = remote_side(tournament->config());
  tournament->each_board(
      [&](const StoredBoard& board) {
        add(sums, own, board);
        return true;
      },
      refuse_damage);
  return sums;
}

/// Calls `work` in a thread of its own, and waits for it, one table after the other. What allocators and stacks keep of
/// it ends with that thread: in the one that plays it would stay for as long as the client thinks.
template <typename Work>
void aside(std::mutex& one, Work work) {
  const std::scoped_lock lock(one);
  std::async(std::launch::async, std::move(work)).get();
}

template <typename T>
T or_throw(OrInputError<T> made) {
  if (!made) throw std::runtime_error(made.error().text());
  if constexpr (!std::is_void_v<T>) return *std::move(made);
}

TournamentStore resumed(const fs::path& folder) {
  auto store = TournamentStore::resume(folder);
  if (!store) throw std::runtime_error(store.error());
  if (const auto begun = store->begin_writing(); !begun) throw std::runtime_error(begun.error());
  return *std::move(store);
}

}  // namespace

fs::path remote_folder(const fs::path& ladder, RemoteMeetingId meeting) {
  return ladder / "remote" / to_string(meeting);
}

/// With what a meeting is played. Its database is open only while something is stored: a board takes minutes.
struct RemoteRunner::Play {
  TournamentConfig config;
  std::vector<Entrant> entrants;
  RunRecord run;
  std::optional<TournamentLock> lock;  ///< from the first stored board on
};

struct RemoteRunner::Meeting {
  RemoteMeetingId id;
  RemoteRow remote;
  std::shared_ptr<RemoteSeat> seat;
  std::array<VersionRow, 2> boxed;  ///< partner and opponent, which may be the same
  MeetingSums sums;
  Clock::time_point began = Clock::now();
  bool is_paused = false;  ///< meanwhile
};

/// The one seat of a meeting.
class RemoteRunner::Seats : public RemoteSeats {
 public:
  Seats(std::shared_ptr<RemoteSeat> seat, std::chrono::milliseconds away) : seat_(std::move(seat)), away_(away) {}
  OrInputError<void> check(const std::vector<std::string>&) const override { return {}; }
  void open(const std::vector<std::string>&, const RemoteLimits&) override {}
  std::unique_ptr<Player> player(const std::string&) override { return std::make_unique<RemotePlayer>(seat_, away_); }
  void stop_waiting() override { seat_->break_off(true); }

 private:
  std::shared_ptr<RemoteSeat> seat_;
  std::chrono::milliseconds away_;
};

RemoteRunner::RemoteRunner(fs::path ladder, LadderDatabase& database, const FileStore& store,
                           const LadderSettings& settings, LadderSeats& seats, const Sandbox* box, std::string program,
                           std::function<bool()> rests)
    : ladder_(std::move(ladder)),
      database_(database),
      store_(store),
      settings_(settings),
      seats_(seats),
      box_(box),
      program_(std::move(program)),
      rests_(std::move(rests)) {}

void RemoteRunner::settle_interrupted() {
  std::vector<RemoteMeetingId> open;
  {
    LadderDatabase::Work work = database_.begin_looking();
    open = RemoteTable(work).open_meetings();
  }
  for (const RemoteMeetingId id : open) {
    std::optional<MeetingSums> sums;
    try {
      sums = sums_of(remote_folder(ladder_, id));
    } catch (const std::exception&) {  // damaged, which `verify` names: what was noted of it counts
    }
    end(id, sums);
  }
}

std::optional<LadderSeats::Place> RemoteRunner::take_turn() {
  const std::vector<LadderSeats::Place> places = seats_.all();
  const std::scoped_lock lock(mutex_);
  std::optional<LadderSeats::Place> next;
  for (const LadderSeats::Place& place : places) {
    if (playing_.contains(place.bot) || !place.seat->presence().is_connected) continue;
    if (!next || last_[place.bot] < last_[next->bot]) next = place;
  }
  if (!next) return std::nullopt;
  last_[next->bot] = ++turns_;
  playing_.insert(next->bot);
  return next;
}

void RemoteRunner::leave(std::int64_t bot) {
  const std::scoped_lock lock(mutex_);
  playing_.erase(bot);
}

std::optional<RemoteRunner::Meeting> RemoteRunner::next_meeting() {
  const std::scoped_lock looking(looking_);
  for (; !rests_(); std::this_thread::sleep_for(RemoteMoment)) {
    const auto place = take_turn();
    if (!place) continue;
    try {
      if (auto meeting = begun(*place)) return meeting;
    } catch (...) {
      leave(place->bot);
      throw;
    }
    leave(place->bot);
  }
  return std::nullopt;
}

bool RemoteRunner::work_once() {
  std::optional<Meeting> meeting = next_meeting();
  if (!meeting) return false;
  try {
    play(*meeting);
  } catch (...) {
    leave(meeting->remote.bot);
    throw;
  }
  leave(meeting->remote.bot);
  return meeting->sums.boards > 0;
}

std::optional<RemoteRunner::Meeting> RemoteRunner::begun(const LadderSeats::Place& place) {
  LadderDatabase::Work work = database_.begin();
  RemoteTable table(work);
  const auto remote = table.find(place.bot);
  if (!remote || remote->state != RemoteState::Active) return std::nullopt;
  std::vector<VersionRow> field = VersionTable(work).in_states({VersionState::Provisional, VersionState::Rated});
  std::erase_if(field, [&](const VersionRow& version) {
    const bool is_own = !version.shown.author_name.empty() && version.shown.author == remote->author;
    return is_own || !version.shown.entrant;
  });
  if (field.empty()) return std::nullopt;
  const std::size_t partner = random_number() % field.size();
  const std::size_t opponent =
      field.size() == 1 ? 0 : (partner + 1 + random_number() % (field.size() - 1)) % field.size();
  Meeting meeting;
  meeting.remote = *remote;
  meeting.seat = place.seat;
  meeting.boxed = {field[partner], field[opponent]};
  meeting.id = table.begin_meeting(remote->latest, field[partner].shown.id, field[opponent].shown.id);
  work.commit();
  return meeting;
}

TournamentConfig RemoteRunner::config_of(const Meeting& meeting) const {
  const fs::path folder = remote_folder(ladder_, meeting.id);
  TournamentConfig config = ladder_tournament(settings_.play, folder.parent_path(), folder.filename().string(),
                                              random_number(), BoardsOfRemoteMeeting);
  config.seatings = Seatings::Single;
  config.give_up_after = 0;  // the bot is paused
  config.remarks = false;
  config.retries = settings_.remote.retries;
  BotSpec remote;
  remote.name = meeting.remote.name + "@" + std::to_string(meeting.remote.number);
  remote.kind = BotKind::Remote;
  remote.path = meeting.remote.name;
  config.bots.push_back(std::move(remote));
  for (const VersionRow& version : meeting.boxed) {
    BotSpec bot = bot_of_version(version, store_);
    if (config.bots.back().name != bot.name) config.bots.push_back(std::move(bot));
  }
  const std::string& partner = config.bots[1].name;
  config.pairs.push_back({config.bots[0].name + "+" + partner, {0, 1}});
  config.schedule.kind = ScheduleKind::Gauntlet;
  config.schedule.candidates = {config.pairs[0].name};
  config.schedule.opponents = {config.bots.back().name};
  return config;
}

RemoteRunner::Play RemoteRunner::play_of(const Meeting& meeting) const {
  TournamentConfig config = config_of(meeting);
  or_throw(check(config, "the ladder"));
  std::vector<BotIdentity> identities;  // they were validated, and never change
  for (BotSpec& bot : config.bots) {
    bot.fingerprint = fingerprint_of(bot);
    identities.push_back({bot.name, ""});
  }
  RunRecord run = run_record(program_, box_, identities, config.bots);
  std::vector<Entrant> entrants = entrants_of(config);
  return {std::move(config), std::move(entrants), std::move(run), std::nullopt};
}

void RemoteRunner::play(Meeting& meeting) {
  const std::uint64_t lost_before = meeting.seat->figures().lost_boards;
  try {
    std::optional<Play> play;
    aside(aside_, [&] { play.emplace(play_of(meeting)); });
    play_boards(meeting, *play);
  } catch (const SeatsClosed&) {  // NOLINT(bugprone-empty-catch): the board has no result, and nothing has failed
  } catch (const SeatLost&) {     // NOLINT(bugprone-empty-catch): the seat has counted it
  } catch (...) {
    conclude(meeting, false);
    throw;
  }
  conclude(meeting, meeting.seat->figures().lost_boards > lost_before);
}

void RemoteRunner::play_boards(Meeting& meeting, Play& play) {
  Seats seats(meeting.seat, settings_.play.limits.remote.away);
  PlayerPool pool(PlayerPool::Bots(PlayerPool::Bots(), &play.config.bots), play.config.limits, box_, {}, &seats);
  const std::unique_ptr<Schedule> schedule = make_schedule(play.config);
  for (auto next = schedule->next(); std::holds_alternative<Job>(next); next = schedule->next()) {
    const Job& job = std::get<Job>(next);
    if (!await_turn(meeting)) return;
    FinishedJob finished = finish_job(play.config, job, play_board(board_spec(play.config, play.entrants, job), pool));
    finished.usage = pool.take_usage();
    schedule->report(job, finished.result);
    aside(aside_, [&] { store(meeting, play, finished); });
  }
}

bool RemoteRunner::is_over(const Meeting& meeting) const {
  return rests_() || meeting.is_paused || !meeting.seat->presence().is_connected || !seats_.has(*meeting.seat) ||
         (meeting.sums.boards > 0 && Clock::now() > meeting.began + TimeOfRemoteMeeting);
}

bool RemoteRunner::await_turn(const Meeting& meeting) {
  const Clock::time_point next = [&] {
    const std::scoped_lock lock(mutex_);
    const auto latest = latest_.find(meeting.remote.bot);
    return latest == latest_.end() ? Clock::now() : latest->second + settings_.remote.between_boards;
  }();
  while (!is_over(meeting) && Clock::now() < next) {
    std::this_thread::sleep_for(std::min<Clock::duration>(RemoteMoment, next - Clock::now()));
  }
  if (is_over(meeting)) return false;
  const std::scoped_lock lock(mutex_);
  latest_[meeting.remote.bot] = Clock::now();
  return true;
}

void RemoteRunner::make_store(Play& play) const {
  fs::create_directories(ladder_ / "remote");
  fs::permissions(ladder_ / "remote", fs::perms::owner_all);
  FreshFolder folder = or_throw(make_tournament_folder(play.config));
  play.lock = TournamentLock::take(folder.path());
  if (!play.lock) throw std::runtime_error(folder.path().string() + ": another process plays it");
  TournamentStore::create(folder.path(), play.config, program_);
  folder.keep();
}

void RemoteRunner::store(Meeting& meeting, Play& play, const FinishedJob& finished) {
  if (!play.lock) make_store(play);
  TournamentStore store = resumed(remote_folder(ladder_, meeting.id));
  if (meeting.sums.boards == 0) store.begin_run(play.run);
  store.add({&finished, 1});
  const bool own_fault = add(meeting.sums, remote_side(play.config), finished);
  LadderDatabase::Work work = database_.begin();
  RemoteTable table(work);
  table.set_sums(meeting.id, meeting.sums);
  table.count(meeting.remote.bot, 1, own_fault ? 1 : 0);
  const auto remote = table.find(meeting.remote.bot);
  meeting.is_paused = !remote || remote->state != RemoteState::Active;
  work.commit();
}

void RemoteRunner::pause_if_unfit(LadderDatabase::Work& work, const RemoteRow& remote) const {
  const RatingRules& rules = settings_.ratings;
  const bool is_lossy = remote.lost > settings_.remote.losses && remote.lost * LeastLostShare > remote.boards;
  const bool is_faulty = remote.faults > rules.faults &&
                         static_cast<double>(remote.faults) > rules.fault_share * static_cast<double>(remote.boards);
  if (remote.state != RemoteState::Active || (!is_lossy && !is_faulty)) return;
  LadderEvent event;
  event.kind = "remote.paused";
  event.bot = remote.name;
  event.number = remote.number;
  event.state = to_text(RemoteState::Paused);
  event.code = is_lossy ? "remote_lost" : "remote_faults";
  event.detail = is_lossy ? std::to_string(remote.lost) + " boards were given back, because its client was lost"
                          : std::to_string(remote.faults) + " of " + std::to_string(remote.boards) +
                                " boards had a fault of its own";
  event.open = false;
  RemoteTable(work).set_state(remote.bot, RemoteState::Paused, event.code);
  work.tell(event);
}

void RemoteRunner::end(RemoteMeetingId meeting, const std::optional<MeetingSums>& sums) {
  LadderDatabase::Work work = database_.begin();
  RemoteTable table(work);
  if (sums) table.set_sums(meeting, *sums);
  table.end(meeting);
  if (sums && sums->boards == 0) {
    table.remove(meeting);
    fs::remove_all(remote_folder(ladder_, meeting));
  }
  work.commit();
}

void RemoteRunner::conclude(const Meeting& meeting, bool lost) {
  end(meeting.id, meeting.sums);
  LadderDatabase::Work work = database_.begin();
  RemoteTable table(work);
  if (lost) table.count_lost(meeting.remote.bot, meeting.remote.latest);
  if (const auto remote = table.find(meeting.remote.bot)) pause_if_unfit(work, *remote);
  work.commit();
  if (meeting.sums.boards == 0 || rests_()) return;
  aside(aside_, [&] { resumed(remote_folder(ladder_, meeting.id)).finish(); });
}

}  // namespace tichu::arena
