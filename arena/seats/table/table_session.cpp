#include "arena/seats/table/table_session.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/remark_log.h"
#include "arena/hosting/match/table.h"
#include "arena/hosting/player/fault_texts.h"
#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/installation.h"
#include "arena/seats/table/answer_journal.h"
#include "arena/seats/table/coach.h"
#include "arena/seats/table/house.h"
#include "arena/seats/table/journaled_player.h"
#include "arena/seats/table/my_boards.h"
#include "arena/seats/table/person_player.h"
#include "arena/text/digest.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/play/tried_bots.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_lock.h"
#include "arena/tournament/store/tournament_store.h"
#include "engine/game.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Where the store is made anew, before it takes the place of the last one.
constexpr const char* UnfinishedFolder = ".storing";
constexpr std::size_t DigitsOfRun = 8;

TableCaption caption_of(const Sitting& sitting, Seat viewer) {
  TableCaption caption;
  for (const Side side : AllSides) caption.names[side] = sitting.at(viewer.at(side)).name;
  caption.rounds = sitting.is_game() ? 0 : sitting.config.boards;
  caption.target = sitting.config.rules.target;
  caption.tournament = sitting.config.name;
  return caption;
}

using Seats = std::vector<std::unique_ptr<PersonSeat>>;

/// The four at the table. To be made and destroyed by the thread that plays: the bots' processes end with it.
class Players {
 public:
  /// `deputy` decides for people who are away; null without a clock.
  Players(const Sitting& sitting, const Sandbox* sandbox, AnswerJournal& journal, const Seats& seats,
          const BotSpec* deputy, const std::function<bool()>& closed) {
    const auto player_of = [&](const BotSpec& bot) {
      return make_player(bot, sitting.config.limits, sandbox, nullptr, closed);
    };
    for (const auto& seat : seats) {
      const Seat place = seat->place();
      if (deputy != nullptr) bots_[place] = player_of(*deputy);
      seated_[place] = std::make_unique<PersonPlayer>(*seat, bots_[place].get());
    }
    for (const Seat seat : AllSeats) {
      if (!seated_[seat]) {
        bots_[seat] = player_of(sitting.at(seat));
        seated_[seat] = std::make_unique<JournaledPlayer>(*bots_[seat], journal, seat);
      }
      at_[seat] = seated_[seat].get();
    }
  }

  /// New instances for a board.
  void sit_down(const Sitting& sitting, BoardNumber board) {
    BoardSpec spec;
    spec.tournament_seed = sitting.config.seed;
    spec.board = board;
    for (const Seat seat : AllSeats) {
      at_[seat]->sit_down({bot_seed(spec, SeatingNumber(0), seat), sitting.config.rules, sitting.at(seat).options,
                           sitting.config.remarks});
    }
  }
  const PerSeat<Player*>& at_table() const { return at_; }

 private:
  PerSeat<std::unique_ptr<Player>> bots_;
  PerSeat<std::unique_ptr<Player>> seated_;
  PerSeat<Player*> at_;
};

/// What carries over from round to round of a game, or begins anew with each board.
struct Running {
  PerSeat<bool> substituted;
  PerSeat<std::size_t> said;
};

/// Whose bots failed, for the person once the round is over: before, it could tell about cards.
std::vector<std::string> troubles_of(const RoundOutcome& round, const Sitting& sitting) {
  std::vector<std::string> troubles;
  for (const SeatFault& fault : round.faults) {
    troubles.push_back(sitting.at(fault.seat).name + " failed, and a simple player took its seat: " +
                       open_sentence(fault.fault.kind, fault.fault.text));
  }
  return troubles;
}

OrInputError<BotSpec> bundled_bot(const std::string& name) {
  return local_bot_from_argument(name, BotFinder(bundled_bots_folder(), fs::current_path()));
}

}  // namespace

struct TableSession::State {
  State(Sitting played, fs::path place, TournamentLock taken, Isolation kept_in, Beat& beat, std::string who,
        std::unique_ptr<AnalystLibrary> library, std::optional<BotSpec> substitute)
      : sitting(std::move(played)),
        folder(std::move(place)),
        program(std::move(who)),
        lock(std::move(taken)),
        isolation(std::move(kept_in)),
        journal(folder / JournalFileName),
        table(journal, beat, random_hexadecimal(DigitsOfRun), sitting.clock),
        deputy(std::move(substitute)),
        analyst(std::move(library)),
        house(sitting, isolation.sandbox.get(), folder / HouseFileName) {
    for (const Seat seat : sitting.people()) {
      seats.push_back(std::make_unique<PersonSeat>(table, seat, caption_of(sitting, seat)));
    }
    house.start([this](std::uint64_t round) { tell_house(round); });
    if (!analyst) return;
    coach.emplace(*analyst, AnalysisSettings());
    seats.front()->train(*coach);
  }

  /// The place of the next round.
  JobNumber next_job() const { return JobNumber(sitting.is_game() ? 0 : rounds.size()); }
  bool is_over(const Game& game) const {
    if (!sitting.is_game()) return rounds.size() >= sitting.config.boards;
    return game.is_over() || game.rounds() == MostRoundsOfGame;
  }
  /// False if the person has taken an answer back, so that all is to be played again from its begin.
  bool play();
  void play_round(Players& players, Running& running, Game& game);
  /// What the house made of this round, if it has played it.
  void tell_house(std::uint64_t round);
  void store() const;
  /// Adds the last board to those that are stored. False if all are to be stored anew: a game is one board.
  bool append() const;
  /// The finished boards from this one on.
  std::vector<FinishedJob> finished_jobs(std::size_t first) const;

  const Sitting sitting;
  const fs::path folder;
  const std::string program;
  const TournamentLock lock;
  const Isolation isolation;
  AnswerJournal journal;
  SharedTable table;
  Seats seats;
  std::vector<RoundOutcome> rounds;
  const std::optional<BotSpec> deputy;            ///< decides for who is away; of several people
  const std::unique_ptr<AnalystLibrary> analyst;  ///< null without a coach
  std::optional<Coach> coach;                     ///< ends before the seats, which it tells of its news
  House house;                                    ///< so does this
};

TableSession::TableSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
TableSession::~TableSession() = default;

const Sitting& TableSession::sitting() const { return state_->sitting; }
const fs::path& TableSession::folder() const { return state_->folder; }
const Seats& TableSession::seats() const { return state_->seats; }
std::chrono::milliseconds TableSession::least_pace() const { return state_->table.least_pace(); }
void TableSession::close() { state_->table.close(); }

OrInputError<std::unique_ptr<TableSession>> TableSession::begin(Sitting sitting, Beat& beat, const std::string& program,
                                                                const std::function<bool()>& cancelled) {
  auto made = make_tournament_folder(sitting.config);
  if (!made) return tl::unexpected(made.error());
  const fs::path folder = made->path();
  auto session = open(sitting, folder, beat, program, cancelled);
  if (!session) {
    std::error_code ignored;
    fs::remove(folder / JournalFileName, ignored);
    return session;
  }
  write_sitting((*session)->sitting(), folder);
  made->keep();
  return session;
}

OrInputError<std::unique_ptr<TableSession>> TableSession::reopen(const fs::path& folder, Beat& beat,
                                                                 const std::string& program,
                                                                 const std::function<bool()>& cancelled) {
  auto sitting = read_sitting(folder);
  if (!sitting) return tl::unexpected(sitting.error());
  return open(*std::move(sitting), folder, beat, program, cancelled);
}

OrInputError<std::unique_ptr<TableSession>> TableSession::open(Sitting sitting, const fs::path& folder, Beat& beat,
                                                               const std::string& program,
                                                               const std::function<bool()>& cancelled) {
  std::vector<BotSpec> playing = sitting.config.bots;
  std::erase_if(playing, [](const BotSpec& bot) { return bot.kind == BotKind::Person; });
  TournamentConfig bots = sitting.config;
  bots.bots = playing;
  bots.pairs.clear();
  auto tried = tried_bots(bots, playing, "sit", cancelled);
  if (!tried) return tl::unexpected(tried.error());
  if (auto sound = expect_sound(*tried, "sit"); !sound) return tl::unexpected(sound.error());
  std::unique_ptr<AnalystLibrary> analyst;
  if (sitting.coached) {
    auto loaded = load_analyst();
    if (!loaded) return tl::unexpected(loaded.error());
    analyst = *std::move(loaded);
  }
  std::optional<BotSpec> deputy;
  if (sitting.is_company()) {
    auto steady = bundled_bot("steady");
    if (!steady) return tl::unexpected(steady.error());
    deputy = *std::move(steady);
  }
  std::optional<TournamentLock> lock = TournamentLock::take(folder);
  if (!lock) return tl::unexpected(InputError{folder.string(), "", "another process plays at this table"});
  return std::unique_ptr<TableSession>(new TableSession(
      std::make_unique<State>(std::move(sitting), folder, *std::move(lock), std::move(tried->isolation), beat, program,
                              std::move(analyst), std::move(deputy))));
}

void TableSession::play() {
  State& state = *state_;
  try {
    while (!state.play()) {
    }
    state.table.finish();
  } catch (const SeatsClosed&) {
    return;
  } catch (const std::exception& error) {
    state.table.fail(error.what());
    throw;
  }
}

bool TableSession::State::play() try {
  Players players(sitting, isolation.sandbox.get(), journal, seats, deputy ? &*deputy : nullptr,
                  [this] { return table.is_closed(); });
  Running running;
  Game game(sitting.config.rules);
  while (!is_over(game)) {
    table.await_round(rounds.size() + 1);
    if (!sitting.is_game() || rounds.empty()) {
      running = {};
      players.sit_down(sitting, BoardNumber(next_job().value()));
    }
    play_round(players, running, game);
  }
  return true;
} catch (const AnswerTakenBack& answer) {
  seats.front()->rewind();
  rounds.clear();
  journal.take_back(Seat(0), answer.id);
  return false;
}

void TableSession::State::play_round(Players& players, Running& running, Game& game) {
  const TournamentConfig& config = sitting.config;
  const std::uint64_t index = rounds.size();
  const Deal cards = deal(config.seed, index);
  RoundSetup setup{cards, index, config.rules, game.totals(), players.at_table(), config.limits};
  setup.substitute = true;
  setup.substituted = running.substituted;
  setup.remarks = config.remarks;
  setup.said = running.said;
  const JobNumber job = next_job();
  const RoundNumber number(sitting.is_game() ? index : 0);
  if (coach) coach->begin_round({job, SeatingNumber(0), number});
  rounds.push_back(arena::play_round(setup));
  const RoundOutcome& round = rounds.back();
  for (const RecordedRemark& recorded : round.record.remarks) {
    running.said[recorded.seat] += stored_bytes(recorded.remark);
  }
  for (const SeatFault& fault : round.faults) running.substituted[fault.seat] = true;
  if (sitting.is_game()) game.add(round.score);
  if (!journal.is_replaying()) store();
  for (const auto& seat : seats) {
    const Team own = seat->place().team();
    seat->end_round(
        {round.score[own], round.score[opponent(own)], job.value(), number.value(), troubles_of(round, sitting)});
  }
  // The house is compared with one person and that person's partner.
  if (sitting.is_company()) return;
  house.want(index, setup.totals);
  tell_house(index);
}

void TableSession::State::tell_house(std::uint64_t round) {
  const std::optional<Record> record = house.find(round);
  if (record && record->result && record->result->score) seats.front()->tell_house(round, *record->result->score);
}

std::vector<FinishedJob> TableSession::State::finished_jobs(std::size_t first) const {
  std::vector<FinishedJob> jobs;
  const auto finish = [&](std::uint64_t number, std::vector<RoundOutcome> played) {
    BoardOutcome board;
    board.tables.push_back({SeatingNumber(0), sitting.seats, std::move(played)});
    jobs.push_back(
        finish_job(sitting.config, {JobNumber(number), BoardNumber(number), sitting.entrants()}, std::move(board)));
  };
  if (sitting.is_game()) {
    finish(0, rounds);
  } else {
    for (std::size_t i = first; i < rounds.size(); ++i) finish(i, {rounds[i]});
  }
  return jobs;
}

bool TableSession::State::append() const {
  if (sitting.is_game() || rounds.size() < 2) return false;
  auto stored = TournamentStore::resume(folder);
  // A former process may have ended between adding and finishing.
  const std::size_t count = stored ? stored->boards().job_count() : 0;
  if ((count != rounds.size() && count + 1 != rounds.size()) || !stored->begin_writing()) return false;
  if (count < rounds.size()) stored->add(finished_jobs(count));
  stored->finish();
  return true;
}

void TableSession::State::store() const {
  if (append()) return;
  const fs::path unfinished = folder / UnfinishedFolder;
  fs::remove_all(unfinished);
  fs::create_directory(unfinished);
  const std::vector<FinishedJob> jobs = finished_jobs(0);
  TournamentStore::create_whole(unfinished, sitting.config, program, [&](TournamentStore& store) {
    store.add(jobs);
    store.finish();
  }).finish();
  // What a killed process left beside the former file is not of this one.
  for (const char* log : {"-wal", "-shm"}) fs::remove(folder / (std::string(StoreFileName) + log));
  fs::rename(unfinished / StoreFileName, folder / StoreFileName);
  fs::remove_all(unfinished);
}

std::optional<std::string> TableSession::board_json(JobNumber job) const {
  return table_board_json(state_->folder, job);
}

}  // namespace tichu::arena
