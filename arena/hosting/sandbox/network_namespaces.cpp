#include "arena/hosting/sandbox/network_namespaces.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace tichu::arena {
namespace {

/// So many are not worth making anew for the next table: of its four seats, seated twice.
constexpr std::size_t Kept = 8;

constexpr const char* NotMade = "cannot make a network namespace";

/// A child process that holds namespaces until this object is gone. The arena may have threads, so the child makes
/// system calls only.
class NamespaceHolder {
 public:
  explicit NamespaceHolder(int namespaces) {
    int ready[2];
    if (::pipe2(ready, O_CLOEXEC) != 0) throw_host_error(NotMade);
    const FileDescriptor ready_end(ready[0]);
    FileDescriptor ready_write(ready[1]);
    child_ = ::fork();
    if (child_ < 0) throw_host_error(NotMade);
    if (child_ == 0) hold(namespaces, ready[1]);
    ready_write.close();
    char byte = 0;
    holds_ = ::read(ready_end.fd(), &byte, 1) == 1;
  }
  ~NamespaceHolder() {
    // Not by the end of a pipe: another thread's child may have inherited that.
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  NamespaceHolder(const NamespaceHolder&) = delete;
  NamespaceHolder& operator=(const NamespaceHolder&) = delete;

  /// Whether the kernel has made the namespaces.
  bool holds() const { return holds_; }
  std::string path(const char* file) const { return "/proc/" + std::to_string(child_) + "/" + file; }

 private:
  [[noreturn]] static void hold(int namespaces, int ready) {
    char byte = 0;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::unshare(namespaces) != 0 || ::write(ready, &byte, 1) != 1) ::_exit(1);
    while (true) ::pause();
  }

  pid_t child_ = -1;
  bool holds_ = false;
};

FileDescriptor opened(const std::string& path, int flags) {
  FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC));
  if (!file.is_open()) throw_host_error(NotMade);
  return file;
}

void write_text(const std::string& path, const std::string& text) {
  const FileDescriptor file = opened(path, O_WRONLY);
  if (::write(file.fd(), text.data(), text.size()) < 0) throw_host_error(NotMade);
}

/// Everybody keeps the number that he has.
void map_user(const NamespaceHolder& holder) {
  const std::string user = std::to_string(::geteuid());
  const std::string group = std::to_string(::getegid());
  write_text(holder.path("setgroups"), "deny");
  write_text(holder.path("uid_map"), user + " " + user + " 1");
  write_text(holder.path("gid_map"), group + " " + group + " 1");
}

/// Empty if the kernel refuses.
NetworkNamespaces::Entered make_namespace() {
  const bool is_root = ::geteuid() == 0;
  const NamespaceHolder holder(is_root ? CLONE_NEWNET : CLONE_NEWUSER | CLONE_NEWNET);
  NetworkNamespaces::Entered entered;
  if (!holder.holds()) return entered;
  if (!is_root) {
    map_user(holder);
    entered.push_back(opened(holder.path("ns/user"), O_RDONLY));
  }
  entered.push_back(opened(holder.path("ns/net"), O_RDONLY));
  return entered;
}

}  // namespace

NetworkNamespaces::Lease& NetworkNamespaces::Lease::operator=(Lease&& other) noexcept {
  if (this == &other) return *this;
  give_back();
  from_ = std::exchange(other.from_, nullptr);
  entered_ = std::move(other.entered_);
  return *this;
}

void NetworkNamespaces::Lease::give_back() {
  if (from_ == nullptr || entered_.empty()) return;
  const std::lock_guard lock(from_->mutex_);
  from_->free_.push_back(std::move(entered_));
  if (--from_->taken_ == 0 && from_->free_.size() > Kept) from_->free_.resize(Kept);
  from_ = nullptr;
}

NetworkNamespaces::Lease NetworkNamespaces::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    Entered made = make_namespace();
    taken_ += made.empty() ? 0 : 1;
    return {*this, std::move(made)};
  }
  ++taken_;
  Entered entered = std::move(free_.back());
  free_.pop_back();
  return {*this, std::move(entered)};
}

}  // namespace tichu::arena
