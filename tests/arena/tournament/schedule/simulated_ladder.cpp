#include "tests/arena/tournament/schedule/simulated_ladder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <utility>

#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/place_intervals.h"
#include "engine/random.h"
#include "tests/arena/statistics/rating/real_truths.h"

namespace tichu::arena {
namespace {

constexpr double BoardDeviation = 100;
constexpr double PairDeviation = 5;
/// A side that ends a table by a fault loses it by so much.
constexpr double FaultPoints = 200;
/// A ladder shuts out whoever is at fault more often.
constexpr double MostFaults = 0.2;
constexpr std::size_t TwinsEvery = 10;

double normal(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  return arena::normal(random);
}

const RealTruths& real_truths() {
  static const RealTruths truths;
  return truths;
}

/// Of a real bot against all.
double mean_margin(std::size_t bot) {
  double sum = 0;
  for (std::size_t other = 0; other < real_truths().size(); ++other) sum += real_truths().margin(bot, other);
  return sum / static_cast<double>(real_truths().size());
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

SimulatedWorld::SimulatedWorld(std::size_t entrants, Kind kind, std::uint64_t seed) : entrants_(entrants), seed_(seed) {
  constexpr double Even = 60;
  const bool is_real = kind != Kind::Even && kind != Kind::Crowded;
  const auto real_bots = is_real ? static_cast<std::uint32_t>(real_truths().size()) : 0;
  for (std::size_t i = 0; i < entrants; ++i) {
    if (is_real) {
      Random random(seed, i);
      Mixture mixture{{random.below(real_bots), random.below(real_bots)}, uniform(random)};
      if (kind == Kind::Faulty && i % 3 == 1) mixture.faults = MostFaults * uniform(random);
      mixture.is_bully = kind == Kind::Bullies && i % 10 == 1;
      if (i % TwinsEvery == TwinsEvery - 1) mixture = mixtures_.back();
      mixtures_.push_back(mixture);
      continue;
    }
    const double drawn = normal(seed, i);
    const bool is_weak = kind == Kind::Crowded && Random(~seed, i).below(10) < 3;
    strengths_.push_back(kind == Kind::Even ? Even * drawn : is_weak ? Even * drawn - 120 : 25 * drawn + 20);
  }
}

double SimulatedWorld::points(std::size_t entrant) const {
  double sum = 0;
  for (std::size_t other = 0; other < size(); ++other) sum += other == entrant ? 0 : margin(entrant, other);
  return sum / static_cast<double>(size() - 1);
}

std::vector<double> SimulatedWorld::elos() const {
  // Zermelo's iteration: odds of a sum of scores.
  constexpr int Rounds = 3'000;
  std::vector<double> sums(size(), 0.0);
  for (std::size_t a = 0; a < size(); ++a) {
    for (std::size_t b = 0; b < size(); ++b) sums[a] += a == b ? 0 : score(a, b);
  }
  std::vector<double> odds(size(), 1.0);
  for (int round = 0; round < Rounds; ++round) {
    for (std::size_t a = 0; a < size(); ++a) {
      double games = 0;
      for (std::size_t b = 0; b < size(); ++b) games += a == b ? 0 : 1 / (odds[a] + odds[b]);
      odds[a] = sums[a] / games;
    }
  }
  double mean = 0;
  for (double& value : odds) mean += (value = EloPerLogOdds * std::log(value)) / static_cast<double>(size());
  for (double& value : odds) value -= mean;
  return odds;
}

double SimulatedWorld::pair_effect(std::size_t a, std::size_t b) const {
  const double effect = PairDeviation * normal(Random::mix(seed_ + 1), std::min(a, b) * size() + std::max(a, b));
  return a < b ? effect : -effect;
}

bool SimulatedWorld::are_twins(std::size_t first, std::size_t second) const {
  return !mixtures_.empty() && mixtures_[first] == mixtures_[second];
}

SimulatedWorld::Mixture SimulatedWorld::played(std::size_t entrant, std::size_t against) const {
  Mixture played = mixtures_[entrant];
  if (!played.is_bully) return played;
  constexpr double Weak = -50;
  const Mixture& other = mixtures_[against];
  const double strength = other.share * mean_margin(other.bots[0]) + (1 - other.share) * mean_margin(other.bots[1]);
  const bool is_first_better = mean_margin(played.bots[0]) > mean_margin(played.bots[1]);
  played.share = is_first_better == (strength < Weak) ? 1 : 0;
  return played;
}

std::array<double, 2> SimulatedWorld::faults(std::size_t first, std::size_t second) const {
  const double own = mixtures_[first].faults;
  return {own, (1 - own) * mixtures_[second].faults};
}

template <typename Value>
double SimulatedWorld::mixed(std::size_t first, std::size_t second, const Value& value) const {
  const Mixture one = played(first, second);
  const Mixture other = played(second, first);
  double sum = 0;
  for (const std::size_t a : {0U, 1U}) {
    for (const std::size_t b : {0U, 1U}) {
      const double share_a = a == 0 ? one.share : 1 - one.share;
      const double share_b = b == 0 ? other.share : 1 - other.share;
      sum += share_a * share_b * value(one.bots[a], other.bots[b]);
    }
  }
  return sum;
}

double SimulatedWorld::margin(std::size_t first, std::size_t second) const {
  if (mixtures_.empty()) return strengths_[first] - strengths_[second] + pair_effect(first, second);
  if (are_twins(first, second)) return 0;
  const auto [own, theirs] = faults(first, second);
  return FaultPoints * (theirs - own) + (1 - own - theirs) * mixed(first, second, [](std::size_t a, std::size_t b) {
                                          return real_truths().margin(a, b);
                                        });
}

double SimulatedWorld::score(std::size_t first, std::size_t second) const {
  if (mixtures_.empty()) return std::erfc(-margin(first, second) / BoardDeviation / std::sqrt(2.0)) / 2;
  if (are_twins(first, second)) return 0.5;
  const auto [own, theirs] = faults(first, second);
  const double sound = std::pow(1 - own - theirs, 2);
  const double by_theirs = std::pow(1 - own, 2) - sound;  // who alone is at fault loses every table
  const double by_both = 2 * own * theirs;
  return by_theirs + by_both / 2 +
         sound * mixed(first, second, [](std::size_t a, std::size_t b) { return real_truths().score(a, b); });
}

BoardResult SimulatedWorld::result(const Job& job) const {
  const auto a = static_cast<std::size_t>(job.entrants[0]);
  const auto b = static_cast<std::size_t>(job.entrants[1]);
  Random random(Random::mix(seed_ + 2), job.number.value());
  if (!mixtures_.empty() && !are_twins(a, b)) {
    const auto bot_of = [&](const Mixture& mixture) { return mixture.bots[uniform(random) < mixture.share ? 0 : 1]; };
    const std::size_t first = bot_of(played(a, b));
    BoardResult result = real_truths().draw(random, first, bot_of(played(b, a)));
    const auto [own, theirs] = faults(a, b);
    if (own + theirs == 0) return result;
    const double sound = std::exchange(result.margin, 0);
    for (int table = 0; table < result.tables; ++table) {
      const double luck = uniform(random);
      const bool is_own = luck < own;
      const bool is_sound = luck >= own + theirs;
      if (!is_sound) ++result.faults[is_own ? 0 : 1];
      result.margin += (is_sound ? sound : is_own ? -FaultPoints : FaultPoints) / result.tables;
    }
    const auto [by_own, by_theirs] = result.faults;
    if (by_own + by_theirs > 0) result.score = by_own > 0 && by_theirs > 0 ? 0.5 : by_own > 0 ? 0 : 1;
    return result;
  }
  BoardResult result;
  result.tables = 2;
  if (are_twins(a, b)) return result;
  result.margin = margin(a, b) + BoardDeviation * arena::normal(random);
  result.score = result.margin > 0 ? 1 : 0;
  return result;
}

void play(Schedule& schedule, const SimulatedWorld& world, std::uint64_t count, std::vector<RatedBoard>& boards) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto next = schedule.next();
    const Job* job = std::get_if<Job>(&next);
    if (job == nullptr) return;
    const BoardResult result = world.result(*job);
    schedule.report(*job, result);
    boards.push_back({job->board, job->entrants, result});
  }
}

LadderWorth worth_of(const SimulatedWorld& world, const StrengthTable& table) {
  std::vector<double> truth;
  std::vector<double> rated;
  LadderWorth worth;
  const auto count = static_cast<double>(world.size());
  for (std::size_t i = 0; i < world.size(); ++i) {
    truth.push_back(world.points(i));
    rated.push_back(table.value(i));
    const double error = rated[i] - truth[i];
    worth.rms += error * error / count;
    worth.covered += (std::abs(error) <= table.own_error95(i) ? 1 : 0) / count;
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
