#include "arena/workers/leader/roll_call.h"

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/workers/broker/subjects.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

constexpr const char* Build = "tichu-arena 1";

/// A roll call to which the test says what workers would.
struct Roll {
  std::deque<HeardMessage> hellos;
  std::deque<HeardMessage> beats;
  std::map<std::string, std::string> words;  ///< that the leader has said last, by subject
  RollCall roll{{[this](const std::string& subject, std::string_view bytes) { words[subject] = bytes; },
                 [this] { return next(hellos); }, [this] { return next(beats); }},
                Build};

  static std::optional<HeardMessage> next(std::deque<HeardMessage>& said) {
    if (said.empty()) return std::nullopt;
    HeardMessage first = std::move(said.front());
    said.pop_front();
    return first;
  }

  void say_hello(const std::string& as, const std::string& worker, const std::string& build = Build,
                 std::uint32_t cores = 1) {
    WorkerHello hello;
    hello.version = UnitMessagesVersion;
    hello.worker = worker;
    hello.build = build;
    hello.cores = cores;
    hello.sandbox = "none";
    hellos.push_back({subject_of_hello(as), encode(hello)});
  }
  void say_that_it_drains(const std::string& as, const std::string& worker) {
    WorkerBeat beat;
    beat.worker = worker;
    beat.draining = true;
    beats.push_back({subject_of_beat(as), encode(beat)});
  }
};

TEST(RollCall, TakesNoHelloInAnothersName) {
  Roll leader;
  leader.say_hello("attic", "attic");
  leader.roll.take_news();
  EXPECT_EQ(leader.roll.workers(), 1u);
  leader.words.clear();
  leader.say_hello("evil", "attic", "another build");
  EXPECT_TRUE(leader.roll.take_news().empty());
  EXPECT_EQ(leader.roll.workers(), 1u);
  EXPECT_TRUE(leader.words.empty()) << "nothing is said to the attic because of it";
}

TEST(RollCall, TakesNoBeatInAnothersName) {
  Roll leader;
  leader.say_hello("attic", "attic");
  leader.say_that_it_drains("evil", "attic");
  leader.roll.take_news();
  EXPECT_EQ(leader.roll.workers(), 1u);
  leader.say_that_it_drains("attic", "attic");
  leader.roll.take_news();
  EXPECT_EQ(leader.roll.workers(), 0u);
}

TEST(RollCall, HasRoomForOthersWhateverNamesOneInvents) {
  Roll leader;
  for (int i = 0; i < 12'000; ++i) leader.say_hello("evil", "w" + std::to_string(i));
  leader.say_hello("attic", "attic");
  while (!leader.hellos.empty()) leader.roll.take_news();
  EXPECT_EQ(leader.roll.workers(), 1u);
  EXPECT_TRUE(leader.roll.has_others({})) << "the attic";
}

TEST(RollCall, ForgetsWhoIsAwayForLongSoThatNewOnesHaveRoom) {
  Roll leader;
  RollCall::Time now = std::chrono::steady_clock::now();
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = "w" + std::to_string(i);
    leader.say_hello(name, name);
  }
  while (!leader.hellos.empty()) leader.roll.take_news(now);
  leader.say_hello("attic", "attic");
  leader.roll.take_news(now);
  EXPECT_EQ(leader.roll.workers(), 10'000u) << "no more than that";
  now += seconds(60);
  leader.roll.take_news(now);
  EXPECT_EQ(leader.roll.workers(), 0u);
  EXPECT_EQ(leader.roll.seen().all.size(), 10'000u);
  now += hours(1);
  leader.say_hello("attic", "attic");
  leader.roll.take_news(now);
  EXPECT_EQ(leader.roll.workers(), 1u);
  EXPECT_EQ(leader.roll.seen().all.size(), 1u);
}

TEST(RollCall, RemembersWhomItRefusesHoweverLongTheyAreAway) {
  Roll leader;
  const RollCall::Time now = std::chrono::steady_clock::now();
  leader.say_hello("evil", "evil");
  leader.roll.take_news(now);
  leader.roll.refuse("evil", "its results were not true");
  leader.roll.take_news(now + hours(1));
  leader.roll.take_news(now + hours(3));
  EXPECT_TRUE(leader.roll.is_refused("evil"));
}

TEST(RollCall, CountsNoMoreCoresOfAWorkerThanAMachineHas) {
  Roll leader;
  leader.say_hello("evil", "evil", Build, 65'536);
  leader.say_hello("attic", "attic", Build, 4);
  leader.roll.take_news();
  EXPECT_EQ(leader.roll.cores(), MostCoresOfWorker + 4);
}

}  // namespace
}  // namespace tichu::arena
