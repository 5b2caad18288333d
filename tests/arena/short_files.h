#pragma once

#include <sys/resource.h>

#include <csignal>

namespace tichu::arena {

/// While it lives, this process writes no file longer than so many bytes: that fails as on a full disk.
class ShortFiles {
 public:
  explicit ShortFiles(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    if (::getrlimit(RLIMIT_FSIZE, &before_) != 0) return;
    const rlimit limit{bytes, before_.rlim_max};
    is_set_ = ::setrlimit(RLIMIT_FSIZE, &limit) == 0;
  }
  ~ShortFiles() {
    if (is_set_) ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  ShortFiles(const ShortFiles&) = delete;
  ShortFiles& operator=(const ShortFiles&) = delete;

  bool is_set() const { return is_set_; }

 private:
  void (*signal_)(int);
  rlimit before_{};
  bool is_set_ = false;
};

}  // namespace tichu::arena
