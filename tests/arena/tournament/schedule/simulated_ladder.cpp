#include "tests/arena/tournament/schedule/simulated_ladder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "arena/statistics/rating/place_intervals.h"
#include "arena/statistics/rating/points_rating.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

constexpr double BoardDeviation = 100;
constexpr double PairDeviation = 5;

double normal(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  constexpr double Words = 18446744073709551616.0;
  const double u = (static_cast<double>(random.next()) + 0.5) / Words;
  const double v = static_cast<double>(random.next()) / Words;
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * M_PI * v);
}

std::vector<std::size_t> places(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  std::vector<std::size_t> places(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

class RandomPairing : public Schedule {
 public:
  RandomPairing(std::size_t entrants, std::uint64_t boards, std::uint64_t seed)
      : entrants_(static_cast<std::uint32_t>(entrants)), boards_(boards), random_(seed) {}

  std::variant<Job, NoJob> next() override {
    if (number_ % boards_ == 0) {
      const std::uint32_t a = random_.below(entrants_);
      const std::uint32_t b = (a + 1 + random_.below(entrants_ - 1)) % entrants_;
      pairing_ = {static_cast<EntrantId>(a), static_cast<EntrantId>(b)};
    }
    const std::uint64_t number = number_++;
    return Job{JobNumber(number), BoardNumber(number), pairing_};
  }
  void report(const Job& /*job*/, const BoardResult& /*result*/) override {}
  std::optional<std::uint64_t> total() const override { return std::nullopt; }

 private:
  std::uint32_t entrants_;
  std::uint64_t boards_;
  Random random_;
  std::uint64_t number_ = 0;
  Pairing pairing_{};
};

}  // namespace

SimulatedWorld::SimulatedWorld(std::size_t entrants, Kind kind, std::uint64_t seed) : seed_(seed) {
  constexpr double Even = 60;
  for (std::size_t i = 0; i < entrants; ++i) {
    const double drawn = normal(seed, i);
    const bool is_weak = kind == Kind::Crowded && Random(~seed, i).below(10) < 3;
    strengths_.push_back(kind == Kind::Even ? Even * drawn : is_weak ? Even * drawn - 120 : 25 * drawn + 20);
  }
  const double mean = std::accumulate(strengths_.begin(), strengths_.end(), 0.0) / static_cast<double>(entrants);
  for (double& strength : strengths_) strength -= mean;
}

double SimulatedWorld::pair_effect(std::size_t a, std::size_t b) const {
  const double effect = PairDeviation * normal(Random::mix(seed_ + 1), std::min(a, b) * size() + std::max(a, b));
  return a < b ? effect : -effect;
}

double SimulatedWorld::margin(const Job& job) const {
  const auto a = static_cast<std::size_t>(job.entrants[0]);
  const auto b = static_cast<std::size_t>(job.entrants[1]);
  const double luck = BoardDeviation * normal(Random::mix(seed_ + 2), job.number.value());
  return strengths_[a] - strengths_[b] + pair_effect(a, b) + luck;
}

void play(Schedule& schedule, const SimulatedWorld& world, std::uint64_t count, std::vector<BoardValue>& boards) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto next = schedule.next();
    const Job* job = std::get_if<Job>(&next);
    if (job == nullptr) return;
    BoardResult result;
    result.margin = world.margin(*job);
    schedule.report(*job, result);
    boards.push_back({job->board, job->entrants, result.margin});
  }
}

LadderWorth worth_of(const SimulatedWorld& world, const std::vector<BoardValue>& boards) {
  const StrengthTable table = rate_points(world.size(), boards);
  std::vector<double> truth;
  std::vector<double> rated;
  LadderWorth worth;
  const auto count = static_cast<double>(world.size());
  for (std::size_t i = 0; i < world.size(); ++i) {
    truth.push_back(world.strength(i));
    rated.push_back(table.value(i));
    const double error = rated[i] - truth[i];
    worth.rms += error * error / count;
    worth.covered += (std::abs(error) <= table.error95(i) ? 1 : 0) / count;
  }
  worth.rms = std::sqrt(worth.rms);
  const std::vector<std::size_t> true_places = places(truth);
  const std::vector<std::size_t> rated_places = places(rated);
  std::vector<std::size_t> ranked(world.size());
  for (std::size_t i = 0; i < world.size(); ++i) ranked[rated_places[i]] = i;
  const std::vector<PlaceInterval> intervals = place_intervals(table, ranked);
  for (std::size_t i = 0; i < world.size(); ++i) {
    const PlaceInterval& interval = intervals[rated_places[i]];
    const auto place = static_cast<int>(true_places[i]) + 1;
    worth.places_covered += (interval.low <= place && place <= interval.high ? 1 : 0) / count;
    worth.places_width += (interval.high - interval.low + 1) / count;
    const double distance = static_cast<double>(true_places[i]) - static_cast<double>(rated_places[i]);
    worth.places_wrong += std::abs(distance) / count;
  }
  return worth;
}

std::unique_ptr<Schedule> random_pairing(std::size_t entrants, std::uint64_t boards, std::uint64_t seed) {
  return std::make_unique<RandomPairing>(entrants, boards, seed);
}

LadderFigures figures_of(const std::vector<LadderWorth>& worths) {
  LadderFigures figures;
  figures.worlds = static_cast<int>(worths.size());
  const auto count = static_cast<double>(worths.size());
  for (double LadderWorth::*member : {&LadderWorth::places_wrong, &LadderWorth::rms, &LadderWorth::covered,
                                      &LadderWorth::places_covered, &LadderWorth::places_width}) {
    double sum = 0;
    double squares = 0;
    for (const LadderWorth& worth : worths) sum += worth.*member;
    for (const LadderWorth& worth : worths) squares += std::pow(worth.*member - sum / count, 2);
    figures.mean.*member = sum / count;
    figures.error.*member = std::sqrt(squares / (count - 1) / count);
  }
  return figures;
}

void print(const std::string& what, const LadderFigures& figures) {
  std::printf(
      "%s, %d worlds: %.3f (%.3f) places wrong, %.2f (%.2f) points RMS, %.2f (%.2f) %% of intervals hold, "
      "%.2f (%.2f) %% of those of places, %.2f places wide\n",
      what.c_str(), figures.worlds, figures.mean.places_wrong, figures.error.places_wrong, figures.mean.rms,
      figures.error.rms, 100 * figures.mean.covered, 100 * figures.error.covered, 100 * figures.mean.places_covered,
      100 * figures.error.places_covered, figures.mean.places_width);
  std::fflush(stdout);
}

}  // namespace tichu::arena
