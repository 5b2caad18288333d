#include "arena/service/api/idempotency.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

using Use = KeptAnswers::Use;

TEST(KeptAnswers, AreGivenAgainToTheSameRequestAlone) {
  KeptAnswers kept;
  const KeptAnswers::TimePoint now{std::chrono::hours(100)};
  EXPECT_EQ(kept.begin("ada", "k", "POST a", now).first, Use::First);
  EXPECT_EQ(kept.begin("ada", "k", "POST a", now).first, Use::Open);
  HttpResponse answer;
  answer.status = 201;
  kept.keep("ada", "k", answer);
  const auto [use, again] = kept.begin("ada", "k", "POST a", now);
  EXPECT_EQ(use, Use::Again);
  EXPECT_EQ(again.status, 201u);
  EXPECT_EQ(kept.begin("ada", "k", "POST b", now).first, Use::Other);
  EXPECT_EQ(kept.begin("bob", "k", "POST a", now).first, Use::First);
}

TEST(KeptAnswers, AreNotKeptOfFailures) {
  KeptAnswers kept;
  const KeptAnswers::TimePoint now{std::chrono::hours(100)};
  EXPECT_EQ(kept.begin("ada", "k", "POST a", now).first, Use::First);
  kept.forget("ada", "k");
  EXPECT_EQ(kept.begin("ada", "k", "POST a", now).first, Use::First);
}

TEST(KeptAnswers, AreForgottenAfterADayAndWhenThereAreTooMany) {
  KeptAnswers kept;
  const KeptAnswers::TimePoint now{std::chrono::hours(100)};
  kept.begin("ada", "old", "POST a", now);
  EXPECT_EQ(kept.begin("ada", "old", "POST b", now + std::chrono::hours(25)).first, Use::First);
  for (int i = 0; i < 4096; ++i) kept.begin("ada", std::to_string(i), "POST", now + std::chrono::hours(25));
  EXPECT_EQ(kept.begin("ada", "old", "POST c", now + std::chrono::hours(25)).first, Use::First);
}

}  // namespace
}  // namespace tichu::arena
