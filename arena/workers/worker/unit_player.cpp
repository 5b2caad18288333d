#include "arena/workers/worker/unit_player.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "arena/hosting/match/core_placement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/player/make_player.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/workers/units/make_unit.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

/// Why a unit cannot be played here.
class CannotPlay : public std::runtime_error {
 public:
  CannotPlay(UnitFailureKind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  UnitFailureKind kind() const { return kind_; }

 private:
  UnitFailureKind kind_;
};

/// As much of a tournament as decides how many programs may run.
TournamentConfig config_of(const UnitSetup& setup, const std::vector<BotSpec>& bots) {
  TournamentConfig config;
  config.format = setup.format;
  config.seatings = setup.tables == 1 ? Seatings::Single : setup.tables == 2 ? Seatings::Swap : Seatings::Rotate;
  config.limits = setup.limits;
  config.sandbox = setup.sandbox;
  config.bots = bots;
  return config;
}

/// What the bots used in the decisions of a board, by their numbers in the tournament.
void add_decisions(const UnitJob& job, const BoardOutcome& outcome, std::vector<BotUsage>& usage) {
  for (const TableOutcome& table : outcome.tables) {
    const PerSeat<BotId> bots = seating_of(job.teams, table.seating);
    for (const RoundOutcome& round : table.rounds) {
      for (const Seat seat : AllSeats) add_usage(usage, {bots[seat], round.think_time[seat], {}});
    }
  }
}

}  // namespace

/// The bots of a tournament, as far as units have named them, and their players.
struct UnitPlayer::Field {
  std::string tournament;
  UnitSetup setup;
  std::vector<UnitBot> named;        ///< by place in the pool
  std::vector<BotSpec> specs;        ///< likewise
  std::unique_ptr<Sandbox> sandbox;  ///< null: none is needed, or none is there and that is allowed
  std::optional<CoreClaim> claim;
  std::optional<CorePlacement> placement;
  std::unique_ptr<PlayerPool> pool;
  std::vector<BotUsage> untold;  ///< of processes, by the bots' numbers in the tournament

  /// A bot's place in the pool, which must have it.
  BotId local(BotId bot) const {
    const auto found = std::find_if(named.begin(), named.end(), [&](const UnitBot& known) { return known.id == bot; });
    return static_cast<BotId>(found - named.begin());
  }
  /// Whether a unit can be played with these players: not if it names another bot by the number of one of them.
  bool fits(const Unit& unit) const {
    if (unit.id.tournament != tournament || unit.setup != setup) return false;
    return std::all_of(unit.bots.begin(), unit.bots.end(), [&](const UnitBot& bot) {
      const auto known =
          std::find_if(named.begin(), named.end(), [&](const UnitBot& other) { return other.id == bot.id; });
      return known == named.end() || *known == bot;
    });
  }
  bool knows(BotId bot) const {
    return std::any_of(named.begin(), named.end(), [&](const UnitBot& known) { return known.id == bot; });
  }
  Partnership local(const Partnership& team) const { return {{local(team.bots[0]), local(team.bots[1])}}; }

  void find_sandbox(bool allow_unsandboxed) {
    if (sandbox != nullptr || std::all_of(specs.begin(), specs.end(), [](const BotSpec& bot) { return bot.trusted; })) {
      return;
    }
    auto found = Sandbox::find(setup.sandbox, {});
    if (found) {
      sandbox = std::move(*found);
    } else if (!(allow_unsandboxed && setup.allow_unsandboxed)) {
      throw CannotPlay(UnitFailureKind::Sandbox, "there is no sandbox for bots here: " + found.error());
    }
  }
};

UnitPlayer::UnitPlayer(ArtifactCache& cache, WorkerIdentity identity, std::size_t core)
    : cache_(cache), identity_(std::move(identity)), core_(core) {}

UnitPlayer::~UnitPlayer() = default;

UnitPlayer::Field& UnitPlayer::field_for(const Unit& unit) {
  if (field_ == nullptr || !field_->fits(unit)) {
    field_.reset();
    field_ = std::make_unique<Field>();
    field_->tournament = unit.id.tournament;
    field_->setup = unit.setup;
    if (unit.setup.pin && unit.setup.sandbox.cores == 1) {
      field_->claim.emplace(usable_cores(), core_);
      field_->placement.emplace(field_->claim->core());
    }
  }
  Field& field = *field_;
  const std::size_t before = field.named.size();
  for (const UnitBot& bot : unit.bots) {
    if (field.knows(bot.id)) continue;
    try {
      field.specs.push_back(cache_.bot(bot));
    } catch (const std::exception& error) {
      throw CannotPlay(UnitFailureKind::Artifact, "bot \"" + bot.name + "\": " + error.what());
    }
    field.named.push_back(bot);
  }
  if (field.named.size() == before && field.pool != nullptr) return field;
  field.find_sandbox(identity_.allow_unsandboxed);
  if (field.pool != nullptr) {
    field.pool->add_bots(field.specs, field.sandbox.get());
  } else {
    field.pool = std::make_unique<PlayerPool>(field.specs, field.setup.limits, field.sandbox.get(),
                                              affordable_programs(config_of(field.setup, field.specs), identity_.cores,
                                                                  descriptor_limit(), machine_memory()));
  }
  return field;
}

void UnitPlayer::play_jobs(const Unit& unit, UnitResult& result) {
  Field& field = field_for(unit);
  std::vector<std::shared_ptr<const GivenCards>> cards;
  for (const UnitBoard& board : unit.boards) {
    cards.push_back(std::make_shared<GivenCards>(GivenCards{board.deals, board.bot_seeds}));
  }
  const Clock::time_point began = Clock::now();
  for (const UnitJob& job : unit.jobs) {
    BoardSpec board;
    board.board = unit.boards.at(job.board).number;
    for (std::size_t side = 0; side < 2; ++side) board.teams[side] = field.local(job.teams[side]);
    board.game = unit.setup.format == BoardFormat::Games;
    board.rules = unit.setup.rules;
    board.remarks = unit.setup.remarks;
    board.substitute = unit.setup.faults == FaultPolicy::Substitute;
    board.tables = unit.setup.tables;
    for (const BotId bot : job.given_up) board.given_up.push_back(field.local(bot));
    board.given_up_text = given_up_text(unit.setup.give_up_after);
    board.given = cards.at(job.board);
    const BoardOutcome outcome = play_board(board, *field.pool);
    result.jobs.push_back(played_job(job, outcome));
    add_decisions(job, outcome, result.usage);
    for (BotUsage usage : field.pool->take_usage()) {
      usage.bot = field.named.at(static_cast<std::size_t>(usage.bot)).id;
      add_usage(field.untold, usage);
    }
  }
  // Programs of bots that did not play now may have ended meanwhile: that is told with a unit of theirs.
  std::erase_if(field.untold, [&](const BotUsage& usage) {
    const auto plays = [&](const BotUsage& told) { return told.bot == usage.bot; };
    const auto told = std::find_if(result.usage.begin(), result.usage.end(), plays);
    if (told != result.usage.end()) told->resources += usage.resources;
    return told != result.usage.end();
  });
  result.elapsed = Clock::now() - began;
}

UnitResult UnitPlayer::play(const Unit& unit) {
  constexpr int Attempts = 4;
  std::chrono::milliseconds pause(100);
  for (int attempt = 1;; ++attempt, pause *= 2) {
    UnitResult result;
    result.id = unit.id;
    try {
      play_jobs(unit, result);
      return result;
    } catch (const CannotPlay& error) {
      result.failure = UnitFailure{error.kind(), error.what()};
    } catch (const OutOfDeals& error) {
      result.failure = UnitFailure{UnitFailureKind::Deals, error.what()};
    } catch (const std::exception& error) {
      result.failure = UnitFailure{UnitFailureKind::Machine, error.what()};
    }
    const UnitFailureKind kind = result.failure->kind;
    field_.reset();
    result.jobs.clear();
    result.usage.clear();
    // A damaged artifact is fetched again.
    const bool is_worth_it = kind == UnitFailureKind::Machine || kind == UnitFailureKind::Artifact;
    if (!is_worth_it || attempt == Attempts) return result;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace tichu::arena
