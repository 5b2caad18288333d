#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace tichu::arena {

/// Owns an open file descriptor, or none.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { close(); }

  /// The descriptor, which this object keeps; -1 if there is none.
  int fd() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  /// Hands the descriptor over: the caller owns it.
  int release() { return std::exchange(fd_, -1); }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

/// A child's own descriptors have numbers below this one. What the arena hands over lies at or above it, so that no
/// dup2 in the child overwrites the source of a later one.
constexpr int LowestPassedDescriptor = 64;

/// A duplicate with a number of LowestPassedDescriptor or more, close-on-exec. Throws std::system_error if there is
/// none left.
FileDescriptor duplicate_to_pass(const FileDescriptor& descriptor);

/// The limit of open files that this process had when this, or `raise_descriptor_limit`, was called first. The programs
/// that it starts get it.
const rlimit& first_descriptor_limit();
/// Raises this process's limit of open files to its hard limit, if the host lets it. Call it before there are threads.
void raise_descriptor_limit();
/// How many files this process may have open.
std::uint64_t descriptor_limit();
/// The bytes of memory that this machine has.
std::uint64_t machine_memory();

/// Throws std::system_error with the present errno: the host has failed, and no bot is to blame.
[[noreturn]] void throw_host_error(const char* what);

/// An argument vector for execve: pointers into `argv`, which must outlive them, and a null pointer at the end.
inline std::vector<char*> null_terminated(const std::vector<std::string>& argv) {
  std::vector<char*> pointers;
  pointers.reserve(argv.size() + 1);
  for (const std::string& argument : argv) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// Whether `path` is `folder` or lies in it, by their names alone; both absolute and normal.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace tichu::arena
