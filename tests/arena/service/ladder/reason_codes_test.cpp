#include "arena/service/ladder/reason_codes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "arena/hosting/check/run_checks.h"

namespace tichu::arena {
namespace {

TEST(ReasonCodes, AreToldOnceEachInSentences) {
  std::set<std::string> seen;
  for (const ReasonCode& reason : reason_codes()) {
    EXPECT_TRUE(seen.insert(reason.code).second) << reason.code;
    for (const std::string& text : {reason.meaning, reason.remedy}) {
      EXPECT_TRUE(text.ends_with('.')) << reason.code << ": " << text;
      EXPECT_TRUE(text.find("  ") == std::string::npos) << reason.code << ": " << text;
    }
    EXPECT_EQ(find_reason(reason.code), &reason);
  }
  EXPECT_EQ(find_reason("no_such_code"), nullptr);
}

TEST(ReasonCodes, TellOfEachCheckWhatWouldPassIt) {
  std::set<std::string> remedies;
  for (const CheckName& check : all_checks()) {
    const ReasonCode* reason = find_reason(code_of_check(check.name));
    ASSERT_NE(reason, nullptr) << check.name;
    EXPECT_EQ(reason->place, ReasonPlace::Step);
    EXPECT_THAT(reason->meaning, testing::HasSubstr(std::string(check.about)));
    EXPECT_TRUE(remedies.insert(reason->remedy).second) << check.name;
  }
  EXPECT_EQ(code_of_check("legality.gravon"), "check_legality");
  EXPECT_EQ(code_of_check("same-seed"), "check_same_seed");
}

}  // namespace
}  // namespace tichu::arena
