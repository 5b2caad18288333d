#pragma once

#include <linux/filter.h>

#include <string>
#include <vector>

#include "arena/hosting/sandbox/box_protocol.h"

namespace tichu::arena {

// The last steps before the bot's program. Objects are made first; then only system calls follow.

/// What the bot's program is started with.
class BotStart {
 public:
  /// `options` must outlive this object.
  explicit BotStart(const BoxOptions& options);
  BotStart(const BotStart&) = delete;
  BotStart& operator=(const BotStart&) = delete;

  /// Limits this process as the options say. Returns 0 or the errno.
  int set_limits() const;
  /// Becomes the bot's program in its working directory. Returns only if it failed, with the errno.
  int execute() const;

 private:
  const BoxOptions& options_;
  std::vector<std::string> environment_;
  std::vector<char*> arguments_;
  std::vector<char*> variables_;
};

/// The seccomp filter that the arena made for the bot.
class CallFilter {
 public:
  /// Reads the filter from its descriptor. If that fails, reports it and ends this program.
  CallFilter();
  /// Filters this process from now on. Returns 0 or the errno. Makes system calls only.
  int load() const;

 private:
  std::vector<sock_filter> instructions_;
};

/// As CallFilter::load, with other instructions.
int load_filter(const std::vector<sock_filter>& instructions);

}  // namespace tichu::arena
