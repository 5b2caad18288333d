#include "arena/analysis/compare_bots.h"

#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "arena/analysis/board_sums.h"
#include "arena/hosting/player/make_player.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

/// Nobody waits for these bots.
constexpr std::chrono::minutes NoLimit(10);

/// Two bots at one seat of a recorded round.
class SeatPair {
 public:
  SeatPair(const std::array<BotSpec, 2>& bots, const Rules& rules, std::uint64_t seed) {
    for (std::size_t i = 0; i < bots.size(); ++i) {
      players_[i] = make_player(bots[i], TimeLimits());
      SeatSetup setup;
      setup.seed = seed;
      setup.rules = rules;
      setup.options = bots[i].options;
      if (auto sat = players_[i]->sit_down(setup); !sat) fault_ = bots[i].name + " failed: " + sat.error().text;
      names_[i] = bots[i].name;
    }
  }

  void begin(const Observation& seen) {
    for (auto& player : players_) player->begin_round(seen);
  }
  void tell(const Observation& seen) {
    for (auto& player : players_) player->tell(seen.history().back(), seen);
  }

  /// What both answer; nullopt if one failed.
  std::optional<std::array<Answer, 2>> ask(const Decision& decision, const Observation& seen) {
    std::array<Answer, 2> answers;
    const bool calls = decision.category == DecisionCategory::Tichu;
    const Question question = calls && seen.stage == Stage::Play ? Question::Turn : decision.question;
    for (std::size_t i = 0; i < players_.size(); ++i) {
      auto answer = players_[i]->ask(question, seen, NoLimit);
      if (!answer) {
        fault_ = names_[i] + " failed: " + answer.error().text;
        return std::nullopt;
      }
      answers[i] = *answer;
      answers[i].remark.reset();
      if (calls) answers[i].action = Action::call_tichu();
      if (!calls && question == Question::Turn) answers[i].call = false;
      if (answers[i].action.kind == ActionKind::Play && answers[i].action.play.cards.contains(Card::mahjong())) {
        answers[i].action.wish = usual_wish(seen.hand, seen.unseen());
      }
      if (!calls && !decision.before.is_legal(decision.seat, answers[i].action)) {
        fault_ = names_[i] + " answered what the rules forbid";
        return std::nullopt;
      }
    }
    return answers;
  }

  const std::optional<std::string>& fault() const { return fault_; }

 private:
  std::array<std::unique_ptr<Player>, 2> players_;
  std::array<std::string, 2> names_;
  std::optional<std::string> fault_;
};

/// Whether both bots can be asked: at a call, only on the own turn.
bool can_be_asked(const Decision& decision) {
  if (decision.category == DecisionCategory::Wish) return false;
  if (decision.category != DecisionCategory::Tichu) return true;
  const Pending open = decision.before.pending();
  return open.question == Question::Turn && open.seats.contains(decision.seat);
}

}  // namespace

tl::expected<ComparedRound, std::string> compare_round(const Record& record, const std::array<BotSpec, 2>& bots,
                                                       const AnalysisSettings& settings, const SeatChoice& is_judged,
                                                       PluginAnalyst& analyst) {
  ComparedRound compared;
  compared.job = record.job.value_or(JobNumber());
  compared.board = record.board.value_or(BoardNumber(compared.job.value()));
  compared.seating = record.seating.value_or(SeatingNumber());
  compared.round = record.round.value_or(RoundNumber());
  std::map<Seat, SeatPair> pairs;
  for (const Seat seat : AllSeats) {
    if (is_judged(seat))
      pairs.try_emplace(seat, bots, record.rules, Random(settings.seed, compared.job.value()).next());
  }
  std::optional<std::string> fault;
  const auto note = [&](const SeatPair& pair) {
    if (pair.fault() && !fault) fault = pair.fault();
  };
  for (const auto& [seat, pair] : pairs) note(pair);
  std::uint64_t number = 0;
  const auto visit = [&](const Decision& decision, const Observation& seen) {
    ++number;
    const auto pair = pairs.find(decision.seat);
    if (fault || pair == pairs.end() || !can_be_asked(decision)) return;
    const auto answers = pair->second.ask(decision, seen);
    note(pair->second);
    if (!answers) return;
    ++compared.asked[static_cast<std::size_t>(decision.category)];
    if (are_alike(decision.question, (*answers)[0], (*answers)[1])) return;
    JudgementBudget budget;
    budget.simulations = settings.simulations > 0 ? settings.simulations : budget.simulations;
    const std::uint64_t seed = Random(Random(settings.seed, compared.job.value()).next(), number).next();
    const Comparison worth = compare((*answers)[0], (*answers)[1], budget, seed,
                                     [&](std::span<const Answer> both, std::uint64_t key, std::span<float> margins) {
                                       return analyst.judge(decision, seen, both, key, margins);
                                     });
    compared.differences.push_back({decision.seat, decision.category, decision.after,
                                    move_text(decision.question, decision.category, (*answers)[0]),
                                    move_text(decision.question, decision.category, (*answers)[1]), worth.ahead,
                                    worth.error});
  };
  PerSeat<bool> begun;
  const auto tell = [&](Seat seat, const Observation& seen) {
    const auto pair = pairs.find(seat);
    if (pair == pairs.end()) return;
    if (!std::exchange(begun[seat], true)) pair->second.begin(seen);
    pair->second.tell(seen);
  };
  const auto ended = walk_decisions(record, visit, tell);
  if (!ended) return tl::unexpected(ended.error());
  if (fault) return tl::unexpected(*fault);
  return compared;
}

ComparisonSummary summarise(std::span<const ComparedRound> rounds) {
  ComparisonSummary summary;
  summary.rounds = rounds.size();
  constexpr std::size_t Kinds = WordsOf<DecisionCategory>.size();
  std::array<BoardSums, Kinds + 1> differences;
  std::array<BoardSums, Kinds + 1> sums;
  for (const ComparedRound& round : rounds) {
    for (BoardSums& sum : sums) sum.add(round.board, 0, 1);
    for (std::size_t kind = 0; kind < Kinds; ++kind) {
      summary.categories[kind].asked += round.asked[kind];
      summary.all.asked += round.asked[kind];
    }
    for (const BotDifference& difference : round.differences) {
      const auto kind = static_cast<std::size_t>(difference.category);
      ++summary.categories[kind].different;
      ++summary.all.different;
      for (const std::size_t place : {kind, Kinds}) {
        differences[place].add(round.board, difference.ahead, 1);
        sums[place].add(round.board, difference.ahead, 0);
      }
    }
  }
  for (std::size_t kind = 0; kind <= Kinds; ++kind) {
    DifferenceFigures& figures = kind < Kinds ? summary.categories[kind] : summary.all;
    figures.per_difference = differences[kind].mean();
    figures.per_round = sums[kind].mean();
  }
  return summary;
}

}  // namespace tichu::arena
