#include "arena/hosting/check/child_work.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>

#include "arena/hosting/player/child_process.h"
#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

/// What the child writes: each piece has its kind and length in front.
enum class PieceKind : std::uint32_t { Note, Result, Failure };

struct PieceHead {
  PieceKind kind = PieceKind::Note;
  std::uint32_t size = 0;
};

void write_piece(int file, PieceKind kind, std::string_view text) {
  const PieceHead head{kind, static_cast<std::uint32_t>(text.size())};
  std::string bytes(sizeof(head), '\0');
  std::memcpy(bytes.data(), &head, sizeof(head));
  bytes += text;
  for (std::string_view rest = bytes; !rest.empty();) {
    const ssize_t written = ::write(file, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) std::_Exit(127);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void be_child(int file, const std::function<std::string(const NoteTaker&)>& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    const std::string result = work([file](std::string_view note) { write_piece(file, PieceKind::Note, note); });
    write_piece(file, PieceKind::Result, result);
  } catch (const std::exception& error) {
    write_piece(file, PieceKind::Failure, error.what());
  }
  std::_Exit(0);  // nothing that the parent has too is to be flushed or removed
}

/// The child's pieces so far, of which only the last note is kept.
class Pieces {
 public:
  void take(std::string_view bytes) {
    rest_ += bytes;
    PieceHead head;
    while (rest_.size() >= sizeof(head)) {
      std::memcpy(&head, rest_.data(), sizeof(head));
      if (rest_.size() - sizeof(head) < head.size) return;
      take_piece(head.kind, rest_.substr(sizeof(head), head.size));
      rest_.erase(0, sizeof(head) + head.size);
    }
  }
  bool is_done() const { return is_done_; }
  const std::string& failure() const { return failure_; }
  ChildWork& work() { return work_; }

 private:
  void take_piece(PieceKind kind, std::string text) {
    is_done_ = kind != PieceKind::Note;
    switch (kind) {
      case PieceKind::Note:
        work_.note = std::move(text);
        return;
      case PieceKind::Result:
        work_.result = std::move(text);
        return;
      case PieceKind::Failure:
        failure_ = std::move(text);
        return;
    }
  }

  std::string rest_;
  ChildWork work_;
  std::string failure_;
  bool is_done_ = false;
};

/// Reads until the child has ended and its pipe is empty; a process that it left behind may hold the pipe open.
void read_to_end(const FileDescriptor& pipe, const FileDescriptor& child, Pieces& pieces) {
  std::array<char, 65536> buffer;
  while (true) {
    std::array<pollfd, 2> watched{pollfd{pipe.fd(), POLLIN, 0}, pollfd{child.fd(), POLLIN, 0}};
    if (::poll(watched.data(), watched.size(), -1) < 0) {
      if (errno == EINTR) continue;
      throw_host_error("cannot wait for a check");
    }
    const ssize_t count = ::read(pipe.fd(), buffer.data(), buffer.size());
    if (count > 0) {
      pieces.take({buffer.data(), static_cast<std::size_t>(count)});
    } else if (count == 0 || watched[1].revents != 0) {
      return;
    }
  }
}

}  // namespace

ChildWork work_in_child(const std::function<std::string(const NoteTaker&)>& work) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_host_error("cannot make a pipe for a check");
  const FileDescriptor read_end(ends[0]);
  FileDescriptor write_end(ends[1]);
  if (::fcntl(read_end.fd(), F_SETFL, O_NONBLOCK) != 0) throw_host_error("cannot set up a pipe for a check");
  std::cout << std::flush;
  const pid_t pid = ::fork();
  if (pid < 0) throw_host_error("cannot make a process for a check");
  if (pid == 0) be_child(write_end.fd(), work);
  write_end.close();
  const FileDescriptor child(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  Pieces pieces;
  read_to_end(read_end, child, pieces);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!pieces.failure().empty()) throw std::runtime_error(pieces.failure());
  if (!pieces.is_done()) pieces.work().ending = ending_of(status);
  return std::move(pieces.work());
}

}  // namespace tichu::arena
