#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tichu::arena {

/// What came of work in a child process.
struct ChildWork {
  std::string result;  ///< what the work returned
  std::string note;    ///< the last that it noted
  std::string ending;  ///< how the process ended before the work was done, such as "was ended by signal 11 (SIGSEGV)";
                       ///< empty if it was done
};

/// Takes a note of the work under way, which remains if the process crashes.
using NoteTaker = std::function<void(std::string_view)>;

/// Does the work in a child of this process and waits for it, so that what crashes there does not end this process. The
/// child has copies of all that is in memory; nothing that it changes comes back but the result. What the work throws
/// as std::exception is thrown here as std::runtime_error. Only while this process has a single thread. Throws
/// std::system_error if the host fails.
ChildWork work_in_child(const std::function<std::string(const NoteTaker&)>& work);

}  // namespace tichu::arena
