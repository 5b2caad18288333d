#include "arena/service/ladder/boxed_work.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

constexpr int SliceMilliseconds = 100;

/// All that lies in a pipe. False at its end.
bool drain(const FileDescriptor& pipe, const std::function<void(std::string_view)>& take) {
  std::array<char, 65536> piece;
  while (true) {
    const ssize_t count = ::read(pipe.fd(), piece.data(), piece.size());
    if (count > 0) {
      take({piece.data(), static_cast<std::size_t>(count)});
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    return count < 0 && errno == EAGAIN;
  }
}

/// A program that is being run.
class RunningWork {
 public:
  RunningWork(const BoxedWork& work, LaunchedProgram program)
      : work_(work), program_(std::move(program)), log_(work.log_bytes) {
    program_.input.close();
  }
  ~RunningWork() {
    if (!reaped_) end_now();
  }
  RunningWork(const RunningWork&) = delete;
  RunningWork& operator=(const RunningWork&) = delete;

  BoxedWorkEnd run() {
    BoxedWorkEnd end;
    while (!has_ended()) {
      if (work_.cancelled && work_.cancelled()) {
        end.cancelled = true;
        break;
      }
      if (std::chrono::steady_clock::now() >= work_.deadline) {
        end.late = true;
        break;
      }
      wait_a_slice();
      drain_all();
    }
    end_now();
    drain_all();
    take_end(end);
    end.log = log_.text();
    return end;
  }

 private:
  bool has_ended() {
    if (program_.box && program_.box->program_ended()) return true;
    pollfd watched{program_.pidfd.fd(), POLLIN, 0};
    return ::poll(&watched, 1, 0) == 1;
  }

  void wait_a_slice() {
    std::array<pollfd, 3> watched{pollfd{program_.pidfd.fd(), POLLIN, 0},
                                  pollfd{output_open_ ? program_.output.fd() : -1, POLLIN, 0},
                                  pollfd{errors_open_ ? program_.errors.fd() : -1, POLLIN, 0}};
    ::poll(watched.data(), watched.size(), SliceMilliseconds);
  }

  void drain_all() {
    const auto to_log = [this](std::string_view bytes) { log_.add(bytes); };
    if (output_open_) output_open_ = drain(program_.output, work_.output ? work_.output : to_log);
    if (errors_open_) errors_open_ = drain(program_.errors, to_log);
  }

  void end_now() {
    if (program_.box) program_.box->kill();
    ::kill(-program_.pid, SIGKILL);
    ::waitpid(program_.pid, &status_, 0);
    reaped_ = true;
  }

  void take_end(BoxedWorkEnd& end) {
    end.status = status_;
    if (!program_.box) return;
    const BoxEnd box = program_.box->end();
    if (box.setup_failure) throw std::runtime_error("a box cannot be made: " + *box.setup_failure + "; " + log_.text());
    if (box.machine_short) throw std::runtime_error("the machine was short of memory");
    if (box.exec_error) {
      throw std::system_error(*box.exec_error, std::generic_category(),
                              "cannot run " + work_.command.absolute_path().string());
    }
    end.memory_exceeded = box.memory_exceeded;
    end.processor_exceeded = box.processor_exceeded;
    if (box.status) end.status = *box.status;
  }

  const BoxedWork& work_;
  LaunchedProgram program_;
  KeptOutput log_;
  bool output_open_ = true;
  bool errors_open_ = true;
  bool reaped_ = false;
  int status_ = 0;
};

}  // namespace

void KeptOutput::add(std::string_view bytes) {
  const std::size_t to_head = std::min(bytes.size(), half_ - head_.size());
  head_ += bytes.substr(0, to_head);
  tail_ += bytes.substr(to_head);
  if (tail_.size() <= 2 * half_) return;
  left_out_ += tail_.size() - half_;
  tail_.erase(0, tail_.size() - half_);
}

std::string KeptOutput::text() const {
  std::string tail = tail_;
  std::uint64_t left_out = left_out_;
  if (tail.size() > half_) {
    left_out += tail.size() - half_;
    tail.erase(0, tail.size() - half_);
  }
  std::string all = head_;
  if (left_out > 0) all += "\n[... " + std::to_string(left_out) + " bytes left out ...]\n";
  all += tail;
  for (char& c : all) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f) c = ' ';
  }
  return bounded_utf8(all, 4 * all.size() + 16);
}

std::string BoxedWorkEnd::text() const {
  if (cancelled) return "was broken off, because the ladder stops";
  if (late) return "had not ended in time";
  if (memory_exceeded) return "used more memory than it may";
  if (processor_exceeded) return "used more processor time than it may";
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

BoxedWorkEnd run_boxed(const Sandbox* sandbox, const BoxedWork& work) {
  auto launched = sandbox != nullptr ? sandbox->prepare(work.command).start() : launch_program(work.command);
  if (!launched) {
    const ExecError& error = launched.error();
    if (!error.trouble.empty()) throw std::runtime_error(error.trouble);
    throw std::system_error(error.error_number, std::generic_category(),
                            "cannot run " + work.command.absolute_path().string());
  }
  return RunningWork(work, std::move(*launched)).run();
}

}  // namespace tichu::arena
