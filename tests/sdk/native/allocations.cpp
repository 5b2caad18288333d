// A file of its own and compiled apart: inlined into a test, a `new` and its `delete` would not look like a pair.
#include "tests/sdk/native/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

// The operators below have no other place to count in.
std::atomic<long> taken = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

long tichu::test::allocations() { return taken.load(); }

// NOLINTBEGIN(cppcoreguidelines-no-malloc): this is what `new` and `delete` are made of
void* operator new(std::size_t size) {
  taken.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
// NOLINTEND(cppcoreguidelines-no-malloc)
