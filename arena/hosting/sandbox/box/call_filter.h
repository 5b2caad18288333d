#pragma once

#include <linux/filter.h>

#include <vector>

namespace tichu::arena {

/// The filter of system calls that the arena made for the bot.
class CallFilter {
 public:
  /// Reads it from its descriptor; where that fails, reports it and ends this program.
  CallFilter();
  /// Filters this process from now on; errno, 0 on success. System calls only.
  int load() const;

 private:
  std::vector<sock_filter> instructions_;
};

/// The same with other instructions.
int load_filter(const std::vector<sock_filter>& instructions);

}  // namespace tichu::arena
