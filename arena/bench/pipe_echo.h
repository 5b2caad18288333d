#pragma once

#include <sys/types.h>

#include <cstddef>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// A process that answers every message of one fixed size with a message of another over bare pipes, and does nothing
/// else: no host of programs can be faster. It is made by fork, so make it only while the process has one thread.
class PipeEcho {
 public:
  PipeEcho(std::size_t request, std::size_t answer);
  ~PipeEcho();
  PipeEcho(const PipeEcho&) = delete;
  PipeEcho& operator=(const PipeEcho&) = delete;

  /// One request and its answer: write, ppoll, read. Throws std::runtime_error if the pipe breaks.
  void ping();

 private:
  std::size_t request_;
  std::size_t answer_;
  FileDescriptor to_;
  FileDescriptor from_;
  pid_t child_ = -1;
};

}  // namespace tichu::arena
