// Whether numbers against the field, their errors, places and likelihoods hold where truths are real: boards between
// bots come out as in the kept crosstables. Each prints its figures, beside those of a fit of differences.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "arena/statistics/rating/extreme_boards.h"
#include "arena/statistics/rating/field_rating.h"
#include "arena/statistics/rating/place_intervals.h"
#include "arena/tournament/schedule/ladder_schedule.h"
#include "tests/arena/statistics/rating/additive_rating.h"
#include "tests/arena/statistics/rating/real_truths.h"
#include "tests/arena/tournament/schedule/simulated_ladder.h"

namespace tichu::arena {
namespace {

using Kind = SimulatedWorld::Kind;

/// How many of `whole` worlds are to be simulated: all, or the share of them that TICHU_SIMULATIONS says.
int simulated_worlds(int whole) {
  const char* share = std::getenv("TICHU_SIMULATIONS");
  return share == nullptr ? whole : std::max(2, static_cast<int>(std::lround(whole * std::strtod(share, nullptr))));
}

/// A share, world by world: what happens in one world hangs together.
class Share {
 public:
  void add(bool hit) {
    hits_ += hit ? 1 : 0;
    all_ += 1;
  }
  void end_world() {
    if (all_ == 0) return;
    worlds_.push_back({hits_, all_});
    hits_ = all_ = 0;
  }
  double mean() const { return sum(0) / sum(1); }
  /// Standard error over worlds, never less than that of one hit more or less.
  double error() const {
    double squares = 0;
    for (const auto& [hits, all] : worlds_) squares += std::pow(hits - mean() * all, 2);
    return std::max(std::sqrt(squares), 1.0) / sum(1);
  }
  /// How far chance takes the mean but in one of 370 cases: three standard errors, or more where there are few worlds
  /// to tell their spread (Student's distribution, two-sided).
  double reach() const {
    constexpr std::array<double, 10> Quantiles{236, 19.2, 9.22, 6.62, 5.51, 4.90, 4.53, 4.28, 4.09, 3.96};
    if (worlds_.size() < 2) return 1;
    const std::size_t freedom = worlds_.size() - 1;
    const double degrees = static_cast<double>(freedom);
    const double quantile =
        freedom <= Quantiles.size() ? Quantiles.at(freedom - 1) : 3 + 7.5 / degrees + 17.25 / (degrees * degrees);
    return quantile * error() * std::sqrt(1 + 1 / degrees);
  }
  double count() const { return sum(1); }
  bool is_empty() const { return worlds_.empty(); }
  std::string text() const { return is_empty() ? "-" : fmt::format("{:.1f} ({:.1f})", 100 * mean(), 100 * error()); }

 private:
  double sum(std::size_t place) const {
    double sum = 0;
    for (const auto& world : worlds_) sum += world[place];
    return sum;
  }
  std::vector<std::array<double, 2>> worlds_;
  double hits_ = 0;
  double all_ = 0;
};

/// Likelihoods by tenths: how often the likelier of two was the stronger.
class Likelihoods {
 public:
  void add(double likelihood, bool is_true) {
    if (likelihood < 0.5) return add(1 - likelihood, !is_true);
    const auto tenth = std::min<std::size_t>(4, static_cast<std::size_t>((likelihood - 0.5) * 10));
    shares_[tenth].add(is_true);
    told_[tenth] += likelihood;
  }
  void end_world() {
    for (Share& share : shares_) share.end_world();
  }
  void print(const char* what) const {
    std::printf("  %-26s", what);
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      std::printf("  said %.3f came %.3f (%.3f)", told(i), shares_[i].mean(), shares_[i].error());
    }
    std::printf("\n");
  }
  /// Within `slack` of what was said, or as much more as chance takes it.
  void expect_calibrated(double slack) const {
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      EXPECT_NEAR(shares_[i].mean(), told(i), slack + shares_[i].reach()) << "tenth " << i + 5;
    }
  }

 private:
  double told(std::size_t tenth) const { return told_[tenth] / shares_[tenth].count(); }
  std::array<Share, 5> shares_;
  std::array<double, 5> told_{};
};

/// What holds of one kind of rating.
struct Held {
  Share points;
  Share bullies;  ///< the points of these
  Share elo;
  Share places;
  Share twins;
  Likelihoods field;
  Likelihoods pairs;
  double width = 0;
  double squares = 0;
  double entrants = 0;

  void add(const SimulatedWorld& world, const StrengthTable& table) {
    std::vector<std::size_t> ranked(world.size());
    std::vector<double> truth;
    for (std::size_t i = 0; i < world.size(); ++i) truth.push_back(world.points(i));
    std::iota(ranked.begin(), ranked.end(), std::size_t{0});
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](std::size_t a, std::size_t b) { return table.value(a) > table.value(b); });
    const std::vector<PlaceInterval> intervals = place_intervals(table, ranked);
    for (std::size_t place = 0; place < ranked.size(); ++place) {
      const std::size_t i = ranked[place];
      const double error = table.value(i) - truth[i];
      points.add(std::abs(error) <= table.own_error95(i));
      if (world.is_bully(i)) bullies.add(std::abs(error) <= table.own_error95(i));
      squares += error * error;
      width += table.own_error95(i);
      entrants += 1;
      int better = 0;
      int equal = 0;
      for (std::size_t k = 0; k < world.size(); ++k) {
        better += truth[k] > truth[i] + 1e-9 ? 1 : 0;
        equal += std::abs(truth[k] - truth[i]) <= 1e-9 ? 1 : 0;
        if (k <= i) continue;
        const double difference = std::abs(table.value(i) - table.value(k));
        if (world.are_twins(i, k)) twins.add(difference <= table.difference_error95(i, k));
        if (!world.are_twins(i, k)) field.add(table.superiority(i, k), truth[i] > truth[k]);
      }
      // Twins share their places.
      places.add(intervals[place].low <= better + equal && better + 1 <= intervals[place].high);
    }
  }
  void end_world() {
    for (Share* share : {&points, &bullies, &elo, &places, &twins}) share->end_world();
    field.end_world();
    pairs.end_world();
  }
  void print(const std::string& what) const {
    fmt::print("{}: points {} %, of bullies {}, Elo {}, places {}, twins {}; +-{:.1f}, RMS {:.1f}\n", what,
               points.text(), bullies.text(), elo.text(), places.text(), twins.text(), width / entrants,
               std::sqrt(squares / entrants));
  }
};

struct Simulated {
  Held field;
  Held additive;
};

using Play = std::function<std::vector<RatedBoard>(const SimulatedWorld&, std::uint64_t seed)>;

Simulated simulate(const std::string& what, std::size_t entrants, int worlds, const Play& play,
                   Kind kind = Kind::Real) {
  Simulated found;
  for (int i = 0; i < worlds; ++i) {
    const auto seed = 40'000 + static_cast<std::uint64_t>(i);
    const SimulatedWorld world(entrants, kind, seed);
    const std::vector<RatedBoard> boards = play(world, seed);
    const FieldRating points = rate_points(entrants, margins_of(boards));
    const FieldRating elo = rate_elo(entrants, scores_of(boards));
    const std::vector<double> elos = world.elos();
    found.field.add(world, points.numbers());
    for (std::size_t a = 0; a < entrants; ++a) {
      found.field.elo.add(std::abs(elo.value(a) - elos[a]) <= elo.error95(a));
      for (std::size_t b = 0; b < a; ++b) {
        if (world.are_twins(a, b)) continue;
        found.field.pairs.add(points.forecast(a, b).superiority, world.margin(a, b) > 0);
      }
    }
    found.additive.add(world, rate_additively(entrants, margins_of(boards)));
    found.field.end_world();
    found.additive.end_world();
  }
  std::printf("%s, %d worlds\n", what.c_str(), worlds);
  found.field.print("  against the field");
  found.additive.print("  a fit of differences");
  found.field.field.print("stronger against the field");
  found.additive.field.print("by a fit of differences");
  found.field.pairs.print("stronger head to head");
  return found;
}

void expect_held(const Share& share, double low, double high) {
  const double slack = share.reach();
  EXPECT_GE(share.mean(), low - slack);
  EXPECT_LE(share.mean(), high + slack);
}

void expect_honest(const Simulated& found) {
  expect_held(found.field.points, 0.93, 0.97);
  expect_held(found.field.elo, 0.93, 0.97);
  expect_held(found.field.places, 0.88, 1);
  found.field.field.expect_calibrated(0.03);
  found.field.pairs.expect_calibrated(0.05);
}

/// Every pair that meets, between `least` and `most` boards of it, evenly by their logarithm.
std::vector<RatedBoard> uneven_pool(const SimulatedWorld& world, std::uint64_t seed, double met, double least,
                                    double most) {
  Random random(seed, 17);
  std::vector<RatedBoard> boards;
  for (std::size_t a = 0; a < world.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double boards_of_pair = least * std::pow(most / least, uniform(random));
      if (uniform(random) >= met) continue;
      for (int i = 0; i < static_cast<int>(boards_of_pair); ++i) {
        const Job job{JobNumber(boards.size()),
                      BoardNumber(boards.size()),
                      {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}};
        boards.push_back({job.board, job.entrants, world.result(job)});
      }
    }
  }
  return boards;
}

TEST(RealTruths, AreToldByUnevenPoolsInWhichAllMet) {
  const Simulated found =
      simulate("20 entrants, 60 to 6,000 boards a pair", 20, simulated_worlds(200),
               [](const SimulatedWorld& world, std::uint64_t seed) { return uneven_pool(world, seed, 1, 60, 6'000); });
  expect_honest(found);
  expect_held(found.field.twins, 0.93, 0.97);
  EXPECT_LE(found.additive.points.mean(), 0.6);
}

TEST(RealTruths, AreToldByUnevenPoolsInWhichHalfMet) {
  expect_honest(
      simulate("20 entrants, half of the pairs, 20 to 600 boards each", 20, simulated_worlds(400),
               [](const SimulatedWorld& world, std::uint64_t seed) { return uneven_pool(world, seed, 0.5, 20, 600); }));
}

TEST(RealTruths, AreToldByFewBoards) {
  expect_honest(
      simulate("20 entrants, 80 % of the pairs, 2 to 20 boards each", 20, simulated_worlds(400),
               [](const SimulatedWorld& world, std::uint64_t seed) { return uneven_pool(world, seed, 0.8, 2, 20); }));
}

/// A ladder of 50 from the start and ten newcomers, with owners of three bots each, some of which retire.
std::vector<RatedBoard> living_ladder(const SimulatedWorld& world, std::uint64_t boards_in_all) {
  constexpr std::size_t First = 50;
  const auto owner_of = [](std::size_t entrant) { return "owner" + std::to_string(entrant / 3); };
  std::vector<std::string> owners;
  for (std::size_t i = 0; i < First; ++i) owners.push_back(owner_of(i));
  LadderSchedule ladder(First, 4, std::nullopt, false, owners);
  std::vector<RatedBoard> boards;
  const std::size_t newcomers = world.size() - First;
  play(ladder, world, boards_in_all / 2, boards);
  for (std::size_t i = 0; i < newcomers; ++i) {
    FieldChange change{ChangeKind::Enter, static_cast<EntrantId>(First + i)};
    change.owner = owner_of(First + i);
    ladder.change(change);
    if (i % 3 == 0) ladder.change({ChangeKind::Retire, static_cast<EntrantId>(4 * i)});
    play(ladder, world, boards_in_all / 2 / newcomers, boards);
  }
  return boards;
}

TEST(RealTruths, AreToldByLadders) {
  for (const std::uint64_t boards : {6'000U, 30'000U}) {
    expect_honest(simulate("a ladder of 60, " + std::to_string(boards) + " boards", 60, simulated_worlds(100),
                           [&](const SimulatedWorld& world, std::uint64_t) { return living_ladder(world, boards); }));
  }
}

TEST(RealTruths, AreToldOfBotsWithFaultsAndOfBotsThatBeatTheWeakAlone) {
  const auto half = [](const SimulatedWorld& world, std::uint64_t seed) {
    return uneven_pool(world, seed, 0.5, 20, 600);
  };
  const auto ladder = [](const SimulatedWorld& world, std::uint64_t) { return living_ladder(world, 6'000); };
  for (const auto& [kind, name] :
       {std::pair(Kind::Faulty, "a third faulty, "), std::pair(Kind::Bullies, "a tenth bullies, ")}) {
    expect_honest(
        simulate(name + std::string("20 entrants, half of the pairs"), 20, simulated_worlds(200), half, kind));
    expect_honest(simulate(name + std::string("a ladder of 60, 6,000 boards"), 60, simulated_worlds(50), ladder, kind));
  }
}

/// How often the 95 % intervals of points hold if real bots, drawn by lot, play ten boards a pair.
Share held_after_ten(std::uint32_t entrants, int worlds) {
  const RealTruths truths;
  Share held;
  for (int i = 0; i < worlds; ++i) {
    Random random(static_cast<std::uint64_t>(i), 31);
    std::vector<std::size_t> bots(truths.size());
    std::iota(bots.begin(), bots.end(), std::size_t{0});
    for (std::uint32_t k = 0; k < entrants; ++k)
      std::swap(bots[k], bots[k + random.below(static_cast<std::uint32_t>(bots.size()) - k)]);
    std::vector<BoardValue> margins;
    std::vector<double> points(entrants);
    for (std::uint16_t a = 0; a < entrants; ++a) {
      for (std::uint16_t b = 0; b < entrants; ++b) {
        points[a] += a == b ? 0 : truths.margin(bots[a], bots[b]) / (entrants - 1);
        for (int k = 0; k < 10 && b < a; ++k) {
          const double margin = truths.draw(random, bots[a], bots[b]).margin;
          margins.push_back({BoardNumber(margins.size()), {EntrantId{a}, EntrantId{b}}, margin});
        }
      }
    }
    const FieldRating rating = rate_points(entrants, margins);
    for (std::size_t a = 0; a < entrants; ++a) held.add(std::abs(rating.value(a) - points[a]) <= rating.error95(a));
    held.end_world();
  }
  return held;
}

TEST(RealTruths, AreToldByTenBoardsAPair) {
  const int worlds = simulated_worlds(4'000);
  const Share pools = held_after_ten(5, worlds);
  const Share two = held_after_ten(2, worlds);
  fmt::print("ten boards a pair: points hold in {} % of five, in {} % of two\n", pools.text(), two.text());
  expect_held(pools, 0.93, 0.97);
  expect_held(two, 0.91, 0.97);  // reading_notes says so
}

/// Boards of real bots, so many of each pair but of those of one owner.
std::vector<BoardValue> owners_pool(const std::vector<std::string>& bots, const std::vector<std::string>& owners,
                                    int boards_of_pair, std::uint64_t seed) {
  const RealTruths truths;
  std::vector<std::size_t> numbers(bots.size());
  for (std::size_t i = 0; i < bots.size(); ++i) {
    numbers[i] = truths.number(bots[i]);
  }
  Random random(seed, 23);
  std::vector<BoardValue> margins;
  for (std::size_t a = 0; a < bots.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (owners[a] == owners[b]) continue;
      for (int i = 0; i < boards_of_pair; ++i) {
        const double margin = bots[a] == bots[b] ? 0 : truths.draw(random, numbers[a], numbers[b]).margin;
        margins.push_back(
            {BoardNumber(margins.size()), {static_cast<EntrantId>(a), static_cast<EntrantId>(b)}, margin});
      }
    }
  }
  return margins;
}

TEST(RealTruths, RateTwinsAlikeThoughOneAloneMetAVeryWeakBot) {
  // Bots of one owner never meet: the twin of eve alone meets ada's weak bot.
  const std::vector<std::string> bots{"steady", "greedy", "lowest", "plain", "no-tichu", "lowest", "lowest", "random"};
  const std::vector<std::string> owners{"one", "two", "three", "bob", "cid", "eve", "ada", "ada"};
  const std::size_t met_weak = 5;
  const std::size_t other = 6;
  const int worlds = simulated_worlds(200);
  int alike = 0;
  int overlap = 0;
  double apart = 0;
  double additive_apart = 0;
  for (int i = 0; i < worlds; ++i) {
    const auto margins = owners_pool(bots, owners, 1'000, static_cast<std::uint64_t>(i));
    const FieldRating rating = rate_points(bots.size(), margins);
    const StrengthTable additive = rate_additively(bots.size(), margins);
    const double difference = std::abs(rating.value(met_weak) - rating.value(other));
    apart += difference / worlds;
    additive_apart += std::abs(additive.value(met_weak) - additive.value(other)) / worlds;
    alike += difference <= rating.difference_error95(met_weak, other) ? 1 : 0;
    const std::vector<PlaceInterval> places =
        place_intervals(rating.numbers(), std::vector<std::size_t>{met_weak, other, 0, 1, 2, 3, 4, 7});
    overlap += places[0].low <= places[1].high && places[1].low <= places[0].high ? 1 : 0;
  }
  fmt::print(
      "twins, of which one alone met a very weak bot: {} of {} within their error, {} with overlapping places, "
      "{:.1f} points apart ({:.1f} by a fit of differences)\n",
      alike, worlds, overlap, apart, additive_apart);
  EXPECT_GE(alike, 0.93 * worlds - 3 * std::sqrt(0.05 * worlds) - 1);
  EXPECT_EQ(overlap, worlds);
}

/// Beyond this moderators are told of a pair (AlarmingSurprise of the ladder).
constexpr double Alarming = 5;
constexpr std::uint64_t LeastBoardsOfPair = 64;

std::vector<PairResidual> residuals_of(std::size_t entrants, const std::vector<BoardValue>& margins) {
  return rate_points(entrants, margins)
      .residuals([](std::size_t entrant) { return std::optional(entrant); }, LeastBoardsOfPair);
}

TEST(RealTruths, LeaveHonestPairsInPeace) {
  constexpr std::size_t Entrants = 30;
  const int worlds = simulated_worlds(1'000);
  int named = 0;
  int extreme = 0;
  int ladders = 0;
  double pairs = 0;
  for (int i = 0; i < worlds; ++i) {
    const auto seed = 50'000 + static_cast<std::uint64_t>(i);
    const SimulatedWorld world(Entrants, Kind::Real, seed);
    const std::vector<BoardValue> margins = margins_of(uneven_pool(world, seed, 0.7, 20, 1'000));
    int alarms = 0;
    for (const PairResidual& pair : residuals_of(Entrants, margins)) {
      alarms += std::abs(pair.surprise) > Alarming ? 1 : 0;
      pairs += 1;
    }
    named += alarms;
    for (const PairExtremes& pair : extreme_boards(Entrants, margins, LeastBoardsOfPair)) {
      alarms += pair.surprise > Alarming ? 1 : 0;
      extreme += pair.surprise > Alarming ? 1 : 0;
    }
    ladders += alarms > 0 ? 1 : 0;
  }
  fmt::print("honest: {} of {:.0f} pairs named by means, {} by extremes, in {} of {} ladders of {} entrants\n", named,
             pairs, extreme, ladders, worlds, Entrants);
  EXPECT_LE(ladders, 0.02 * worlds + 3 * std::sqrt(0.02 * worlds) + 1);
}

constexpr double Thrown = 420;

/// Every tenth board of two is thrown, by the lower or by both in turn: the thrower loses 420 points there.
std::vector<BoardValue> with_thrown(std::vector<BoardValue> margins, std::size_t lower, std::size_t higher,
                                    bool in_turn) {
  constexpr int Every = 10;
  int met = 0;
  for (BoardValue& board : margins) {
    const auto [a, b] = board.sides();
    if (std::minmax(a, b) != std::minmax(lower, higher) || ++met % Every != 0) continue;
    const bool by_lower = !in_turn || met % (2 * Every) == 0;
    board.value = (a == lower) == by_lower ? -Thrown : Thrown;
  }
  return margins;
}

/// In so many of the pools of the real bots two of them, drawn by lot, were named.
int found_throwers(double boards, bool in_turn, int pools) {
  const RealTruths truths;
  const std::size_t bots = truths.size();
  int found = 0;
  for (int i = 0; i < pools; ++i) {
    Random random(static_cast<std::uint64_t>(i), 29);
    std::vector<BoardValue> margins;
    for (std::size_t a = 0; a < bots; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        for (int k = 0; k < static_cast<int>(boards); ++k) {
          margins.push_back({BoardNumber(margins.size()),
                             {static_cast<EntrantId>(a), static_cast<EntrantId>(b)},
                             truths.draw(random, a, b).margin});
        }
      }
    }
    const std::size_t one = random.below(static_cast<std::uint32_t>(bots));
    const std::size_t other = (one + 1 + random.below(static_cast<std::uint32_t>(bots) - 1)) % bots;
    const auto [lower, higher] = std::minmax(one, other);
    margins = with_thrown(std::move(margins), lower, higher, in_turn);
    bool is_found = false;
    for (const PairExtremes& pair : extreme_boards(bots, margins, LeastBoardsOfPair)) {
      is_found = is_found || (pair.first == lower && pair.second == higher && pair.surprise > Alarming);
    }
    for (const PairResidual& pair : residuals_of(bots, margins)) {
      is_found = is_found || (pair.groups == std::array{lower, higher} && std::abs(pair.surprise) > Alarming);
    }
    found += is_found ? 1 : 0;
  }
  return found;
}

TEST(RealTruths, FindWhoThrowsEveryTenthBoard) {
  const int pools = simulated_worlds(100);
  for (const bool in_turn : {false, true}) {
    int found = 0;
    for (const double boards : {100.0, 200.0, 400.0, 800.0}) {
      found = found_throwers(boards, in_turn, pools);
      fmt::print("thrown {}: found after {:.0f} boards of each pair in {} of {} pools\n",
                 in_turn ? "in turn" : "by one", boards, found, pools);
    }
    EXPECT_GE(found, 0.6 * pools - 3 * std::sqrt(0.24 * pools));
  }
}

}  // namespace
}  // namespace tichu::arena
