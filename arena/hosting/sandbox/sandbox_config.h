#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <vector>

#include "arena/text/setting.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// What separates untrusted bots from the rest of the machine.
enum class SandboxKind : std::uint8_t {
  Strongest,   ///< bubblewrap, or Landlock if that cannot work
  Bubblewrap,  ///< a box of its own for every bot: Linux namespaces, made by the program bwrap
  Landlock,    ///< one file system and one set of processes for all, and the kernel says no
};

constexpr std::array<std::string_view, 3> words_of(SandboxKind) { return {"strongest", "bubblewrap", "landlock"}; }

/// How untrusted bots are run, and what each seat's bot may use: all its processes together, unless said otherwise.
struct SandboxConfig {
  SandboxKind kind = SandboxKind::Strongest;
  std::uint64_t memory_mb = 512;    ///< MiB
  std::uint64_t processes = 64;     ///< processes and threads
  std::uint64_t cores = 1;          ///< processor seconds per second, if control groups can be written
  std::uint64_t cpu_s = 36'000;     ///< processor seconds of all its processes, over their lives
  std::uint64_t temporary_mb = 64;  ///< MiB of its temporary folder, and of any file it writes
  std::uint64_t open_files = 128;   ///< of each process
  /// Files and folders that every untrusted bot may read besides its own: absolute.
  std::vector<std::filesystem::path> readable;
  /// Whether files may be locked, as compilers do: not where bots play, since a lock on a file that several see tells
  /// them something. Of the kind Bubblewrap.
  bool locks = false;
  friend bool operator==(const SandboxConfig&, const SandboxConfig&) = default;
};

/// The limits of a seat's bot in the order of files. Below the least not even an interpreter starts; above the most is
/// a slip of the keyboard.
inline constexpr LimitSetting<SandboxConfig> SandboxLimits[] = {
    {"memory_mb", &SandboxConfig::memory_mb, 16, 1 << 26, "memory of a bot at a seat, all its processes"},
    {"processes", &SandboxConfig::processes, 1, 30'000, "processes and threads of a bot"},
    {"cores", &SandboxConfig::cores, 1, 1024,
     "processor seconds a second that a bot may use, if control groups can be written"},
    {"cpu_s", &SandboxConfig::cpu_s, 1, 31'536'000, "processor time of all processes of a bot, over their lives"},
    {"temporary_mb", &SandboxConfig::temporary_mb, 1, 1 << 26, "size of a bot's /tmp, and of any file it writes"},
    {"open_files", &SandboxConfig::open_files, 16, 1 << 20, "open files of each process of a bot"}};

/// Limits with which a bot makes do, as its bot.toml says; 0: with those that all bots have.
struct BotNeeds {
  std::uint64_t memory_mb = 0;  ///< MiB
  friend bool operator==(const BotNeeds&, const BotNeeds&) = default;
};

/// The keys of bot.toml that lower the limit of the same key in `SandboxLimits`, whose range they have.
inline constexpr LimitSetting<BotNeeds> BotNeedSettings[] = {
    {"memory_mb", &BotNeeds::memory_mb, 0, 1 << 26, "memory that the bot needs"}};

static_assert(std::all_of(std::begin(BotNeedSettings), std::end(BotNeedSettings), [](const auto& need) {
  return std::any_of(std::begin(SandboxLimits), std::end(SandboxLimits),
                     [&](const auto& limit) { return limit.key == need.key; });
}));

/// The limit of the sandbox that a need lowers.
constexpr const LimitSetting<SandboxConfig>& limit_of(const LimitSetting<BotNeeds>& need) {
  return *std::find_if(std::begin(SandboxLimits), std::end(SandboxLimits),
                       [&](const auto& limit) { return limit.key == need.key; });
}

/// The sandbox of a bot that has these needs.
inline SandboxConfig lowered(SandboxConfig sandbox, const BotNeeds& needs) {
  for (const auto& need : BotNeedSettings) {
    const std::int64_t most = need.number(needs);
    const auto& limit = limit_of(need);
    if (most != 0 && most < limit.number(sandbox)) limit.set(sandbox, most);
  }
  return sandbox;
}

}  // namespace tichu::arena
