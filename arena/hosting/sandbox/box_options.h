#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tichu::arena {

/// What the program tichu-box is to do.
enum class BoxTask : std::uint8_t {
  FirstProcess,  ///< be the first process of a process namespace that bubblewrap made, and run the bot as its child
  Fence,         ///< fence itself in with Landlock and seccomp, and become the bot
};

/// The command line of tichu-box: what the arena's sandbox asks of it.
struct BoxOptions {
  BoxTask task = BoxTask::FirstProcess;
  std::uint64_t memory = 0;       ///< bytes, of each process; RLIMIT_DATA
  std::uint64_t processes = 0;    ///< RLIMIT_NPROC
  std::uint64_t cpu_s = 0;        ///< RLIMIT_CPU
  std::uint64_t file_size = 0;    ///< bytes; RLIMIT_FSIZE
  std::uint64_t open_files = 0;   ///< RLIMIT_NOFILE
  bool watch_memory = false;      ///< FirstProcess: add up the memory of all processes, and kill where it is too much
  bool watch_processors = false;  ///< FirstProcess: the same with their processor time
  std::string home;               ///< the bot's HOME
  std::string folder;             ///< where the bot starts
  pid_t parent = 0;               ///< Fence: the arena; where the parent is another already, the arena has died
  std::optional<uid_t> user;      ///< Fence: to become, with the group of the same number
  std::vector<std::string> readable;  ///< Fence: what the bot may read and execute, folders and files
  std::vector<std::string> command;   ///< the bot's program, absolute, and its arguments
};

/// The descriptors that tichu-box finds open besides the standard error.
constexpr int BoxChannel = 3;
constexpr int BoxFilter = 4;  ///< the seccomp filter for the bot
constexpr int BoxInput = 5;   ///< FirstProcess: the bot's standard input; bubblewrap keeps its own 0 and 1 to itself
constexpr int BoxOutput = 6;  ///< FirstProcess: the bot's standard output
/// The first that is free for bubblewrap's own use.
constexpr int FirstFreeDescriptor = 7;

/// The words of a command line, the program's name not among them; `parse` reads them back.
std::vector<std::string> to_words(const BoxOptions& options);

/// The options of a command line without the program's name; nothing where it is none that `to_words` writes.
std::optional<BoxOptions> parse_box_options(const std::vector<std::string>& words);

}  // namespace tichu::arena
