#include "arena/service/api/response_cache.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace tichu::arena {
namespace {

using Clock = ResponseCache::Clock;
constexpr Clock::time_point Start{std::chrono::hours(1)};

HttpResponse answer_of(std::size_t bytes) {
  HttpResponse answer;
  answer.body = std::make_shared<const std::string>(bytes, 'x');
  return answer;
}

TEST(ResponseCache, AreKeptForASecond) {
  ResponseCache answers;
  answers.keep("/a", answer_of(10), Start);
  EXPECT_TRUE(answers.find("/a", Start + std::chrono::milliseconds(999)));
  EXPECT_FALSE(answers.find("/a", Start + ResponseCache::Lifetime));
  EXPECT_FALSE(answers.find("/b", Start));
  answers.keep("/a", answer_of(20), Start + ResponseCache::Lifetime);
  EXPECT_EQ(answers.find("/a", Start + ResponseCache::Lifetime)->body->size(), 20U);
}

TEST(ResponseCache, GoWithTheNextOnesOnceTheyAreOld) {
  ResponseCache answers;
  for (int i = 0; i < 100; ++i) answers.keep("/" + std::to_string(100 + i), answer_of(1000), Start);
  EXPECT_EQ(answers.bytes(), 100U * 1004);
  answers.keep("/a", answer_of(10), Start + ResponseCache::Lifetime);
  EXPECT_EQ(answers.bytes(), 12U);
}

TEST(ResponseCache, NeverTakeMoreThanTheirBytes) {
  ResponseCache answers;
  const HttpResponse page = answer_of(130'000);
  for (std::size_t i = 0; i < 2 * ResponseCache::MostAnswers; ++i) {
    answers.keep("/boards/" + std::to_string(i), page, Start);
    ASSERT_LE(answers.bytes(), ResponseCache::MostBytes);
  }
  EXPECT_TRUE(answers.find("/boards/" + std::to_string(2 * ResponseCache::MostAnswers - 1), Start));
  EXPECT_GT(answers.bytes(), 0U);
  answers.keep("/large", answer_of(ResponseCache::MostBytes + 1), Start);
  EXPECT_FALSE(answers.find("/large", Start));
}

}  // namespace
}  // namespace tichu::arena
