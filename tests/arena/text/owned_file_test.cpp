#include "arena/text/owned_file.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/text/file_text.h"
#include "tests/arena/short_files.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

TEST(OwnedFile, LivesAsLongAsItsOwner) {
  const TemporaryFolder folder;
  const fs::path path = folder.write("news.json", "left by a process that was killed");
  {
    OwnedFile file(path);
    EXPECT_FALSE(fs::exists(path));
    EXPECT_TRUE(file.write("one\n"));
    EXPECT_EQ(read_file_text(path), "one\n");
    EXPECT_TRUE(file.write(""));
    EXPECT_FALSE(fs::exists(path));
    EXPECT_TRUE(file.write("two\n"));
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(OwnedFile, IsDueOnceASecond) {
  using std::chrono::milliseconds;
  const TemporaryFolder folder;
  OwnedFile file(folder.path() / "news.json");
  EXPECT_FALSE(file.is_due(milliseconds(999)));
  EXPECT_TRUE(file.is_due(milliseconds(1'500)));
  EXPECT_FALSE(file.is_due(milliseconds(2'400)));
  EXPECT_TRUE(file.is_due(milliseconds(2'500)));
}

TEST(OwnedFile, IsWrittenWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "news.json";
  const std::string large(1'000, 'x');
  OwnedFile file(path);
  ASSERT_TRUE(file.write("small"));
  {
    const ShortFiles limit(100);
    ASSERT_TRUE(limit.is_set());
    EXPECT_FALSE(file.write(large));
  }
  EXPECT_EQ(read_file_text(path), "small");
  EXPECT_TRUE(file.write(large)) << "it is tried again";
  EXPECT_EQ(read_file_text(path), large);
  fs::remove(path);
  EXPECT_TRUE(file.write(large)) << "there is nothing new";
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace tichu::arena
