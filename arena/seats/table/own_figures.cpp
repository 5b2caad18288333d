#include "arena/seats/table/own_figures.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace tichu::arena {
namespace {

/// A stretch has at least so many rounds, and there are at most so many stretches.
constexpr std::size_t LeastOfStretch = 8;
constexpr std::size_t MostStretches = 6;
/// Fewer say nothing of who plays stronger, since single rounds scatter far from a normal distribution.
constexpr std::uint64_t LeastToCompare = 10;
/// By this name the person is told from all others, whatever they are called at each table.
constexpr const char* Person = "person";

double margin_of(const Record& record) {
  const PerTeam<Points>& score = *record.result->score;
  return (score[Team::A] - score[Team::B]).value();
}

/// The 0.975 quantile of Student's distribution for a mean over so many rounds; 0 of fewer than two. By the finite sums
/// of Abramowitz and Stegun (1964), 26.7.3 and 26.7.4, in the angle whose tangent is t by the root of the freedom.
double t95_of(std::size_t rounds) {
  if (rounds < 2) return 0;
  const std::size_t freedom = rounds - 1;
  const bool is_odd = freedom % 2 == 1;
  const auto inside = [&](double angle) {
    double term = is_odd ? std::cos(angle) : 1;
    double sum = 0;
    for (std::size_t power = is_odd ? 1 : 0; power + 2 <= freedom; power += 2) {
      sum += term;
      const auto next = static_cast<double>(power);
      term *= (next + 1) / (next + 2) * std::cos(angle) * std::cos(angle);
    }
    const double even = std::sin(angle) * sum;
    return is_odd ? 2 / std::numbers::pi * (angle + even) : even;
  };
  constexpr int Halvings = 50;
  double low = 0;
  double high = std::numbers::pi / 2;
  for (int i = 0; i < Halvings; ++i) {
    const double middle = (low + high) / 2;
    (inside(middle) < 0.95 ? low : high) = middle;
  }
  return std::sqrt(static_cast<double>(freedom)) * std::tan(low);
}

/// Collects calls of seat 0.
class CallCounter {
 public:
  explicit CallCounter(ActionKind kind) : kind_(kind) {}

  void add(const Record& record) {
    ++rounds_;
    const bool calls = std::ranges::any_of(
        record.actions, [&](const RecordedAction& each) { return each.seat == Seat(0) && each.action.kind == kind_; });
    if (!calls) return;
    ++called_;
    const std::vector<Seat>& out = *record.result->out;
    if (!out.empty() && out.front() == Seat(0)) ++made_;
  }
  CallFigures figures() const { return {counted_share(called_, rounds_), counted_share(made_, called_)}; }

 private:
  ActionKind kind_;
  std::uint64_t rounds_ = 0;
  std::uint64_t called_ = 0;
  std::uint64_t made_ = 0;
};

/// A counting round and its table.
struct Counted {
  const OwnTable* table;
  const OwnRound* round;
};

std::optional<BotSummary> losses_of(std::span<const RoundAnalysis> rounds, std::size_t worst) {
  for (BotSummary& summary : summarise(rounds, worst)) {
    if (summary.bot == Person) return std::move(summary);
  }
  return std::nullopt;
}

void add_losses(const std::vector<Counted>& counted, OwnFigures& figures) {
  std::vector<RoundAnalysis> rounds;
  std::vector<Counted> sources;
  for (const Counted& each : counted) {
    if (!each.round->analysis) continue;
    RoundAnalysis analysis = *each.round->analysis;
    // Tables number their boards alike, so here each round has a number of its own.
    analysis.job = JobNumber(rounds.size());
    analysis.board = BoardNumber(rounds.size());
    analysis.bots = {Person, "", "", ""};
    rounds.push_back(std::move(analysis));
    sources.push_back(each);
  }
  figures.analysed = rounds.size();
  figures.losses = losses_of(rounds, WorstShown);
  figures.losses_t95 = t95_of(rounds.size());
  if (!figures.losses) return;
  for (WorstDecision& worst : figures.losses->worst) {
    const Counted& source = sources.at(worst.job.value());
    const RoundAnalysis& there = *source.round->analysis;
    figures.worst.push_back({source.table->name, {there.job, there.seating, there.round}, std::move(worst.decision)});
  }
  figures.losses->worst.clear();
  const std::size_t count = std::clamp<std::size_t>(rounds.size() / LeastOfStretch, 1, MostStretches);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = rounds.size() * i / count;
    const std::size_t end = rounds.size() * (i + 1) / count;
    auto losses = losses_of(std::span(rounds).subspan(first, end - first), 0);
    if (losses) figures.stretches.push_back({first + 1, end, t95_of(end - first), *std::move(losses)});
  }
}

}  // namespace

CountedShare counted_share(std::uint64_t count, std::uint64_t of) {
  if (of == 0) return {};
  constexpr double Z = 1.96;
  const auto n = static_cast<double>(of);
  const double share = static_cast<double>(count) / n;
  const double middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n);
  const double half = Z * std::sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n);
  return {count, of, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

OwnFigures own_figures(const std::vector<OwnTable>& tables) {
  OwnFigures figures;
  std::vector<Counted> counted;
  BoardSums own;
  BoardSums house;
  BoardSums difference;
  CallCounter tichu(ActionKind::CallTichu);
  CallCounter grand_tichu(ActionKind::CallGrandTichu);
  CallCounter house_tichu(ActionKind::CallTichu);
  CallCounter house_grand_tichu(ActionKind::CallGrandTichu);
  for (const OwnTable& table : tables) {
    if (!table.counts()) continue;
    for (const OwnRound& round : table.rounds) {
      const BoardNumber number(counted.size());
      counted.push_back({&table, &round});
      tichu.add(round.record);
      grand_tichu.add(round.record);
      if (!round.house) continue;
      house_tichu.add(*round.house);
      house_grand_tichu.add(*round.house);
      ++figures.against_house.rounds;
      own.add(number, margin_of(round.record), 1);
      house.add(number, margin_of(*round.house), 1);
      difference.add(number, margin_of(round.record) - margin_of(*round.house), 1);
    }
  }
  figures.rounds = counted.size();
  HouseComparison& comparison = figures.against_house;
  comparison.own = own.mean();
  comparison.house = house.mean();
  comparison.difference = difference.mean();
  comparison.t95 = t95_of(comparison.rounds);
  comparison.clear = comparison.rounds >= LeastToCompare &&
                     std::abs(comparison.difference.mean) > comparison.t95 * *comparison.difference.error;
  figures.tichu = tichu.figures();
  figures.grand_tichu = grand_tichu.figures();
  figures.house_tichu = house_tichu.figures();
  figures.house_grand_tichu = house_grand_tichu.figures();
  add_losses(counted, figures);
  return figures;
}

}  // namespace tichu::arena
