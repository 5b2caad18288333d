#include "arena/tournament/play/board_controls.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <map>
#include <stdexcept>
#include <tuple>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/tournament/play/high_cards.h"
#include "arena/tournament/play/run_tournament.h"

namespace tichu::arena {
namespace {

/// Of a deal, seen from team A.
using DealControls = std::array<double, HighCardKinds + 1>;

/// Nobody waits for the reference, and a slow machine must not make it lose.
constexpr std::chrono::hours NoLimit(1);

/// Of a round that four reference bots played.
DealControls controls_of(const RoundOutcome& round) {
  if (round.record.failure) {
    throw std::runtime_error("control variates: the reference bot failed: " + round.record.failure->text);
  }
  DealControls controls{};
  const auto lead = high_card_lead(round.record.deal);
  std::copy(lead.begin(), lead.end(), controls.begin());
  controls.back() = round.score[Team::A].value() - round.score[Team::B].value();
  return controls;
}

/// The deals of a tournament's boards, shared out among threads.
class DealLuck {
 public:
  DealLuck(const TournamentConfig& config, std::span<const RatedBoard> boards, const BotSpec& reference)
      : config_(config), reference_(reference) {
    for (const RatedBoard& board : boards) controls_[board.board];
    for (auto& [board, controls] : controls_) open_.push_back(board);
    std::vector<std::future<void>> workers;
    const auto threads = std::min(static_cast<std::size_t>(thread_count(config)), open_.size());
    for (std::size_t i = 0; i < threads; ++i) workers.push_back(std::async(std::launch::async, [this] { work(); }));
    for (std::future<void>& worker : workers) worker.get();
  }

  const DealControls& of(BoardNumber board) const { return controls_.at(board); }

 private:
  void work() {
    TimeLimits limits = config_.limits;
    limits.decision = limits.round = NoLimit;
    PlayerPool pool({reference_}, limits);
    BoardSpec spec;
    spec.tournament_seed = config_.seed;
    spec.rules = config_.rules;
    spec.tables = 1;
    for (std::size_t i = next_++; i < open_.size(); i = next_++) {
      spec.board = open_[i];
      controls_.at(spec.board) = controls_of(play_board(spec, pool).tables.front().rounds.front());
    }
  }

  const TournamentConfig& config_;
  const BotSpec& reference_;
  std::map<BoardNumber, DealControls> controls_;
  std::vector<BoardNumber> open_;
  std::atomic<std::size_t> next_ = 0;
};

}  // namespace

tl::expected<void, std::string> check_control_variates(const TournamentConfig& config) {
  if (config.format == BoardFormat::Deals && config.seatings == Seatings::Single) return {};
  return tl::unexpected<std::string>(
      "there are none but for single deals (--deals with --seatings single): where the teams are swapped the luck "
      "of the cards cancels already (arena/statistics/rating/RATINGS.md)");
}

BoardControls board_controls(const TournamentConfig& config, std::span<const RatedBoard> boards,
                             const BotSpec& reference) {
  const DealLuck luck(config, boards, reference);
  BoardControls controls;
  controls.count = std::tuple_size_v<DealControls>;
  for (const RatedBoard& board : boards) {
    const DealControls& deal = luck.of(board.board);
    controls.values.insert(controls.values.end(), deal.begin(), deal.end());
  }
  return controls;
}

std::vector<ControlGain> control_gains(const TournamentConfig& config, std::span<const RatedBoard> boards,
                                       const BotSpec& reference) {
  const std::vector<BoardValue> margins = margins_of(boards);
  return compare_adjusted(margins, control_variate_adjusted(margins, board_controls(config, boards, reference)));
}

}  // namespace tichu::arena
