#include "arena/hosting/sandbox/box_options.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(BoxOptions, AreReadBackAsTheyWereWritten) {
  BoxOptions options;
  options.task = BoxTask::Fence;
  options.memory = 1ULL << 40;
  options.processes = 3;
  options.cpu_s = 4;
  options.file_size = 5;
  options.open_files = 6;
  options.home = "/a home=";
  options.folder = "/bots/--x";
  options.parent = 7;
  options.user = 8;
  options.readable = {"/one", "/two words"};
  options.command = {"/bin/echo", "--", "--memory=1", ""};
  const std::optional<BoxOptions> read = parse_box_options(to_words(options));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->task, BoxTask::Fence);
  EXPECT_EQ(to_words(*read), to_words(options));
  EXPECT_EQ(read->command, options.command);
  EXPECT_EQ(read->readable, options.readable);
  EXPECT_EQ(read->user, options.user);
  EXPECT_EQ(read->folder, options.folder);
}

TEST(BoxOptions, OfTheFirstProcessAreReadBackToo) {
  BoxOptions options;
  options.watch_memory = true;
  options.watch_processors = true;
  options.command = {"/bin/true"};
  const std::optional<BoxOptions> read = parse_box_options(to_words(options));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->task, BoxTask::FirstProcess);
  EXPECT_TRUE(read->watch_memory);
  EXPECT_TRUE(read->watch_processors);
  EXPECT_FALSE(read->user);
}

TEST(BoxOptions, AnythingElseIsNone) {
  using Words = std::vector<std::string>;
  for (const Words& words :
       {Words{}, Words{"box"}, Words{"fence"}, Words{"fence", "--"}, Words{"fence", "--memory", "--", "/bin/true"},
        Words{"fence", "--memory=x", "--", "/bin/true"}, Words{"fence", "--speed=1", "--", "/bin/true"}}) {
    EXPECT_FALSE(parse_box_options(words));
  }
}

}  // namespace
}  // namespace tichu::arena
