#include "arena/workers/worker/unit_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "arena/hosting/match/core_placement.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/record/packed_actions.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/workers/units/result_messages.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

/// Why a unit cannot be played here.
class CannotPlay : public std::runtime_error {
 public:
  CannotPlay(units::Failure::Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  units::Failure::Kind kind() const { return kind_; }

 private:
  units::Failure::Kind kind_;
};

/// What the bots used in the decisions of a board.
void add_decisions(const BoardOutcome& outcome, std::vector<BotUsage>& usage) {
  for (const TableOutcome& table : outcome.tables) {
    for (const RoundOutcome& round : table.rounds) {
      for (const Seat seat : AllSeats) add_usage(usage, {table.bots[seat], round.think_time[seat], {}});
    }
  }
}

/// The cards and random numbers of a board. Throws std::runtime_error if they are none.
std::shared_ptr<const GivenCards> cards_of(const units::Board& board, int tables) {
  auto cards = std::make_shared<GivenCards>();
  for (const std::string& packed : board.deals()) {
    const std::optional<Deal> deal = unpack_deal(packed);
    if (!deal) throw std::runtime_error("a deal is not the 56 cards, each once");
    cards->deals.push_back(*deal);
  }
  if (cards->deals.empty() || board.bot_seeds_size() != 4 * tables) {
    throw std::runtime_error("a board lacks deals or seeds");
  }
  for (int table = 0; table < tables; ++table) {
    PerSeat<std::uint64_t>& seeds = cards->bot_seeds.emplace_back();
    for (const Seat seat : AllSeats) seeds[seat] = board.bot_seeds(4 * table + seat.number());
  }
  return cards;
}

}  // namespace

/// The bots of a tournament, as far as units have named them, and their players.
struct UnitPlayer::Field {
  std::string tournament;
  std::string config_text;           ///< as units have it
  TournamentConfig config;           ///< with the bots by place in the pool
  std::vector<units::Bot> named;     ///< likewise
  std::unique_ptr<Sandbox> sandbox;  ///< null: none is needed, or none is there and that is allowed
  std::optional<CoreClaim> claim;
  std::optional<CorePlacement> placement;
  std::unique_ptr<PlayerPool> pool;
  std::vector<BotUsage> untold;  ///< of processes, by the bots' numbers in the tournament

  /// The bot of a number in the tournament; their end if it was not named.
  auto find(std::uint32_t bot) const {
    return std::ranges::find_if(named, [&](const units::Bot& known) { return known.id() == bot; });
  }
  /// A bot's place in the pool.
  BotId local(std::uint32_t bot) const {
    const auto found = find(bot);
    if (found == named.end()) throw std::runtime_error("a job has a bot that the unit does not name");
    return static_cast<BotId>(found - named.begin());
  }
  /// Whether a unit can be played with these players: not if it names another bot by the number of one of them.
  bool fits(const units::Unit& unit) const {
    if (unit.tournament() != tournament || unit.config() != config_text) return false;
    return std::ranges::all_of(unit.bots(), [&](const units::Bot& bot) {
      const auto known = find(bot.id());
      return known == named.end() || known->SerializeAsString() == bot.SerializeAsString();
    });
  }

  void find_sandbox(bool allow_unsandboxed) {
    if (sandbox != nullptr || std::ranges::all_of(config.bots, &BotSpec::trusted)) {
      return;
    }
    auto found = Sandbox::find(config.sandbox, {});
    if (found) {
      sandbox = std::move(*found);
    } else if (!(allow_unsandboxed && config.allow_unsandboxed)) {
      throw CannotPlay(units::Failure::SANDBOX, "there is no sandbox for bots here: " + found.error());
    }
  }
};

UnitPlayer::UnitPlayer(ArtifactCache& cache, WorkerIdentity identity, std::size_t core)
    : cache_(cache), identity_(std::move(identity)), core_(core) {}

UnitPlayer::~UnitPlayer() = default;

UnitPlayer::Field& UnitPlayer::field_for(const units::Unit& unit) {
  if (field_ == nullptr || !field_->fits(unit)) {
    field_.reset();
    OrInputError<TournamentConfig> config = config_from_json(unit.config(), "a unit");
    if (!config) throw std::runtime_error(config.error().text());
    field_ = std::make_unique<Field>();
    field_->tournament = unit.tournament();
    field_->config_text = unit.config();
    field_->config = std::move(*config);
    if (field_->config.pin && field_->config.sandbox.cores == 1) {
      field_->claim.emplace(usable_cores(), core_);
      field_->placement.emplace(field_->claim->core());
    }
  }
  Field& field = *field_;
  const std::size_t before = field.named.size();
  for (const units::Bot& bot : unit.bots()) {
    if (field.find(bot.id()) != field.named.end()) continue;
    try {
      field.config.bots.push_back(cache_.bot(bot));
    } catch (const std::exception& error) {
      throw CannotPlay(units::Failure::ARTIFACT, fmt::format("bot {}: {}", bot.id(), error.what()));
    }
    field.named.push_back(bot);
  }
  if (field.named.size() == before && field.pool != nullptr) return field;
  field.find_sandbox(identity_.allow_unsandboxed);
  if (field.pool != nullptr) {
    field.pool->add_bots(std::make_shared<const std::vector<BotSpec>>(field.config.bots), field.sandbox.get());
  } else {
    field.pool = std::make_unique<PlayerPool>(
        field.config.bots, field.config.limits, field.sandbox.get(),
        affordable_programs(field.config, identity_.cores, descriptor_limit(), machine_memory()));
  }
  return field;
}

void UnitPlayer::play_jobs(const units::Unit& unit, units::UnitResult& result) {
  Field& field = field_for(unit);
  const TournamentConfig& config = field.config;
  BoardSpec board = spec_of_any_board(config);
  board.given_up_text = given_up_text(config.give_up_after);
  board.keeps_output = unit.keeps_output();
  std::vector<std::shared_ptr<const GivenCards>> cards;
  for (const units::Board& one : unit.boards()) cards.push_back(cards_of(one, board.tables));
  std::vector<BotUsage> used;
  const auto in_tournament = [&](BotUsage usage) {
    usage.bot = static_cast<BotId>(field.named.at(static_cast<std::size_t>(usage.bot)).id());
    return usage;
  };
  const Clock::time_point began = Clock::now();
  for (const units::Job& job : unit.jobs()) {
    board.given = cards.at(job.board());
    board.board = BoardNumber(unit.boards(static_cast<int>(job.board())).number());
    if (job.bots_size() != 4) throw std::runtime_error("a job has not four bots");
    for (int i = 0; i < 4; ++i) {
      board.teams[static_cast<std::size_t>(i / 2)].bots[static_cast<std::size_t>(i % 2)] = field.local(job.bots(i));
    }
    board.given_up.clear();
    for (const std::uint32_t bot : job.given_up()) board.given_up.push_back(field.local(bot));
    const BoardOutcome outcome = play_board(board, *field.pool);
    add_board(result, JobNumber(job.number()), outcome);
    add_decisions(outcome, used);
    for (const BotUsage& usage : field.pool->take_usage()) add_usage(field.untold, in_tournament(usage));
  }
  // Programs of bots that did not play now may have ended meanwhile: that is told with a unit of theirs.
  for (const BotUsage& decisions : used) {
    BotUsage usage = in_tournament(decisions);
    const auto untold = std::ranges::find(field.untold, usage.bot, &BotUsage::bot);
    if (untold != field.untold.end()) {
      usage.resources = untold->resources;
      field.untold.erase(untold);
    }
    add_usage(result, usage);
  }
  bound_output(result);
  result.set_elapsed_ns(static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now() - began).count()));
}

units::UnitResult UnitPlayer::play(const units::Unit& unit) {
  constexpr int Attempts = 4;
  std::chrono::milliseconds pause(100);
  for (int attempt = 1;; ++attempt, pause *= 2) {
    units::UnitResult result;
    set_id(result, id_of(unit));
    units::Failure failure;
    try {
      play_jobs(unit, result);
      return result;
    } catch (const CannotPlay& error) {
      failure.set_kind(error.kind());
      failure.set_text(error.what());
    } catch (const OutOfDeals& error) {
      failure.set_kind(units::Failure::DEALS);
      failure.set_text(error.what());
    } catch (const std::exception& error) {
      failure.set_text(error.what());
    }
    field_.reset();
    // A damaged artifact is fetched again.
    const bool is_worth_it = failure.kind() == units::Failure::MACHINE || failure.kind() == units::Failure::ARTIFACT;
    if (is_worth_it && attempt < Attempts) {
      std::this_thread::sleep_for(pause);
      continue;
    }
    result.clear_jobs();
    result.clear_usage();
    *result.mutable_failure() = std::move(failure);
    return result;
  }
}

}  // namespace tichu::arena
