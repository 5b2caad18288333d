#include "arena/text/line_output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <stdexcept>
#include <string>

#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""min;

/// A pipe whose ends are closed with it.
class Pipe {
 public:
  Pipe() {
    std::signal(SIGPIPE, SIG_IGN);
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    close_reader();
    ::close(ends_[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int writer() const { return ends_[1]; }
  void close_reader() {
    if (ends_[0] >= 0) ::close(ends_[0]);
    ends_[0] = -1;
  }
  /// Writes until nothing more goes in; how many bytes it was.
  std::size_t fill() {
    ::fcntl(writer(), F_SETFL, O_NONBLOCK);
    std::size_t size = 0;
    while (::write(writer(), ".", 1) == 1) ++size;
    ::fcntl(writer(), F_SETFL, 0);
    return size;
  }
  /// Exactly so many bytes.
  std::string read(std::size_t size) {
    std::string text(size, '\0');
    for (std::size_t done = 0; done < size;) {
      const ssize_t count = ::read(ends_[0], text.data() + done, size - done);
      if (count <= 0) return text.substr(0, done);
      done += static_cast<std::size_t>(count);
    }
    return text;
  }

 private:
  std::array<int, 2> ends_{};
};

TEST(LineOutput, WritesLinesInTheirOrder) {
  Pipe pipe;
  LineOutput output(pipe.writer());
  std::string expected;
  for (int number = 0; number < 1000; ++number) {
    ASSERT_TRUE(output.add(std::to_string(number)));
    expected += std::to_string(number) + "\n";
  }
  EXPECT_EQ(pipe.read(expected.size()), expected);
  EXPECT_TRUE(output.drain(1min));
}

TEST(LineOutput, LosesWhatFindsNoRoomAndNeverTheLastLine) {
  Pipe pipe;
  const std::size_t filled = pipe.fill();
  LineOutput output(pipe.writer(), 1000);
  const std::string line(99, 'x');
  for (int kept = 0; kept < 10; ++kept) ASSERT_TRUE(output.add(line));
  EXPECT_FALSE(output.add(line));
  EXPECT_TRUE(output.add_at_any_size("the last"));
  EXPECT_FALSE(output.drain(0ms));
  EXPECT_FALSE(output.failure());
  const std::string text = pipe.read(filled + 1009);
  EXPECT_EQ(text.substr(filled + 1000), "the last\n");
  EXPECT_TRUE(output.drain(1min));
}

TEST(LineOutput, SaysThatItsReaderIsGone) {
  Pipe pipe;
  LineOutput output(pipe.writer());
  pipe.close_reader();
  ASSERT_TRUE(output.add("lost"));
  EXPECT_FALSE(output.drain(1min));
  EXPECT_EQ(output.failure(), "its reader is gone");
  EXPECT_FALSE(output.add("lost too"));
}

TEST(LineOutput, SaysThatTheDiskIsFull) {
  const auto opened = LineOutput::open("/dev/full");
  ASSERT_TRUE(opened);
  const auto& output = *opened;
  ASSERT_TRUE(output->add("lost"));
  EXPECT_FALSE(output->drain(1min));
  EXPECT_EQ(output->failure(), "No space left on device");
}

TEST(LineOutput, EndsAlthoughItsReaderTakesNothing) {
  Pipe pipe;
  LineOutput output(pipe.writer());
  ASSERT_TRUE(output.add(std::string(1'000'000, 'x')));
}

TEST(LineOutput, BeginsAFileAnew) {
  const TemporaryFolder folder;
  const auto file = folder.write("events", "of long ago, and longer");
  {
    const auto opened = LineOutput::open(file.string());
    ASSERT_TRUE(opened);
    const auto& output = *opened;
    EXPECT_TRUE(output->add("new"));
    EXPECT_TRUE(output->drain(1min));
  }
  EXPECT_EQ(bytes_of(file), "new\n");
}

}  // namespace
}  // namespace tichu::arena
