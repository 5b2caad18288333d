#include "arena/service/ladder/file_store.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "arena/text/digest.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

TEST(FileStore, KeepsTextsByTheirHash) {
  const TemporaryFolder folder;
  const FileStore store(folder.path());
  const std::string hash = store.keep_text("a log");
  EXPECT_EQ(store.keep_text("a log"), hash);
  EXPECT_EQ(store.text(hash), "a log");
  EXPECT_EQ(file_sha256(store.file(hash)), hash);
}

TEST(FileStore, SaysThatAFileIsDamaged) {
  const TemporaryFolder folder;
  const FileStore store(folder.path());
  const std::string hash = store.keep_text(std::string(1000, 'a'));
  std::filesystem::resize_file(store.file(hash), 5);
  EXPECT_THROW(store.text(hash), std::runtime_error);
}

TEST(FileStore, KeepsATreeOnce) {
  const TemporaryFolder folder;
  const FileStore store(folder.path());
  const TemporaryFolder a;
  const TemporaryFolder b;
  a.write("x/bot", "1", true);
  b.write("x/bot", "1", true);
  const std::string hash = store.keep_tree(a.path() / "x");
  EXPECT_EQ(store.keep_tree(b.path() / "x"), hash);
  EXPECT_FALSE(std::filesystem::exists(b.path() / "x"));
  EXPECT_EQ(bytes_of(store.tree(hash) / "bot"), "1");
  store.remove_tree(hash);
  EXPECT_FALSE(store.has_tree(hash));
}

}  // namespace
}  // namespace tichu::arena
