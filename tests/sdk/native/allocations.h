#pragma once

namespace tichu::test {

/// How often this program has taken memory by `new` so far, on all its threads.
long allocations();

}  // namespace tichu::test
