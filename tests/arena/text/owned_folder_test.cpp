#include "arena/text/owned_folder.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
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

/// Forbids this process to change the mode of a file; false if it cannot be forbidden.
bool forbid_chmod() {
  constexpr unsigned Forbidden = SECCOMP_RET_ERRNO | EPERM;
  constexpr unsigned Fchmodat2 = 452;
  constexpr auto If = static_cast<unsigned short>(BPF_JMP | BPF_JEQ | BPF_K);
  constexpr auto Return = static_cast<unsigned short>(BPF_RET | BPF_K);
  std::array<sock_filter, 7> program{{
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      {If, 4, 0, SYS_chmod},
      {If, 3, 0, SYS_fchmod},
      {If, 2, 0, SYS_fchmodat},
      {If, 1, 0, Fchmodat2},
      {Return, 0, 0, SECCOMP_RET_ALLOW},
      {Return, 0, 0, Forbidden},
  }};
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/// Whether `OwnedFolder::at` throws.
bool throws_at(const fs::path& path) {
  try {
    const OwnedFolder folder = OwnedFolder::at(path);
    return false;
  } catch (const fs::filesystem_error&) {
    return true;
  }
}

TEST(OwnedFolder, LeavesNothingNewBehindIfOthersMayNotLookIntoIt) {
  const OwnedFolder folder = OwnedFolder::temporary("tichu-owned");
  const fs::path made = folder.path() / "made", there = folder.path() / "there";
  fs::create_directory(there);
  std::ofstream(there / "file") << "x";
  const pid_t child = ::fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    constexpr int Wrong = 1, NoFilter = 2;
    if (!forbid_chmod()) ::_exit(NoFilter);
    ::_exit(throws_at(made) && throws_at(there) ? 0 : Wrong);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 0);
  EXPECT_FALSE(fs::exists(made));
  EXPECT_TRUE(fs::exists(there / "file")) << "it was there before";
}

}  // namespace
}  // namespace tichu::arena
