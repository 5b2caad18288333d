#include "arena/tournament/play/board_controls.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/tournament/play/affordable_threads.h"
#include "arena/tournament/play/high_cards.h"
#include "arena/tournament/play/run_tournament.h"

namespace tichu::arena {
namespace {

/// Nobody waits for the reference, and a slow machine must not make it lose.
constexpr std::chrono::hours NoLimit(1);

/// A round that one partnership plays against itself with a board's cards.
struct LuckRound {
  BoardNumber board;
  Partnership team;
  friend auto operator<=>(const LuckRound&, const LuckRound&) = default;
};

/// What is known of it, seen from team A.
struct KnownLuck {
  std::array<double, HighCardKinds> high_cards{};
  double margin = 0;
  std::string failure;  ///< why the round was not played to its end; empty if it was
};

/// Who plays such rounds, and how.
struct LuckPlayers {
  std::vector<BotSpec> bots;
  TimeLimits limits;
  const Sandbox* sandbox = nullptr;
};

/// The rounds that tell the luck of a tournament's boards, shared out among threads.
class LuckRounds {
 public:
  LuckRounds(const TournamentConfig& config, const LuckPlayers& players, const std::set<LuckRound>& rounds)
      : config_(config), players_(players) {
    for (const LuckRound& round : rounds) luck_[round];
    for (auto& [round, luck] : luck_) open_.push_back(round);
    threads_ = affordable_threads(config, std::min(static_cast<std::size_t>(thread_count(config)), open_.size()),
                                  descriptor_limit());
    std::vector<std::future<void>> workers;
    for (std::size_t i = 0; i < threads_; ++i) workers.push_back(std::async(std::launch::async, [this] { work(); }));
    for (std::future<void>& worker : workers) worker.get();
  }

  const KnownLuck& of(const LuckRound& round) const { return luck_.at(round); }

 private:
  void work() {
    PlayerPool pool(players_.bots, players_.limits, players_.sandbox,
                    affordable_programs(config_, threads_, descriptor_limit(), machine_memory()));
    for (std::size_t i = next_++; i < open_.size(); i = next_++) luck_.at(open_[i]) = play(open_[i], pool);
  }

  KnownLuck play(const LuckRound& round, PlayerPool& pool) const {
    BoardSpec spec;
    spec.tournament_seed = config_.seed;
    spec.board = round.board;
    spec.teams = {round.team, round.team};
    spec.rules = config_.rules;
    spec.tables = 1;
    const BoardOutcome outcome = play_board(spec, pool);
    const RoundOutcome& played = outcome.tables.front().rounds.front();
    KnownLuck luck;
    luck.high_cards = high_card_lead(played.record.deal);
    if (played.record.failure) {
      luck.failure = played.record.failure->text;
    } else {
      luck.margin = (played.score[Team::A] - played.score[Team::B]).value();
    }
    return luck;
  }

  const TournamentConfig& config_;
  const LuckPlayers& players_;
  std::map<LuckRound, KnownLuck> luck_;
  std::vector<LuckRound> open_;
  std::size_t threads_ = 0;
  std::atomic<std::size_t> next_ = 0;
};

/// The rounds that boards need: `teams_of` names the partnerships of one.
template <typename TeamsOf>
std::set<LuckRound> rounds_for(std::span<const RatedBoard> boards, const TeamsOf& teams_of) {
  std::set<LuckRound> rounds;
  for (const RatedBoard& board : boards) {
    for (const Partnership& team : teams_of(board)) rounds.insert({board.board, team});
  }
  return rounds;
}

/// Gathers the controls of all boards: the lead in high cards, and the margin of each team's round.
template <typename TeamsOf>
BoardControls gather(std::span<const RatedBoard> boards, const LuckRounds& luck, const TeamsOf& teams_of) {
  BoardControls controls;
  controls.count = HighCardKinds + std::tuple_size_v<decltype(teams_of(boards.front()))>;
  for (const RatedBoard& board : boards) {
    const auto teams = teams_of(board);
    const auto& lead = luck.of({board.board, teams.front()}).high_cards;
    controls.values.insert(controls.values.end(), lead.begin(), lead.end());
    for (const Partnership& team : teams) controls.values.push_back(luck.of({board.board, team}).margin);
  }
  return controls;
}

}  // namespace

tl::expected<void, std::string> check_control_variates(const TournamentConfig& config) {
  if (config.format == BoardFormat::Deals && config.seatings == Seatings::Single) return {};
  return tl::unexpected<std::string>(
      "there are none but for single deals (--deals with --seatings single): where the teams are swapped the luck "
      "of the cards cancels already (arena/statistics/rating/RATINGS.md)");
}

BoardControls board_controls(const TournamentConfig& config, std::span<const RatedBoard> boards,
                             const BotSpec& reference) {
  LuckPlayers players{{reference}, config.limits};
  players.limits.decision = players.limits.round = NoLimit;
  const auto team = [](const RatedBoard&) { return std::array<Partnership, 1>{}; };
  const std::set<LuckRound> rounds = rounds_for(boards, team);
  const LuckRounds luck(config, players, rounds);
  for (const LuckRound& round : rounds) {
    const std::string& failure = luck.of(round).failure;
    if (!failure.empty()) throw std::runtime_error("control variates: the reference bot failed: " + failure);
  }
  return gather(boards, luck, team);
}

BoardControls own_controls(const TournamentConfig& config, std::span<const RatedBoard> boards,
                           std::span<const Entrant> entrants, const Sandbox* sandbox) {
  const LuckPlayers players{config.bots, config.limits, sandbox};
  const auto teams = [&](const RatedBoard& board) {
    const auto [low, high] = std::minmax(board.entrants[0], board.entrants[1]);
    return std::array{entrants[static_cast<std::size_t>(low)].bots, entrants[static_cast<std::size_t>(high)].bots};
  };
  return gather(boards, LuckRounds(config, players, rounds_for(boards, teams)), teams);
}

std::vector<ControlGain> control_gains(std::span<const RatedBoard> boards, const BoardControls& controls) {
  const std::vector<BoardValue> margins = margins_of(boards);
  return compare_adjusted(margins, control_variate_adjusted(margins, controls));
}

}  // namespace tichu::arena
