#include "arena/hosting/sandbox/bubblewrap_command.h"

#include <initializer_list>
#include <system_error>

#include "arena/hosting/sandbox/visible_paths.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Nobody's: the user and group that a bot believes to be.
constexpr const char* NobodysNumber = "65534";

class Arguments {
 public:
  void add(std::initializer_list<std::string> words) { argv_.insert(argv_.end(), words); }
  void add(const std::vector<std::string>& more) { argv_.insert(argv_.end(), more.begin(), more.end()); }
  std::vector<std::string> take() { return std::move(argv_); }

 private:
  std::vector<std::string> argv_;
};

void add_namespaces(Arguments& argv) {
  // The network's is entered before. Further user namespaces are for the seccomp filter to forbid: --disable-userns
  // would cost a millisecond. A root would keep all its capabilities without --cap-drop. That of mounts is for
  // tichu-box alone, which makes the devices read-only and drops it: bubblewrap cannot make them so that they can still
  // be opened. Without --as-pid-1 bubblewrap puts a process of its own there, which knows how the bot ended only as a
  // shell would. The box ends when the arena's end of its channel closes. No signal at the arena's death, such as
  // --die-with-parent sends: it would end bubblewrap at once, and if that has not yet told its child to go on, the
  // child waits for ever.
  argv.add({"--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--as-pid-1",
            "--new-session", "--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN", "--uid", NobodysNumber, "--gid",
            NobodysNumber, "--hostname", "bot", "--clearenv"});
}

void add_system(Arguments& argv) {
  for (const fs::path& path : system_paths()) {
    std::error_code error;
    const fs::path target = fs::read_symlink(path, error);
    if (!error && path.parent_path() == "/") {
      argv.add({"--symlink", target.string(), path.string()});
    } else {
      argv.add({"--ro-bind", path.string(), path.string()});
    }
  }
  argv.add({"--proc", "/proc"});
}

/// The devices that programs need. Of /dev/zero memory could be had that no limit counts.
void add_devices(Arguments& argv) {
  for (const char* device : {"/dev/null", "/dev/random", "/dev/urandom"}) argv.add({"--dev-bind", device, device});
  argv.add({"--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "/proc/self/fd/0", "/dev/stdin", "--symlink",
            "/proc/self/fd/1", "/dev/stdout", "--symlink", "/proc/self/fd/2", "/dev/stderr"});
}

void add_view(Arguments& argv, const BoxView& view) {
  argv.add({"--size", std::to_string(view.temporary_bytes), "--tmpfs", "/tmp"});
  for (const BoxView::Place& place : view.shown) {
    argv.add({"--ro-bind-fd", std::to_string(place.descriptor), place.path.string()});
  }
  for (const BoxView::Place& place : view.copied) {
    argv.add({"--ro-bind-data", std::to_string(place.descriptor), place.path.string()});
  }
  for (const fs::path& path : view.hidden) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      argv.add({"--perms", "0000", "--size", "4096", "--tmpfs", path.string(), "--remount-ro", path.string()});
    } else {
      argv.add({"--ro-bind", "/dev/null", path.string()});  // in a file system without devices: cannot be opened
    }
  }
  // It is a file system in memory without a bound.
  argv.add({"--remount-ro", "/"});
}

}  // namespace

std::vector<std::string> bubblewrap_command(const std::string& bwrap, const BoxView& view,
                                            const std::vector<std::string>& command) {
  Arguments argv;
  argv.add({bwrap});
  add_namespaces(argv);
  add_system(argv);
  add_devices(argv);
  add_view(argv, view);
  argv.add({"--"});
  argv.add(command);
  return argv.take();
}

}  // namespace tichu::arena
