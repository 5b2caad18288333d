#include "arena/text/whole_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::ptrdiff_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

TEST(WholeFile, TakesThePlaceOfWhatWasThere) {
  const TemporaryFolder folder;
  const fs::path path = folder.write("kept", "old");
  EXPECT_TRUE(require_writable(path));
  EXPECT_EQ(text_of(path), "old") << "asking has changed it";
  write_whole_file(path, "new");
  EXPECT_EQ(text_of(path), "new");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(WholeFile, SaysWhatIsInTheWayBeforeAndWhenItIsWritten) {
  const TemporaryFolder folder;
  for (const auto& [path, reason] :
       {std::pair(folder.path(), "Is a directory"), {folder.path() / "none" / "file", "No such file or directory"}}) {
    const auto checked = require_writable(path);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error(), std::string("cannot be written: ") + reason);
    try {
      write_whole_file(path, "text");
      FAIL() << path;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), path.string() + ": cannot be written: " + reason);
    }
  }
  EXPECT_EQ(files_in(folder.path()), 0);
}

TEST(WholeFile, LeavesADeviceWhatItIs) {
  EXPECT_TRUE(require_writable("/dev/full"));
  EXPECT_THROW(write_whole_file("/dev/full", "text"), std::runtime_error);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace tichu::arena
