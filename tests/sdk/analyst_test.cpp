#include "sdk/analyst.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "engine/notation.h"
#include "sdk/abi_mirror.h"
#include "sdk/table_analyst.h"

namespace tichu {
namespace {

/// Tells what reaches it: the margin of an alternative is the number of its cards, plus the world.
class Counting : public Analyst {
 public:
  explicit Counting(const BotSetup& setup)
      : throws_in_propose_(setup.option("throw_in_propose").has_value()),
        throws_in_judge_(setup.option("throw_in_judge").has_value()) {
    if (setup.option("throw_in_constructor")) throw std::runtime_error("constructor");
  }
  std::vector<Answer> propose(Question, const Observation&, const Answer& played, std::size_t most) override {
    if (throws_in_propose_) throw std::runtime_error("propose");
    return std::vector<Answer>(most + 2, played);
  }
  std::size_t judge(Question, const Observation&, std::span<const Answer> alternatives, std::uint64_t seed,
                    std::span<float> margins) override {
    if (throws_in_judge_) throw 7;
    for (std::size_t i = 0; i < margins.size(); ++i) {
      const Combination& play = alternatives[i % alternatives.size()].action.play;
      margins[i] = static_cast<float>(100 * play.length + 10 * number(play.rank) + static_cast<int>(seed));
    }
    return margins.size() / alternatives.size();
  }

 private:
  bool throws_in_propose_;
  bool throws_in_judge_;
};

const tichu_analyst_table& table() {
  static const tichu_analyst_table made = analyst_table_of<Counting>("counting", "1");
  return made;
}

Answer playing(const std::string& play) {
  Answer answer;
  answer.action = Action::play_cards(*parse_combination(play), Rank::Nine);
  return answer;
}

TEST(Analyst, CrossesTheInterfaceWithWholeCombinations) {
  TableAnalyst analyst(table());
  ASSERT_TRUE(analyst.create(1, Rules(), {}));
  const Observation seen{};
  const std::vector<Answer> alternatives{playing("5j 5s"), playing("7j 7s 7p")};
  std::vector<float> margins(4);
  EXPECT_EQ(analyst.judge(Question::Turn, seen, alternatives, 3, margins), 2u);
  EXPECT_EQ(margins, (std::vector<float>{253, 373, 253, 373}));
}

TEST(Analyst, ProposesAtMostWhatIsAskedFor) {
  TableAnalyst analyst(table());
  ASSERT_TRUE(analyst.create(1, Rules(), {}));
  const Observation seen{};
  const auto proposed = analyst.propose(Question::Turn, seen, playing("5j 5s"), 4);
  ASSERT_TRUE(proposed);
  ASSERT_EQ(proposed->size(), 4u);
  EXPECT_EQ(from_c(proposed->front().combination), *parse_combination("5j 5s"));
  EXPECT_EQ(proposed->front().wish, 9);
}

TEST(Analyst, FailsWithoutAnExceptionAcrossTheInterface) {
  const Observation seen{};
  const std::vector<Answer> alternatives{playing("5j 5s")};
  std::vector<float> margins(1);
  TableAnalyst analyst(table());
  EXPECT_FALSE(analyst.create(1, Rules(), {{"throw_in_constructor", "1"}}));
  ASSERT_TRUE(analyst.create(1, Rules(), {{"throw_in_propose", "1"}}));
  EXPECT_FALSE(analyst.propose(Question::Turn, seen, playing("5j 5s"), 4));
  ASSERT_TRUE(analyst.create(1, Rules(), {{"throw_in_judge", "1"}}));
  EXPECT_FALSE(analyst.judge(Question::Turn, seen, alternatives, 3, margins));
}

TEST(Analyst, KeepsPushesCallsAndGifts) {
  Answer push;
  push.action = Action::push_cards(*parse_card("2j"), *parse_card("Ap"), *parse_card("3s"));
  EXPECT_EQ(to_c(Question::Push, push).push[1], parse_card("Ap")->code());
  Answer call;
  call.call = true;
  call.action = Action::call_tichu();
  EXPECT_EQ(to_c(Question::Tichu, call).call, 1);
  Answer gift;
  gift.action = Action::give_dragon(Side::Left);
  EXPECT_EQ(to_c(Question::GiveDragon, gift).give_to, 3);
}

}  // namespace
}  // namespace tichu
