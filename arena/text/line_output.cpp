#include "arena/text/line_output.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

namespace tichu::arena {
namespace {

/// A pipe that poll calls writable takes so much without waiting (POSIX: PIPE_BUF, here 4096).
constexpr std::size_t WriteSize = 4096;
/// How soon the thread notices that it shall end while a reader takes nothing.
constexpr int PollMilliseconds = 100;

std::string error_text(int error) { return std::generic_category().message(error); }

}  // namespace

tl::expected<std::unique_ptr<LineOutput>, std::string> LineOutput::open(const std::string& path) {
  if (path == "-") return std::make_unique<LineOutput>(STDOUT_FILENO);
  constexpr int Mode = 0644;
  // A named pipe without a reader would else keep us waiting for one.
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, Mode);
  if (descriptor < 0) {
    return tl::unexpected(errno == ENXIO ? "nobody reads this pipe; start its reader first"
                                         : "cannot be written: " + error_text(errno));
  }
  auto output = std::make_unique<LineOutput>(descriptor);
  output->owned_ = descriptor;
  return output;
}

LineOutput::LineOutput(int descriptor, std::size_t capacity)
    : descriptor_(descriptor), capacity_(capacity), thread_([this](const std::stop_token& stop) { work(stop); }) {}

LineOutput::~LineOutput() {
  thread_.request_stop();
  thread_.join();
  if (owned_ >= 0) ::close(owned_);
}

bool LineOutput::add(std::string_view line) { return put(line, capacity_); }

bool LineOutput::add_at_any_size(std::string_view line) { return put(line, std::numeric_limits<std::size_t>::max()); }

bool LineOutput::put(std::string_view line, std::size_t room) {
  const std::scoped_lock lock(mutex_);
  if (failure_ || unwritten_ + line.size() >= room) return false;
  waiting_ += line;
  waiting_ += '\n';
  unwritten_ += line.size() + 1;
  changed_.notify_all();
  return true;
}

bool LineOutput::drain(std::chrono::milliseconds timeout) {
  std::unique_lock lock(mutex_);
  while (unwritten_ > 0 && !failure_) {
    const std::uint64_t before = written_;
    const auto moved = [&] { return failure_ || written_ != before; };
    if (!changed_.wait_for(lock, timeout, moved)) return false;
  }
  return !failure_;
}

std::optional<std::string> LineOutput::failure() const {
  const std::scoped_lock lock(mutex_);
  return failure_;
}

void LineOutput::work(const std::stop_token& stop) {
  std::string text;
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return !waiting_.empty(); })) return;
      text = std::exchange(waiting_, {});
    }
    for (std::size_t begin = 0; begin < text.size() && !stop.stop_requested();) {
      const std::size_t count = write_some(std::string_view(text).substr(begin, WriteSize));
      begin += count;
      const std::scoped_lock lock(mutex_);
      written_ += count;
      unwritten_ -= count;
      if (count > 0 || failure_) changed_.notify_all();
      if (failure_) return;
    }
  }
}

std::size_t LineOutput::write_some(std::string_view text) {
  pollfd ready{descriptor_, POLLOUT, 0};
  if (::poll(&ready, 1, PollMilliseconds) <= 0) return 0;
  const ssize_t count = ::write(descriptor_, text.data(), text.size());
  if (count >= 0) return static_cast<std::size_t>(count);
  if (errno == EAGAIN || errno == EINTR) return 0;
  const std::scoped_lock lock(mutex_);
  failure_ = errno == EPIPE ? "its reader is gone" : error_text(errno);
  return 0;
}

}  // namespace tichu::arena
