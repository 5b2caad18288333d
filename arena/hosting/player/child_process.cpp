#include "arena/hosting/player/child_process.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <exception>
#include <utility>

#include "arena/hosting/player/process_usage.h"

namespace tichu::arena {
namespace {

/// How long the end of a process may follow the end of its output, before it counts as alive. The kernel closes a
/// process's files as a step of its exit, moments before the pidfd tells; on a host with far more to do than it can,
/// moments are a second.
constexpr std::chrono::milliseconds ExitAfterClose{2000};

/// From SIGTERM to SIGKILL: for a program that did not end when its input did, so that it has had its time already.
constexpr std::chrono::milliseconds TerminationGrace{100};

/// How much is kept of the last messages each way.
constexpr std::size_t ExchangeKept = 4096;

std::string_view end_of(std::string_view bytes) {
  return bytes.substr(bytes.size() - std::min(bytes.size(), ExchangeKept));
}

constexpr std::uint32_t OutputBit = 1;
constexpr std::uint32_t EndBit = 2;
constexpr std::uint32_t ErrorsBit = 4;
constexpr std::uint32_t InputBit = 8;

}  // namespace

ChildProcess::ChildProcess(LaunchedProgram program)
    : pid_(program.pid),
      pidfd_(program.pidfd.fd()),
      input_(std::move(program.input)),
      output_(std::move(program.output)),
      error_output_(std::move(program.errors)),
      box_(std::move(program.box)) {
  try {
    wait_set_.emplace();
    wait_set_->add_reader(output_.fd(), OutputBit);
    wait_set_->add_reader(pidfd_, EndBit);
    wait_set_->add_reader(error_output_.fd(), ErrorsBit);
    process_.emplace(context_.get_executor(), pid_, pidfd_);
    program.pidfd.release();
  } catch (...) {
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    throw;
  }
}

ChildProcess::~ChildProcess() {
  try {
    kill();
  } catch (const std::exception&) {  // without memory for it nobody is told what it used
    if (!process_) return;
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    process_->detach();
  }
}

void ChildProcess::send(std::string_view bytes) {
  if (input_broken_ || !input_.is_open()) return;
  errors_before_ = log_.size();
  resume();
  traffic_.sent += bytes.size();
  last_exchange_.sent = end_of(bytes);
  last_exchange_.received.clear();
  if (unsent_.empty()) {
    const ssize_t written = ::write(input_.fd(), bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EAGAIN && errno != EINTR) {
      input_broken_ = true;
      return;
    }
  }
  if (!bytes.empty()) keep_unsent(bytes);
}

void ChildProcess::keep_unsent(std::string_view bytes) {
  if (unsent_.empty()) wait_set_->add_writer(input_.fd(), InputBit);
  unsent_.append(bytes);
}

void ChildProcess::close(FileDescriptor& descriptor) {
  if (descriptor.is_open()) wait_set_->remove(descriptor.fd());
  descriptor.close();
}

void ChildProcess::halt() {
  if (!process_ || !box_ || halted_) return;
  box_->halt();
  halted_ = true;
}

void ChildProcess::resume() {
  if (!process_ || !halted_) return;
  box_->resume();
  halted_ = false;
}

void ChildProcess::begin_pause(Clock::time_point answered) {
  if (!process_) return;
  if (pondering_.wants_processes(answered)) pondering_.watch(with_descendants(first_process()), answered);
  pondering_.begin_pause(answered);
}

void ChildProcess::begin_rest(Clock::time_point now) {
  if (!process_) return;
  end_pause();
  if (box_) return;  // it will be halted, and what stopping it costs is not its doing
  pondering_.watch(with_descendants(first_process()), now);
  pondering_.begin_rest(now);
}

void ChildProcess::write_unsent() {
  const ssize_t written = ::write(input_.fd(), unsent_.data(), unsent_.size());
  if (written >= 0) {
    unsent_.erase(0, static_cast<std::size_t>(written));
  } else if (errno != EAGAIN && errno != EINTR) {
    input_broken_ = true;
    unsent_.clear();
  }
  if (unsent_.empty()) wait_set_->remove(input_.fd());
}

void ChildProcess::take_errors() {
  if (!error_output_.is_open()) return;
  const ssize_t count = ::read(error_output_.fd(), buffer_.data(), buffer_.size());
  if (count > 0) {
    log_.append({buffer_.data(), static_cast<std::size_t>(count)});
  } else if (count == 0) {
    close(error_output_);
  }
}

std::optional<ChildProcess::Ready> ChildProcess::wait_for_any(Clock::time_point deadline) {
  if (looked_ > deadline) return std::nullopt;
  const std::optional<std::uint32_t> ready = wait_set_->wait(deadline);
  looked_ = Clock::now();
  if (!ready) return std::nullopt;
  if ((*ready & InputBit) != 0) write_unsent();
  if ((*ready & ErrorsBit) != 0) take_errors();
  return Ready{(*ready & OutputBit) != 0, (*ready & EndBit) != 0};
}

std::optional<Arrival> ChildProcess::read_output() {
  const ssize_t count = ::read(output_.fd(), buffer_.data(), buffer_.size());
  if (count > 0) {
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(count));
    traffic_.received += bytes.size();
    last_exchange_.received.append(bytes);
    if (last_exchange_.received.size() > ExchangeKept) {
      last_exchange_.received.erase(0, last_exchange_.received.size() - ExchangeKept);
    }
    return Arrival{WaitEnd::Bytes, bytes, looked_};
  }
  if (count == 0) close(output_);
  return std::nullopt;
}

Arrival ChildProcess::wait(Clock::time_point deadline, Clock::time_point slow, const std::function<void()>& when_slow) {
  assert(process_);
  while (true) {
    if (input_broken_ || !output_.is_open()) return {wait_for_exit()};
    const std::optional<Ready> ready = wait_for_any(std::min(deadline, slow));
    if (!ready && slow < deadline) {
      when_slow();
      slow = Clock::time_point::max();
      continue;
    }
    if (!ready) return {};
    if (log_.size() - errors_before_ > ErrorsOfRequest) return {WaitEnd::ErrorFlood};
    // Output that came before the end counts, so it is looked for once more where only the end was seen.
    if (ready->output || ready->ended) {
      if (const std::optional<Arrival> arrival = read_output()) {
        return *arrival;
      }
      if (ready->ended) {
        kill();
        return {WaitEnd::Ended};
      }
    }
  }
}

WaitEnd ChildProcess::wait_for_exit() {
  // A box may take longer to end than the program in it.
  const bool ended = wait_until_ended(Clock::now() + ExitAfterClose) || (box_ && box_->program_ended());
  if (!ended) return WaitEnd::OutputClosed;
  kill();
  return WaitEnd::Ended;
}

bool ChildProcess::wait_until_ended(Clock::time_point deadline) {
  while (true) {
    const std::optional<Ready> ready = wait_for_any(deadline);
    if (!ready) return false;
    // What was written before the end is kept for the fault.
    if (output_.is_open() && (ready->output || ready->ended)) read_output();
    if (ready->ended) return true;
  }
}

void ChildProcess::end(Clock::time_point deadline) {
  if (!process_) return;
  close_input();
  unsent_.clear();
  if (!wait_until_ended(deadline)) {
    ::kill(-pid_, SIGTERM);
    wait_until_ended(Clock::now() + TerminationGrace);
  }
  kill();
}

void ChildProcess::kill() {
  if (!process_) return;
  usage();  // of what runs still; later its memory is not known any more
  if (box_) box_->kill();
  // Before the leader is reaped: until then its number cannot name another group.
  ::kill(-pid_, SIGKILL);
  reap();
  take_errors();
  close(input_);
  close(output_);
  close(error_output_);
}

ResourceUsage ChildProcess::usage() {
  if (!process_) return usage_;
  // A group counts the memory of shared libraries to whoever loaded them first.
  note_usage(usage_of_processes(first_process()));
  note_usage_of_group();
  return usage_;
}

pid_t ChildProcess::first_process() {
  // The outermost process of a box is not the bot's.
  return box_ ? box_->first_process().value_or(pid_) : pid_;
}

void ChildProcess::note_usage(const ResourceUsage& counted) {
  usage_.processor = std::max(usage_.processor, counted.processor);
  usage_.peak_memory = std::max(usage_.peak_memory, counted.peak_memory);
}

void ChildProcess::note_usage_of_group() {
  if (box_) note_usage(box_->usage());
}

void ChildProcess::reap() {
  note_usage(usage_of_ended_process(pid_));
  note_usage_of_group();
  boost::system::error_code error;
  process_->wait(error);
  status_ = process_->native_exit_code();
  process_->detach();  // else its destructor might signal a later process with the same number
  process_.reset();
  if (!box_) return;
  box_end_ = box_->end();
  status_ = box_end_->status.value_or(status_);
}

std::string ending_of(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const char* name = ::sigabbrev_np(number);
    return "was ended by signal " + std::to_string(number) + (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
  }
  return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace tichu::arena
