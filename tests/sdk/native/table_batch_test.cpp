// What many tables do is said once for Python in env_test.py. Here is what only C++ can look at: that a step takes no
// memory, and, under the sanitizers, that nothing is read or written where it should not be, nor by two threads at
// once.
#include "sdk/python/native/table_batch.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/sdk/native/allocations.h"

namespace tichu::training {
namespace {

/// A batch with room for all that it can write.
struct Tables {
  explicit Tables(BatchPlan plan)
      : n(static_cast<std::size_t>(plan.tables)),
        observations(n * static_cast<std::size_t>(plan.layout->size)),
        mask(n * ActionIds::Count),
        legal_offsets(n + 1),
        legal_ids(n * ActionIds::Count),
        features(n * ActionIds::Count * ActionRowSize),
        legal_bits(n * TableBatch::LegalBitsSize),
        states(n * static_cast<std::size_t>(state_layout().size)),
        rewards(n * 4),
        calls(n * 4),
        double_victories(n),
        ends(n),
        round_ends(n),
        seats(n),
        asks(n),
        episodes(n),
        answers(n),
        batch(std::move(plan)) {
    batch.reset(batch.plan().seed, arrays());
  }

  BatchArrays arrays() {
    BatchArrays to;
    to.observations = observations.data();
    to.mask = mask.data();
    to.legal_offsets = legal_offsets.data();
    to.legal_ids = legal_ids.data();
    to.features = features.data();
    to.legal_bits = legal_bits.data();
    to.states = states.data();
    to.rewards = rewards.data();
    to.calls = calls.data();
    to.double_victories = double_victories.data();
    to.ends = ends.data();
    to.round_ends = round_ends.data();
    to.seats = seats.data();
    to.asks = asks.data();
    to.episodes = episodes.data();
    return to;
  }

  /// A step with random answers; false if they were not taken.
  bool step() {
    batch.sample(answers.data());
    if (batch.take(answers.data())) return false;
    batch.step(arrays());
    return true;
  }

  /// Whether another batch has written the same.
  bool has_written_as(const Tables& other) const {
    const auto legal = legal_offsets.back();
    return observations == other.observations && mask == other.mask && legal_offsets == other.legal_offsets &&
           std::equal(legal_ids.begin(), legal_ids.begin() + legal, other.legal_ids.begin()) &&
           std::equal(features.begin(), features.begin() + legal * ActionRowSize, other.features.begin()) &&
           legal_bits == other.legal_bits && states == other.states && rewards == other.rewards &&
           calls == other.calls && double_victories == other.double_victories && ends == other.ends &&
           round_ends == other.round_ends && seats == other.seats && asks == other.asks && episodes == other.episodes;
  }

  std::size_t n;
  std::vector<std::uint8_t> observations, mask;
  std::vector<std::int32_t> legal_offsets;
  std::vector<std::int16_t> legal_ids;
  std::vector<std::uint8_t> features, legal_bits, states;
  std::vector<float> rewards;
  std::vector<std::int8_t> calls, double_victories;
  std::vector<std::uint8_t> ends, round_ends, seats, asks;
  std::vector<std::int64_t> episodes;
  std::vector<std::int16_t> answers;
  TableBatch batch;
};

BatchPlan plan_of(int tables, int threads, const Layout& layout) {
  BatchPlan plan;
  plan.tables = tables;
  plan.seed = 17;
  plan.asked.fill(true);
  plan.threads = threads;
  plan.layout = &layout;
  return plan;
}

/// Partners that learn, against the policies that are compiled in.
BatchPlan mixed_plan(int tables, int threads, const Layout& layout) {
  BatchPlan plan = plan_of(tables, threads, layout);
  plan.seats[Seat(1)].kind = SeatKind::Light;
  plan.seats[Seat(3)].kind = SeatKind::Random;
  return plan;
}

TEST(TableBatch, AStepTakesNoMemory) {
  for (const int threads : {1, 2}) {
    for (const Layout* layout : {&compact_layout(), &full_layout()}) {
      for (BatchPlan plan : {plan_of(32, threads, *layout), mixed_plan(32, threads, *layout)}) {
        plan.whole_games = threads == 2;
        Tables tables(std::move(plan));
        ASSERT_TRUE(tables.step());  // in which the threads start
        const long before = test::allocations();
        ASSERT_GT(before, 0);
        for (int i = 0; i < 600; ++i) ASSERT_TRUE(tables.step());
        EXPECT_EQ(test::allocations() - before, 0);
      }
    }
  }
}

TEST(TableBatch, TheThreadsWriteWhatOneWrites) {
  for (const Layout* layout : {&compact_layout(), &full_layout()}) {
    Tables one(mixed_plan(37, 1, *layout));
    Tables three(mixed_plan(37, 3, *layout));
    for (int i = 0; i < 500; ++i) {
      ASSERT_TRUE(one.has_written_as(three)) << "step " << i;
      ASSERT_TRUE(one.step());
      ASSERT_TRUE(three.step());
    }
  }
}

TEST(TableBatch, AnswersOfAnyNumberAreTakenOnlyIfTheyAreLegal) {
  Tables tables(plan_of(8, 2, full_layout()));
  const Tables before(plan_of(8, 1, full_layout()));
  Random random(3);
  std::vector<std::int64_t> answers(tables.n);
  for (int i = 0; i < 2000; ++i) {
    bool all_legal = true;
    for (std::size_t table = 0; table < tables.n; ++table) {
      const auto number = static_cast<std::int64_t>(random.next());
      answers[table] = i % 2 == 0 ? number : number % 2000;
      all_legal = all_legal && tables.batch.legal(static_cast<int>(table)).contains(answers[table]);
    }
    const auto bad = tables.batch.take(answers.data());
    ASSERT_EQ(bad.has_value(), !all_legal);
    if (bad) {
      EXPECT_FALSE(bad->reason.empty());
    }
  }
  EXPECT_TRUE(tables.has_written_as(before));
  EXPECT_TRUE(tables.step());
}

TEST(TableBatch, ATableThatIsOverWaitsForItsReset) {
  BatchPlan plan = mixed_plan(5, 2, compact_layout());
  plan.auto_reset = false;
  Tables tables(std::move(plan));
  const std::vector<std::uint8_t> all_over(5, TableBatch::NoSeat);
  for (int i = 0; i < 1000 && tables.seats != all_over; ++i) ASSERT_TRUE(tables.step());
  EXPECT_EQ(tables.seats, all_over);
  EXPECT_EQ(tables.legal_offsets.back(), 0);
  tables.batch.reset_finished(tables.arrays());
  EXPECT_EQ(tables.episodes, (std::vector<std::int64_t>{5, 6, 7, 8, 9}));
  EXPECT_TRUE(tables.step());
}

}  // namespace
}  // namespace tichu::training
