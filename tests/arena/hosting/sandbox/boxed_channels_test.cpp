// What one box can let another know: nothing, neither while both run nor from one table to the next.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "arena/hosting/player/child_process.h"
#include "tests/arena/hosting/sandbox/boxed_probe.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// What is sent; each bit has a place of its own.
const std::string Word = "0110100110010110";

/// One end of a channel: tests/bots/channel_probe.cpp in a box of its own.
class ChannelEnd {
 public:
  explicit ChannelEnd(BoxedCommand command) : command_(std::move(command)), process_(*command_.start()) {}

  /// The next line of the program, or what ended it.
  std::string line() {
    std::string text;
    while (!text.ends_with('\n')) {
      const Arrival arrival = process_.wait(ChildProcess::Clock::now() + std::chrono::seconds(120));
      if (arrival.end != WaitEnd::Bytes) return text + "ended: " + process_.ending() + process_.errors().tail();
      text += arrival.bytes;
    }
    text.pop_back();
    return text;
  }
  void go_on() { process_.send("\n"); }
  void kill() { process_.kill(); }

 private:
  BoxedCommand command_;
  ChildProcess process_;
};

/// Where a bot's folder usually lies: not in what is a box's own temporary folder inside.
class OutsideOfTmp {
 protected:
  OutsideOfTmp() { ::setenv("TMPDIR", "/var/tmp", 1); }
  ~OutsideOfTmp() { ::unsetenv("TMPDIR"); }
};

class BoxedChannel : private OutsideOfTmp, public BoxedProbeTest {
 protected:
  BoxedChannel() {
    fs::copy_file(TICHU_TEST_BOTS "/channel_probe", own("channel_probe"));
    folder_.write("own/page", std::string(4096 * Word.size(), 'x'));
    for (std::size_t bit = 0; bit < Word.size(); ++bit) {
      const std::string number = std::to_string(bit);
      folder_.write("own/lock" + number, "x");
      folder_.write("own/read" + number, "x");
      fs::last_write_time(own("read" + number), fs::file_time_type::clock::now() - std::chrono::hours(1));
      fs::copy_file("/bin/sleep", own("busy" + number));
    }
    const FileDescriptor folder(::open(own().c_str(), O_RDONLY));
    ::syncfs(folder.fd());  // what is not on the disk yet stays in memory whatever bots say
  }
  ChannelEnd end(const std::string& channel, const std::string& role, const std::string& what) const {
    return ChannelEnd(sandbox_->prepare({own("channel_probe"), {channel, role, what}}));
  }
  ChannelEnd sender(const std::string& channel) const { return end(channel, "send", Word); }
  ChannelEnd receiver(const std::string& channel) const { return end(channel, "receive", std::to_string(Word.size())); }
  /// Named pipes come only now, since no bot with such a folder is started.
  void make_pipes() const {
    for (std::size_t bit = 0; bit < Word.size(); ++bit) {
      const std::string pipe = own("pipe" + std::to_string(bit));
      ASSERT_EQ(::mkfifo(pipe.c_str(), 0666), 0);
      ASSERT_EQ(::chmod(pipe.c_str(), 0666), 0);
    }
  }
  static void expect_nothing(const std::string& seen, const std::string& when) {
    EXPECT_EQ(seen.size(), Word.size()) << when << ": " << seen;
    EXPECT_EQ(seen.find_first_not_of(seen.substr(0, 1)), std::string::npos)
        << when << ": " << seen << " of the word " << Word;
  }
  /// Partners at one table, then those of the next.
  void expect_silence(const std::string& channel) const {
    ChannelEnd partner = receiver(channel);
    ASSERT_EQ(partner.line(), "ready") << channel;
    ChannelEnd sending = sender(channel);
    ASSERT_EQ(sending.line(), "ready") << channel;
    if (channel == "named_pipes") make_pipes();
    sending.go_on();
    ASSERT_EQ(sending.line(), "sent") << channel;
    partner.go_on();
    expect_nothing(partner.line(), channel + " at one table");
    if (channel == "named_pipes") return;  // no box is made for such a folder any more
    sending.kill();
    partner.kill();
    ChannelEnd next = receiver(channel);
    ASSERT_EQ(next.line(), "ready") << channel;
    next.go_on();
    expect_nothing(next.line(), channel + " from one table to the next");
  }
};

INSTANTIATE_TEST_SUITE_P(Each, BoxedChannel, testing::Values(SandboxKind::Bubblewrap, SandboxKind::Landlock),
                         kind_name);

TEST_P(BoxedChannel, SocketsLeadNowhere) {
  for (const char* channel : {"datagrams", "names_of_datagrams", "names_of_streams", "listed_sockets"}) {
    expect_silence(channel);
  }
}

TEST_P(BoxedChannel, NamedPipesLeadNowhere) { expect_silence("named_pipes"); }

TEST_P(BoxedChannel, AFolderWithASpecialFileIsRefusedByTheFilesName) {
  fs::create_directory(own("data of it"));
  ASSERT_EQ(::mkfifo((own("data of it") / "pipe").c_str(), 0600), 0);
  const auto started = sandbox_->prepare({own("channel_probe"), {}}).start();
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().trouble,
            (own("data of it") / "pipe").string() +
                " is a named pipe, through which bots could reach each other: remove it from the bot's folder");
}

TEST_P(BoxedChannel, ASpecialFileWhereABotDoesNotSeeItHarmsNobody) {
  ASSERT_EQ(::mkfifo((own("results") / "pipe").c_str(), 0600), 0);
  ChannelEnd partner = receiver("locks");
  EXPECT_EQ(partner.line(), "ready");
}

TEST_P(BoxedChannel, PagesOfCommonFilesTellNothing) {
  for (const char* channel :
       {"cached_pages_by_read", "cached_pages_by_map", "paged_out", "mapped_pages", "file_futexes"}) {
    expect_silence(channel);
  }
}

TEST_P(BoxedChannel, CommonFilesCarryNoMark) {
  for (const char* channel : {"locks", "leases", "write_hints", "attributes", "notices"}) expect_silence(channel);
}

TEST_P(BoxedChannel, CommonDevicesCarryNoMark) { expect_silence("device_times"); }

TEST_P(BoxedChannel, CookiesOfSocketsAreNotTold) { expect_silence("socket_cookies"); }

TEST_P(BoxedChannel, CommonFilesDoNotTellWhoReadsOrExecutesThem) {
  if (is_box()) expect_silence("read_times");  // the README names what Landlock leaves open
  if (!is_box() || ::geteuid() == 0) expect_silence("executed_files");
}

TEST_P(BoxedChannel, NamesOfTheKernelAreNotShared) { expect_silence("named_objects"); }

TEST_P(BoxedChannel, WhatTheKernelCountsByUserIsNotShared) {
  expect_silence("waiting_signals");
  if (::geteuid() == 0) expect_silence("room_of_pipes");  // the README names what an ordinary user leaves open
}

}  // namespace
}  // namespace tichu::arena
