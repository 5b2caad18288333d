#include "arena/analysis/analysis_summary.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "arena/analysis/board_sums.h"
#include "arena/statistics/rating/control_variates.h"

namespace tichu::arena {
namespace {

/// Collects one group of decisions.
class LossGroup {
 public:
  void add(BoardNumber board, const DecisionVerdict& verdict) {
    ++figures_.decisions;
    ++figures_.marks[static_cast<std::size_t>(verdict.mark)];
    decisions_.add(board, verdict.loss, 1);
    rounds_.add(board, verdict.loss, 0);
  }
  void add_round(BoardNumber board) {
    rounds_.add(board, 0, 1);
    decisions_.add(board, 0, 0);
  }
  LossFigures figures() const {
    LossFigures figures = figures_;
    figures.per_decision = decisions_.mean();
    figures.per_round = rounds_.mean();
    return figures;
  }

 private:
  LossFigures figures_;
  BoardSums decisions_;
  BoardSums rounds_;
};

/// What a board's rounds brought a bot, in sum.
struct BoardParts {
  double rounds = 0;
  double score = 0;
  double cards = 0;
  double guess = 0;
};

double sign_of(Team team) { return team == Team::A ? 1 : -1; }

/// Collects what is known of one bot.
class BotCollector {
 public:
  explicit BotCollector(std::string bot) : bot_(std::move(bot)) {}

  void add(const RoundAnalysis& round) {
    std::set<Team> teams;
    for (const AnalysedDecision& decision : round.decisions) {
      if (!decision.verdict || name_of(round, decision.seat) != bot_) continue;
      teams.insert(decision.seat.team());
      add(round, decision);
    }
    for ([[maybe_unused]] const Team team : teams) add_team_round(round.board);
    if (teams.size() == 1) add_parts(round, *teams.begin());
  }

  BotSummary summary(std::size_t worst) {
    BotSummary summary;
    summary.bot = bot_;
    summary.team_rounds = team_rounds_;
    summary.all = all_.figures();
    const auto figures = [](const auto& groups, auto& into) {
      std::transform(groups.begin(), groups.end(), into.begin(),
                     [](const LossGroup& group) { return group.figures(); });
    };
    figures(categories_, summary.categories);
    figures(phases_, summary.phases);
    figures(situations_, summary.situations);
    summary.parts = parts();
    for (const auto& [loss, decision] : worst_) {
      if (summary.worst.size() < worst) summary.worst.push_back(decision);
    }
    return summary;
  }

 private:
  static const std::string& name_of(const RoundAnalysis& round, Seat seat) {
    return round.bots[static_cast<std::size_t>(seat.number())];
  }

  void add(const RoundAnalysis& round, const AnalysedDecision& decision) {
    const DecisionVerdict& verdict = *decision.verdict;
    all_.add(round.board, verdict);
    categories_[static_cast<std::size_t>(decision.category)].add(round.board, verdict);
    phases_[static_cast<std::size_t>(decision.phase)].add(round.board, verdict);
    for (const Situation situation : every<Situation>()) {
      if (decision.situations.contains(situation)) {
        situations_[static_cast<std::size_t>(situation)].add(round.board, verdict);
      }
    }
    if (verdict.mark == Mark::None) return;
    worst_.emplace(verdict.loss, WorstDecision{round.job, round.seating, round.round, decision});
  }

  void add_team_round(BoardNumber board) {
    ++team_rounds_;
    all_.add_round(board);
    for (LossGroup& group : categories_) group.add_round(board);
    for (LossGroup& group : phases_) group.add_round(board);
    for (LossGroup& group : situations_) group.add_round(board);
  }

  void add_parts(const RoundAnalysis& round, Team team) {
    score_.add(round.board, sign_of(team) * round.margin, 1);
    cards_.add(round.board, sign_of(team) * round.cards, 1);
    skill_.add(round.board, sign_of(team) * round.skill, 1);
    guess_.add(round.board, sign_of(team) * round.guess, 1);
    BoardParts& board = boards_[round.board];
    board.rounds += 1;
    board.score += sign_of(team) * round.margin;
    board.cards += sign_of(team) * round.cards;
    board.guess += sign_of(team) * round.guess;
  }

  MarginParts parts() const {
    MarginParts parts{score_.mean(), cards_.mean(), skill_.mean(), guess_.mean(), {}, std::nullopt};
    std::vector<BoardValue> boards;
    BoardControls luck{2, {}};
    for (const auto& [number, board] : boards_) {
      boards.push_back({number, {EntrantId(0), EntrantId(1)}, board.score / board.rounds});
      luck.values.insert(luck.values.end(), {board.cards / board.rounds, board.guess / board.rounds});
    }
    if (boards.empty()) return parts;
    const ControlGain gain = compare_adjusted(boards, control_variate_adjusted(boards, luck)).front();
    parts.without_luck = {gain.adjusted.mean, gain.adjusted.standard_error};
    parts.factor = gain.factor;
    return parts;
  }

  std::string bot_;
  std::uint64_t team_rounds_ = 0;
  LossGroup all_;
  std::array<LossGroup, WordsOf<DecisionCategory>.size()> categories_{};
  std::array<LossGroup, WordsOf<Phase>.size()> phases_{};
  std::array<LossGroup, WordsOf<Situation>.size()> situations_{};
  BoardSums score_;
  BoardSums cards_;
  BoardSums skill_;
  BoardSums guess_;
  std::map<BoardNumber, BoardParts> boards_;
  std::multimap<double, WorstDecision, std::greater<>> worst_;  ///< by loss
};

}  // namespace

std::vector<BotSummary> summarise(std::span<const RoundAnalysis> rounds, std::size_t worst) {
  std::set<std::string> bots;
  for (const RoundAnalysis& round : rounds) {
    for (const AnalysedDecision& decision : round.decisions) {
      if (decision.verdict) bots.insert(round.bots[static_cast<std::size_t>(decision.seat.number())]);
    }
  }
  std::vector<BotSummary> summaries;
  for (const std::string& bot : bots) {
    BotCollector collector(bot);
    for (const RoundAnalysis& round : rounds) collector.add(round);
    summaries.push_back(collector.summary(worst));
  }
  return summaries;
}

}  // namespace tichu::arena
