#include "arena/bench/pipe_echo.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace tichu::arena {
namespace {

struct Pipe {
  FileDescriptor reads;
  FileDescriptor writes;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "no pipe");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// Reads `size` bytes; false at the end of the input.
bool read_all(int from, std::vector<char>& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::read(from, bytes.data() + done, bytes.size() - done);
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool write_all(int to, const std::vector<char>& bytes) {
  return ::write(to, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
}

}  // namespace

PipeEcho::PipeEcho(std::size_t request, std::size_t answer) : request_(request), answer_(answer) {
  Pipe there = make_pipe();
  Pipe back = make_pipe();
  child_ = ::fork();
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "no process");
  if (child_ == 0) {
    there.writes.close();
    back.reads.close();
    std::vector<char> in(request);
    const std::vector<char> out(answer);
    while (read_all(there.reads.fd(), in) && write_all(back.writes.fd(), out)) {
    }
    ::_exit(0);
  }
  to_ = std::move(there.writes);
  from_ = std::move(back.reads);
}

PipeEcho::~PipeEcho() {
  to_.close();
  ::waitpid(child_, nullptr, 0);
}

void PipeEcho::ping() {
  thread_local std::vector<char> bytes;
  bytes.resize(request_);
  pollfd readable{from_.fd(), POLLIN, 0};
  const bool sent = write_all(to_.fd(), bytes) && ::ppoll(&readable, 1, nullptr, nullptr) == 1;
  bytes.resize(answer_);
  if (!sent || !read_all(from_.fd(), bytes)) throw std::runtime_error("the echo over bare pipes broke off");
}

}  // namespace tichu::arena
