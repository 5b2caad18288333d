#include "engine/words.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/action.h"
#include "engine/event.h"
#include "engine/rules.h"

namespace tichu {
namespace {

template <typename E>
class Words : public ::testing::Test {};

using AllWords = ::testing::Types<TieRule, CombinationKind, ActionKind, EventKind, Question>;
TYPED_TEST_SUITE(Words, AllWords);

TYPED_TEST(Words, EachReadsBackAndIsThereOnce) {
  std::set<std::string_view> words;
  for (const TypeParam value : every<TypeParam>()) {
    EXPECT_EQ(from_text<TypeParam>(to_text(value)), value);
    EXPECT_FALSE(to_text(value).empty());
    words.insert(to_text(value));
  }
  EXPECT_EQ(words.size(), every<TypeParam>().size());
}

TYPED_TEST(Words, AnotherIsNone) {
  EXPECT_FALSE(from_text<TypeParam>(""));
  EXPECT_FALSE(from_text<TypeParam>("Play"));
}

TEST(WordLists, NameAllInTheirOrder) {
  EXPECT_EQ(listed<TieRule>(), "play_on, draw");
  EXPECT_EQ(choices<TieRule>(), "\"play_on\" or \"draw\"");
}

}  // namespace
}  // namespace tichu
