#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// The beginning and the end of what a program printed, with a line between that says how much was left out. Bytes.
class KeptOutput {
 public:
  explicit KeptOutput(std::size_t most) : half_(most / 2) {}
  void add(std::string_view bytes);
  /// As UTF-8 without control characters but tabs and ends of lines.
  std::string text() const;

 private:
  std::size_t half_;
  std::string head_;
  std::string tail_;
  std::uint64_t left_out_ = 0;
};

/// A program that is run to its end for a submission, in a box like a bot's.
struct BoxedWork {
  ProgramCommand command;
  std::chrono::steady_clock::time_point deadline;
  std::function<bool()> cancelled = {};               ///< asked often; empty: never
  std::function<void(std::string_view)> output = {};  ///< gets its standard output; empty: that is part of the log
  std::size_t log_bytes = 65536;
};

/// How it ended.
struct BoxedWorkEnd {
  /// As from waitpid; of the program, not of the box.
  int status = 0;
  bool late = false;       ///< it had not ended by the deadline
  bool cancelled = false;  ///< the ladder stops
  bool memory_exceeded = false;
  bool processor_exceeded = false;
  std::string log;  ///< what it printed to its standard error, and its standard output if nobody else got it

  bool is_good() const { return status == 0 && !late && !cancelled && !memory_exceeded && !processor_exceeded; }
  /// What came of it, as the last words of a sentence: "ended with exit code 2".
  std::string text() const;
};

/// Runs it; null: without a box. Throws std::runtime_error or std::system_error if the machine fails. All its processes
/// have ended when this returns.
BoxedWorkEnd run_boxed(const Sandbox* sandbox, const BoxedWork& work);

}  // namespace tichu::arena
