// Loaded before the C++ library (LD_PRELOAD), it lets operator new throw once in a thread of a ladder's, worker's or
// leader's process. Which thread, and after how many more allocations, stands in a file that a test and the process
// share. It does not throw where destructors of JSON values allocate, which nothing could catch, and not within
// Protobuf, whose messages are broken afterwards.

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>

namespace {

/// What the file named by TICHU_FAILING_NEW holds.
struct Order {
  std::atomic<std::int32_t> thread;                        ///< which is to fail; 0: none
  std::atomic<std::int32_t> left;                          ///< allocations until then
  std::uint64_t count;                                     ///< of `spared` that are used
  std::array<std::array<std::uintptr_t, 2>, 4096> spared;  ///< where functions begin and end that must not throw
};

Order* order = nullptr;
int places = -1;  ///< a file for the calls that led to the latest throw

__attribute__((constructor)) void begin() {
  const char* file = ::getenv("TICHU_FAILING_NEW");
  std::array<char, 4096> program{};
  if (file == nullptr || ::readlink("/proc/self/exe", program.data(), program.size() - 1) < 0) return;
  const std::string_view name = program.data();
  if (!name.ends_with("/tichu-arena-ladder") && !name.ends_with("/tichu-arena-workers")) return;
  ::unsetenv("LD_PRELOAD");  // the programs that it starts are others
  const int descriptor = ::open(file, O_RDWR | O_CLOEXEC);
  void* shared = ::mmap(nullptr, sizeof(Order), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  places = ::open((std::string(file) + ".place").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (shared != MAP_FAILED) order = static_cast<Order*>(shared);
}

/// Whether libraries would end the process if what this frame has called threw.
bool is_spared(void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(frame);
  const auto is_in = [address](const auto& spared) { return address >= spared[0] && address < spared[1]; };
  if (std::any_of(order->spared.begin(), order->spared.begin() + order->count, is_in)) return true;
  Dl_info symbol{};
  if (::dladdr(frame, &symbol) == 0 || symbol.dli_sname == nullptr) return false;
  const std::string_view name = symbol.dli_sname;
  return name.find("directory_iterator") != std::string_view::npos ||
         name.find("google8protobuf") != std::string_view::npos;
}

/// Whether this call may throw; if so its place is noted.
bool may_throw() {
  std::array<void*, 64> frames{};
  const int count = ::backtrace(frames.data(), frames.size());
  if (std::any_of(frames.begin(), frames.begin() + count, is_spared)) return false;
  const bool is_noted = ::ftruncate(places, 0) == 0 && ::lseek(places, 0, SEEK_SET) == 0;
  if (is_noted) ::backtrace_symbols_fd(frames.data(), count, places);
  return true;
}

bool is_to_fail() {
  thread_local const std::int32_t own = ::gettid();
  if (order == nullptr || order->thread != own || order->left.fetch_sub(1) > 0) return false;
  if (!may_throw()) return false;  // but the next may
  order->thread = 0;
  return true;
}

void* taken(std::size_t bytes) {
  void* found = is_to_fail() ? nullptr : ::malloc(bytes == 0 ? 1 : bytes);
  if (found == nullptr) throw std::bad_alloc();
  return found;
}

}  // namespace

void* operator new(std::size_t bytes) { return taken(bytes); }
void* operator new[](std::size_t bytes) { return taken(bytes); }
