#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tichu::arena {

// What the arena and the program tichu-box say to each other: a command line, descriptors, and messages over a channel.
// Both programs are built together, so the layout concerns nobody else.

/// What tichu-box is to do.
enum class BoxTask : std::uint8_t {
  FirstProcess,  ///< be the first process of a process namespace that bubblewrap made, and run the bot as its child
  Jail,          ///< restrict itself with Landlock and seccomp, and become the bot
};

/// The command line of tichu-box.
struct BoxOptions {
  BoxTask task = BoxTask::FirstProcess;
  std::uint64_t memory = 0;           ///< bytes, of each process; RLIMIT_DATA
  std::uint64_t processes = 0;        ///< RLIMIT_NPROC
  std::uint64_t cpu_s = 0;            ///< RLIMIT_CPU
  std::uint64_t file_size = 0;        ///< bytes; RLIMIT_FSIZE
  std::uint64_t open_files = 0;       ///< RLIMIT_NOFILE
  std::uint64_t waiting_signals = 0;  ///< RLIMIT_SIGPENDING
  bool watch_memory = false;      ///< FirstProcess: add up the memory of all processes, and kill them if it is too much
  bool watch_processors = false;  ///< FirstProcess: the same with their processor time
  std::string home;               ///< the bot's HOME
  std::string working_directory;  ///< of the bot
  pid_t parent = 0;               ///< Jail: the arena. If the parent is another already, the arena has died.
  std::optional<uid_t> user;      ///< Jail: to become, with the group of the same number
  std::vector<std::string> readable;  ///< the folders and files that the bot may read and execute
  std::vector<std::string> command;   ///< the bot's program, absolute, and its arguments
};

/// The arguments of tichu-box, without argv[0].
std::vector<std::string> to_arguments(const BoxOptions& options);

/// The options that `to_arguments` wrote. nullopt if the arguments are not such ones.
std::optional<BoxOptions> parse_box_options(const std::vector<std::string>& arguments);

/// The descriptors that tichu-box finds open besides the standard error.
constexpr int BoxChannel = 3;
constexpr int BoxFilter = 4;  ///< the seccomp filter for the bot
constexpr int BoxInput = 5;   ///< FirstProcess: the bot's standard input; bubblewrap keeps 0 and 1 to itself
constexpr int BoxOutput = 6;  ///< FirstProcess: the bot's standard output
/// The first that is free for bubblewrap's own use.
constexpr int FirstFreeDescriptor = 7;

/// What tichu-box tells the arena.
enum class BoxReportKind : std::int32_t {
  Ready,        ///< the box stands, with the bot's program in it; has a pidfd of the box's first process, if it has one
  SetupFailed,  ///< the box could not be made: the host's failure; `value` is the errno
  NotExecuted,  ///< the bot's program could not be executed; `value` is the errno
  MemoryExceeded,     ///< the bot used more memory than it may and was killed
  ProcessorExceeded,  ///< all processes of the bot together used more processor time than it may, and were killed
  Ended,              ///< the bot's program ended; `value` is its status as `waitpid` gives it
};

/// One message from tichu-box over the channel, a socket of type SOCK_SEQPACKET that the bot does not get.
struct BoxReport {
  BoxReportKind kind = BoxReportKind::Ready;
  std::int32_t value = 0;
  char step[32] = {};  ///< of SetupFailed: what failed, ends with 0
};

/// What the arena tells a box's first process over the same channel. Not signals: the bot could send these too.
enum class BoxOrder : std::uint8_t {
  Halt,    ///< stop all other processes of the box, and keep them stopped
  Resume,  ///< let them go on
};

}  // namespace tichu::arena
