#include "arena/service/ladder/secrets_in_files.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TEST(Secrets, AreFoundWithFileAndLine) {
  const TemporaryFolder folder;
  folder.write("a.py", "x = 1\nkey = \"AKIAABCDEFGHIJKLMNOP\"\n");
  folder.write("sub/id", "-----BEGIN OPENSSH PRIVATE KEY-----\n");
  folder.write("fine.py", "task-sk-short = 'tch_'\n");
  folder.write("binary", std::string("\0AKIAABCDEFGHIJKLMNOP", 21));
  const auto found = secrets_in(folder.path());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].file, "a.py");
  EXPECT_EQ(found[0].line, 2U);
  EXPECT_EQ(found[1].file, "sub/id");
}

TEST(Secrets, AreKnownByTheirNamesWhereNothingElseTells) {
  const TemporaryFolder folder;
  const std::string key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  folder.write("a.env", "AWS_SECRET_ACCESS_KEY=" + key + "\n");
  folder.write("b.json", "{\"aws_secret_access_key\": \"" + key + "\"}\n");
  folder.write("c.py", "key = os.environ['AWS_SECRET_ACCESS_KEY']  # no more than the name\n");
  const auto found = secrets_in(folder.path());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].file, "a.env");
  EXPECT_EQ(found[1].file, "b.json");
  EXPECT_EQ(without_secrets("AWS_SECRET_ACCESS_KEY=" + key), "********");
}

TEST(Secrets, AreMaskedInTexts) {
  const std::string token = "tch_0123456789ab_" + std::string(64, 'f');
  EXPECT_EQ(without_secrets("using " + token + " now"), "using ******** now");
  EXPECT_EQ(without_secrets("nothing here"), "nothing here");
}

}  // namespace
}  // namespace tichu::arena
