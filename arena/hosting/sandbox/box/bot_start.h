#pragma once

#include <string>
#include <vector>

#include "arena/hosting/sandbox/box_options.h"

namespace tichu::arena {

/// What the bot's program is started with, made before the last steps, after which only system calls are made.
class BotStart {
 public:
  explicit BotStart(const BoxOptions& options);
  BotStart(const BotStart&) = delete;
  BotStart& operator=(const BotStart&) = delete;

  /// Limits this process as the options say. Returns 0 or the errno.
  int set_limits() const;
  /// Becomes the bot's program in its folder. Returns only where it failed, with the errno.
  int execute() const;

 private:
  const BoxOptions& options_;
  std::vector<std::string> environment_;
  std::vector<char*> arguments_;
  std::vector<char*> variables_;
};

}  // namespace tichu::arena
