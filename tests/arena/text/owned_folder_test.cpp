#include "arena/text/owned_folder.h"

#include <gtest/gtest.h>

#include <fstream>

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

TEST(OwnedFolder, GoesWithAllThatIsInIt) {
  fs::path kept;
  {
    const OwnedFolder folder = OwnedFolder::temporary("tichu-owned");
    const OwnedFolder other = OwnedFolder::temporary("tichu-owned");
    EXPECT_NE(folder.path(), other.path());
    kept = folder.path();
    EXPECT_EQ(fs::status(kept).permissions(), fs::perms::owner_all);
    const OwnedFolder inner = OwnedFolder::at(kept / "a" / "b");
    EXPECT_EQ(fs::status(inner.path()).permissions(), fs::perms{0755});
    std::ofstream(inner.path() / "file") << "x";
    fs::create_directory(kept / "c");
  }
  EXPECT_FALSE(fs::exists(kept));
}

TEST(OwnedFolder, SaysWhatCannotBeMade) {
  const OwnedFolder folder = OwnedFolder::temporary("tichu-owned");
  std::ofstream(folder.path() / "file") << "x";
  EXPECT_THROW(OwnedFolder::at(folder.path() / "file" / "inside"), fs::filesystem_error);
  EXPECT_THROW(OwnedFolder::temporary("missing/folder"), std::system_error);
}

}  // namespace
}  // namespace tichu::arena
