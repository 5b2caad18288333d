#include "arena/workers/leader/worker_registry.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arena/workers/broker/subjects.h"

namespace tichu::arena {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

constexpr const char* Build = "tichu-arena 1";

/// A registry to which the test says what workers would.
struct TestedRegistry {
  std::map<std::string, std::string> words;  ///< that the leader has said last, by subject
  WorkerRegistry registry{[this](const std::string& subject, std::string_view bytes) { words[subject] = bytes; },
                          Build};

  void say_hello(const std::string& as, const std::string& worker, const std::string& build = Build,
                 std::uint32_t cores = 1, WorkerRegistry::Time now = std::chrono::steady_clock::now()) {
    units::Hello hello;
    hello.set_worker(worker);
    hello.set_build(build);
    hello.set_cores(cores);
    registry.take_hello({subject_of_hello(as), encode(hello)}, now);
  }
  void say_that_it_drains(const std::string& as, const std::string& worker) {
    units::Beat beat;
    beat.set_worker(worker);
    beat.set_draining(true);
    registry.take_beat({subject_of_beat(as), encode(beat)});
  }
};

TEST(WorkerRegistry, TakesNoHelloInAnothersName) {
  TestedRegistry leader;
  leader.say_hello("attic", "attic");
  leader.registry.take_news();
  EXPECT_EQ(leader.registry.workers(), 1u);
  leader.words.clear();
  leader.say_hello("evil", "attic", "another build");
  EXPECT_TRUE(leader.registry.take_news().empty());
  EXPECT_EQ(leader.registry.workers(), 1u);
  EXPECT_TRUE(leader.words.empty()) << "nothing is said to the attic because of it";
}

TEST(WorkerRegistry, TakesNoBeatInAnothersName) {
  TestedRegistry leader;
  leader.say_hello("attic", "attic");
  leader.say_that_it_drains("evil", "attic");
  EXPECT_EQ(leader.registry.workers(), 1u);
  leader.say_that_it_drains("attic", "attic");
  EXPECT_EQ(leader.registry.workers(), 0u);
}

TEST(WorkerRegistry, TellsStrangersWorkersByTheirNames) {
  TestedRegistry leader;
  leader.say_hello("guest-ann", "guest-ann");
  EXPECT_TRUE(leader.registry.has_others({}));
  EXPECT_FALSE(leader.registry.has_others({}, true));
  leader.say_hello("attic", "attic");
  EXPECT_TRUE(leader.registry.has_others({}, true));
  EXPECT_FALSE(leader.registry.has_others({"attic"}, true));
}

TEST(WorkerRegistry, ForgetsWhoIsAwayForLong) {
  TestedRegistry leader;
  WorkerRegistry::Time now = std::chrono::steady_clock::now();
  leader.say_hello("attic", "attic", Build, 1, now);
  now += seconds(60);
  leader.registry.take_news(now);
  EXPECT_EQ(leader.registry.workers(), 0u);
  EXPECT_EQ(leader.registry.seen().all.size(), 1u);
  leader.registry.take_news(now + hours(1));
  EXPECT_TRUE(leader.registry.seen().all.empty());
}

TEST(WorkerRegistry, RemembersWhomItRefusesHoweverLongTheyAreAway) {
  TestedRegistry leader;
  const WorkerRegistry::Time now = std::chrono::steady_clock::now();
  leader.say_hello("evil", "evil");
  leader.registry.take_news(now);
  leader.registry.refuse("evil", "its results were not true");
  leader.registry.take_news(now + hours(1));
  leader.registry.take_news(now + hours(3));
  EXPECT_TRUE(leader.registry.is_refused("evil"));
}

TEST(WorkerRegistry, NamesNoMoreUnitsThanAWordHolds) {
  std::size_t words = 0;
  std::size_t named = 0;
  WorkerRegistry registry(
      [&](const std::string&, std::string_view bytes) {
        const auto word = decode<units::Word>(bytes, "a leader");
        ASSERT_TRUE(word) << word.error().text();
        ++words;
        named += static_cast<std::size_t>(word->units_size());
      },
      Build);
  registry.say_taken("attic", std::vector<UnitId>(1025, {std::string(TournamentKeyDigits, 'a'), UnitNumber(1)}));
  EXPECT_EQ(words, 3u);
  EXPECT_EQ(named, 1025u);
}

}  // namespace
}  // namespace tichu::arena
