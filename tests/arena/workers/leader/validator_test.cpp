#include "arena/workers/leader/validator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "engine/random.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TEST(Validator, RechecksTheFirstUnitsAndThenFewerTheMoreAreValid) {
  EXPECT_EQ(recheck_share(0, 0), 1);
  EXPECT_EQ(recheck_share(9, 9), 1);
  EXPECT_EQ(recheck_share(10, 0), 1);
  EXPECT_EQ(recheck_share(10, 10), 0.1);
  EXPECT_EQ(recheck_share(100'000, 50'000), 0.01);
}

TEST(Validator, DrawsByASecret) {
  int below = 0;
  int equal = 0;
  for (std::uint64_t unit = 0; unit < 10'000; ++unit) {
    const double draw = recheck_draw("one", UnitNumber(unit));
    ASSERT_TRUE(draw >= 0 && draw < 1);
    below += draw < 0.1 ? 1 : 0;
    equal += draw == recheck_draw("other", UnitNumber(unit)) ? 1 : 0;
  }
  EXPECT_NEAR(below, 1000, 150);
  EXPECT_EQ(equal, 0);
}

class ValidatorTest : public testing::Test {
 protected:
  /// The next unit, of one board, is stored as `worker` played it.
  UnitNumber store(const std::string& worker, bool is_comparable = true) {
    const UnitNumber unit = book_.add({JobNumber(next_)}, {{}}).id.number;
    book_.note({{"", unit}, UnitState::Stored, worker, {}, {}});
    ++next_;
    second_ = validator_.take_stored(unit, worker, is_comparable);
    return unit;
  }
  /// The jobs that are to be taken out of the store.
  std::vector<JobNumber> invalid() const {
    std::vector<JobNumber> jobs;
    for (const Invalidation& work : book_.invalidations()) jobs.insert(jobs.end(), work.jobs.begin(), work.jobs.end());
    return jobs;
  }

  TemporaryFolder folder_;
  UnitStore book_{folder_.path()};
  Validator validator_{book_};
  std::uint64_t next_ = 0;
  Validator::Second second_ = Validator::Second::None;
};

TEST_F(ValidatorTest, HasTheLeaderPlayAWorkersFirstUnitAndOthersTheNext) {
  store("red");
  EXPECT_EQ(second_, Validator::Second::Leader);
  store("red");
  EXPECT_EQ(second_, Validator::Second::Worker);
  store("red", false);
  EXPECT_EQ(second_, Validator::Second::None) << "its bots do not repeat themselves";
}

TEST_F(ValidatorTest, InvalidatesWhatNobodyElseConfirmed) {
  const UnitNumber by_leader = store("red");
  const UnitNumber by_blue = store("red");
  const UnitNumber open = store("red");
  const UnitNumber by_red = store("blue");
  const UnitNumber of_blue = store("blue");
  validator_.take_valid(by_leader, "red", "");
  validator_.take_valid(by_blue, "red", "blue");
  validator_.take_valid(by_red, "blue", "red");
  validator_.take_valid(of_blue, "blue", "");
  validator_.stop("red", "it is a test");
  EXPECT_TRUE(validator_.is_stopped("red"));
  EXPECT_EQ(invalid(), (std::vector<JobNumber>{book_.unit(open).jobs[0], book_.unit(by_red).jobs[0]}));
  EXPECT_EQ(book_.invalidations().at(0).reason, "it is a test");
  validator_.stop("blue", "it is a test");
  EXPECT_EQ(invalid().back(), book_.unit(by_blue).jobs[0]);
  EXPECT_EQ(invalid().size(), 3u) << "what is invalid is so once";
}

TEST_F(ValidatorTest, KnowsAllOfItWhenTheBookIsOpenedAgain) {
  const UnitNumber unit = store("red");
  validator_.take_valid(unit, "red", "");
  const UnitNumber open = store("blue");
  validator_.stop("green", "it is a test");
  validator_.set_nondeterministic(BotId(3));
  validator_.add_difference(BotId(4));
  Validator again(book_);
  EXPECT_EQ(again.units(), 2u);
  EXPECT_EQ(again.stopped().at("green"), "it is a test");
  EXPECT_TRUE(again.is_nondeterministic(BotId(3)));
  EXPECT_FALSE(again.is_nondeterministic(BotId(4)));
  again.add_difference(BotId(4));
  EXPECT_TRUE(again.is_nondeterministic(BotId(4)));
  EXPECT_EQ(book_.open_rechecks(), std::vector<UnitNumber>{open});
}

TEST_F(ValidatorTest, InvalidatesAUnitOfAWorkerThatGoesOn) {
  const UnitNumber first = store("red");
  store("red");
  validator_.invalidate(first, "red", "it is a test");
  EXPECT_EQ(invalid(), book_.unit(first).jobs);
  EXPECT_FALSE(validator_.is_stopped("red"));
  EXPECT_EQ(book_.open_rechecks().size(), 1u);
}

/// A leader and workers, of which some play other moves in a share of their units.
class SimulatedLeader {
 public:
  SimulatedLeader(std::uint64_t seed, std::size_t honest, std::size_t liars, double share)
      : random_(seed, 5), share_(share) {
    for (std::size_t i = 0; i < honest + liars; ++i) {
      workers_.push_back((i < honest ? "honest " : "liar ") + std::to_string(i));
    }
  }

  /// Units go to workers by chance, until so many were played or `is_enough`.
  template <typename IsEnough>
  void play(std::uint64_t units, const IsEnough& is_enough) {
    book_.together([&] {
      for (std::uint64_t i = 0; i < units && !is_enough(); ++i) play_unit();
    });
  }

  const Validator& validator() const { return validator_; }
  const std::vector<std::string>& workers() const { return workers_; }
  std::uint64_t rechecks() const { return rechecks_; }
  /// How many a worker has played.
  std::uint64_t units_of(const std::string& worker) { return units_[worker]; }

 private:
  void play_unit() {
    const UnitNumber unit = book_.add({JobNumber(next_++)}, {{}}).id.number;
    const std::string worker = any_but("");
    ++units_[worker];
    const bool is_true = answers_truly(worker);
    book_.note({{"", unit}, UnitState::Stored, worker, {}, {}});
    const Validator::Second second = validator_.take_stored(unit, worker, true);
    if (second == Validator::Second::None) return;
    ++rechecks_;
    std::string other;
    if (second == Validator::Second::Worker) {
      other = any_but(worker);
      const bool is_other_true = answers_truly(other);
      if (is_true && is_other_true) {
        validator_.take_valid(unit, worker, other);
        return;
      }
      // No two lies are the same: the leader decides.
      if (!is_other_true) validator_.stop(other, "it lies");
      if (is_true) validator_.close(unit);
    } else if (is_true) {
      validator_.take_valid(unit, worker, "");
    }
    if (!is_true) validator_.stop(worker, "it lies");
  }

  std::string any_but(const std::string& other) {
    while (true) {
      const std::string& worker = workers_[random_.below(static_cast<std::uint32_t>(workers_.size()))];
      if (worker != other && !validator_.is_stopped(worker)) return worker;
    }
  }

  bool answers_truly(const std::string& worker) {
    return worker.front() != 'l' || random_.below(1'000'000) >= share_ * 1'000'000;
  }

  Random random_;
  double share_;
  TemporaryFolder folder_;
  UnitStore book_{folder_.path()};
  Validator validator_{book_};
  std::vector<std::string> workers_;
  std::map<std::string, std::uint64_t> units_;
  std::uint64_t next_ = 0;
  std::uint64_t rechecks_ = 0;
};

/// One of 16 workers lies in 5 % of its units. TICHU_TRUST_RUNS: how often it is tried.
TEST(SimulatedRechecks, StopAWorkerThatLiesInOneOfTwentyUnits) {
  const char* wanted = std::getenv("TICHU_TRUST_RUNS");
  const std::size_t runs = wanted == nullptr ? 20 : std::stoul(wanted);
  constexpr std::uint64_t Most = 10'000;
  std::vector<std::uint64_t> units;
  std::size_t stopped = 0;
  for (std::size_t run = 0; run < runs; ++run) {
    SimulatedLeader leader(run, 15, 1, 0.05);
    const std::string& liar = leader.workers().back();
    leader.play(1'000'000, [&] { return leader.validator().is_stopped(liar) || leader.units_of(liar) >= Most; });
    stopped += leader.validator().is_stopped(liar) ? 1 : 0;
    units.push_back(leader.units_of(liar));
  }
  std::sort(units.begin(), units.end());
  std::cout << "stopped in " << stopped << " of " << runs << " runs; units: median " << units[runs / 2] << ", 99 % "
            << units[runs * 99 / 100] << ", most " << units.back() << "\n";
  EXPECT_GE(static_cast<double>(stopped), 0.99 * static_cast<double>(runs));
}

/// Among 4 liars. TICHU_TRUST_UNITS: how many units.
TEST(SimulatedRechecks, NeverStopAnHonestWorker) {
  const char* wanted = std::getenv("TICHU_TRUST_UNITS");
  const std::uint64_t units = wanted == nullptr ? 50'000 : std::stoull(wanted);
  std::uint64_t rechecks = 0;
  for (std::uint64_t seed = 1; seed * 10'000 <= units; ++seed) {
    SimulatedLeader leader(seed, 8, 4, 0.05);
    leader.play(10'000, [] { return false; });
    rechecks += leader.rechecks();
    for (const std::string& worker : leader.workers()) {
      EXPECT_FALSE(worker.front() == 'h' && leader.validator().is_stopped(worker)) << worker << " in run " << seed;
    }
  }
  std::cout << units << " units, of which " << rechecks << " were rechecked\n";
}

}  // namespace
}  // namespace tichu::arena
