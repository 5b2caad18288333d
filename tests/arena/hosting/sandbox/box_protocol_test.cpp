#include "arena/hosting/sandbox/box_protocol.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(BoxOptions, AreReadBackAsTheyWereWritten) {
  BoxOptions options;
  options.task = BoxTask::Jail;
  options.memory = 1ULL << 40;
  options.processes = 3;
  options.cpu_s = 4;
  options.file_size = 5;
  options.open_files = 6;
  options.home = "/a home=";
  options.working_directory = "/bots/--x";
  options.parent = 7;
  options.user = 8;
  options.readable = {"/one", "/two words"};
  options.command = {"/bin/echo", "--", "--memory=1", ""};
  const std::optional<BoxOptions> read = parse_box_options(to_arguments(options));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->task, BoxTask::Jail);
  EXPECT_EQ(to_arguments(*read), to_arguments(options));
  EXPECT_EQ(read->command, options.command);
  EXPECT_EQ(read->readable, options.readable);
  EXPECT_EQ(read->user, options.user);
  EXPECT_EQ(read->working_directory, options.working_directory);
}

TEST(BoxOptions, OfTheFirstProcessAreReadBackToo) {
  BoxOptions options;
  options.watch_memory = true;
  options.watch_processors = true;
  options.command = {"/bin/true"};
  const std::optional<BoxOptions> read = parse_box_options(to_arguments(options));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->task, BoxTask::FirstProcess);
  EXPECT_TRUE(read->watch_memory);
  EXPECT_TRUE(read->watch_processors);
  EXPECT_FALSE(read->user);
}

TEST(BoxOptions, AnythingElseIsNone) {
  using Arguments = std::vector<std::string>;
  for (const Arguments& arguments :
       {Arguments{}, Arguments{"box"}, Arguments{"jail"}, Arguments{"jail", "--"},
        Arguments{"jail", "--memory", "--", "/bin/true"}, Arguments{"jail", "--memory=x", "--", "/bin/true"},
        Arguments{"jail", "--speed=1", "--", "/bin/true"}}) {
    EXPECT_FALSE(parse_box_options(arguments));
  }
}

}  // namespace
}  // namespace tichu::arena
