#include "arena/service/api/web_target.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(WebTargets, AreTakenApart) {
  const auto target = web_target("/api/v1/bots/a%2Db?after=fox%403&most=5&empty=&flag");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->parts, (std::vector<std::string>{"api", "v1", "bots", "a-b"}));
  EXPECT_EQ(target->parameter("after"), "fox@3");
  EXPECT_EQ(target->parameter("most"), "5");
  EXPECT_EQ(target->parameter("empty"), "");
  EXPECT_EQ(target->parameter("flag"), "");
  EXPECT_FALSE(target->parameter("other"));
  EXPECT_EQ(web_target("/")->parts, std::vector<std::string>{""});
  EXPECT_EQ(web_target("/a?b=c+d%2B")->parameter("b"), "c d+");
}

TEST(WebTargets, HideNothingInTheirParts) {
  for (const char* hostile :
       {"", "a", "*", "http://elsewhere/", "/a%2Fb", "/a%2fetc", "/a%00b", "/a%0d%0aSet-Cookie:x", "/a%7f", "/%ff",
        "/%c0%af", "/%", "/%4", "/%zz", "/a?b=%0a", "/a?b=%ff", "/a?b=1&b=2", "/a?%62=1&b=2"}) {
    EXPECT_FALSE(web_target(hostile)) << hostile;
  }
  // Dots have no meaning: nothing is a path of the machine.
  EXPECT_EQ(web_target("/../etc")->parts, (std::vector<std::string>{"..", "etc"}));
}

TEST(WebTargets, AreWrittenAsTheyAreRead) {
  const std::string text = "fox@3 a/b?&=ü%";
  EXPECT_EQ(web_target("/x?y=" + percent_encoded(text))->parameter("y"), text);
}

TEST(WebTargets, HaveOnePlainForm) {
  const std::string plain = "/api/table?after=fox%403&most=20";
  for (const char* target : {"/api/table?after=fox%403&most=20", "/api/table?most=20&after=fox@3",
                             "/%61pi/table?&%6dost=%320&&after=fox%403&"}) {
    EXPECT_EQ(plain_target(*web_target(target)), plain) << target;
  }
  EXPECT_EQ(plain_target(*web_target("/")), "/");
  EXPECT_EQ(plain_target(*web_target("/a?")), "/a");
  EXPECT_EQ(plain_target(*web_target("/a?b")), "/a?b=");
  // What is asked differs, however alike it looks.
  EXPECT_NE(plain_target(*web_target("/a%3Fb=1")), plain_target(*web_target("/a?b=1")));
  EXPECT_NE(plain_target(*web_target("/a?b=1%26c=2")), plain_target(*web_target("/a?b=1&c=2")));
}

}  // namespace
}  // namespace tichu::arena
