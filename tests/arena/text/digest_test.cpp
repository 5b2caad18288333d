#include "arena/text/digest.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

constexpr const char* OfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST(Digest, IsThatOfOtherPrograms) { EXPECT_EQ(sha256_of("abc"), OfAbc); }

TEST(Digest, OfAFileIsThatOfItsBytesHoweverManyThereAre) {
  const TemporaryFolder folder;
  folder.write("abc", "abc", false);
  EXPECT_EQ(file_sha256(folder.path() / "abc"), OfAbc);
  const std::string much((1 << 17) + 3, 'x');
  folder.write("much", much, false);
  EXPECT_EQ(file_sha256(folder.path() / "much"), sha256_of(much));
}

TEST(Digest, OfAFileThatCannotBeReadIsNone) {
  const TemporaryFolder folder;
  EXPECT_THROW(file_sha256(folder.path() / "nothing"), std::system_error);
  EXPECT_THROW(file_sha256(folder.path()), std::system_error) << "a folder has no bytes";
  folder.write("abc", "abc", false);
  std::filesystem::create_symlink(folder.path() / "abc", folder.path() / "link");
  EXPECT_THROW(file_sha256(folder.path() / "link"), std::system_error) << "links are not followed";
}

TEST(Digest, HasSixtyFourDigits) {
  EXPECT_TRUE(is_sha256(OfAbc));
  EXPECT_FALSE(is_sha256(std::string(64, 'A'))) << "the arena writes small letters";
  EXPECT_FALSE(is_sha256(std::string(63, 'a')));
}

TEST(Digest, RandomTextsHaveAsManyDigitsAsAreAskedFor) {
  EXPECT_EQ(random_hexadecimal(7).size(), 7U);
  EXPECT_NE(random_hexadecimal(32), random_hexadecimal(32));
}

}  // namespace
}  // namespace tichu::arena
