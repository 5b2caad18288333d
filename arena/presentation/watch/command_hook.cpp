#include "arena/presentation/watch/command_hook.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iostream>
#include <system_error>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

/// The arena's own environment and what a command is told besides.
std::vector<std::string> environment_with(const std::vector<std::string>& told) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) all.emplace_back(*entry);
  all.insert(all.end(), told.begin(), told.end());
  return all;
}

/// Starts /bin/sh; its process, or -1 with `errno`.
pid_t start_shell(const std::string& command, const std::vector<std::string>& told) {
  const std::vector<std::string> words{"/bin/sh", "-c", command};
  const std::vector<std::string> environment = environment_with(told);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, words[0].c_str(), &files, &attributes, null_terminated(words).data(),
                                  null_terminated(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  errno = error;
  return error == 0 ? process : -1;
}

}  // namespace

CommandHook::~CommandHook() {
  for (const pid_t process : running_) {
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) continue;
  }
}

void CommandHook::started(const RunStart& start) {
  for (const BotSpec& bot : start.config.bots) bots_.push_back(bot.name);
}

void CommandHook::field_changed(const FieldNews& news) {
  for (std::size_t i = bots_.size(); i < news.config.bots.size(); ++i) bots_.push_back(news.config.bots[i].name);
}

void CommandHook::board_finished(const FinishedJob& finished) {
  for (const FinishedFault& fault : finished.faults) {
    if (!told_.insert(fault.bot).second) continue;
    run(commands_.at_fault, "fault", bots_.at(static_cast<std::size_t>(fault.bot)),
        std::string(to_text(fault.kind)) + ": " + fault.text);
  }
}

void CommandHook::finished(const RunSummary& summary) {
  run(commands_.at_end, summary.stopped ? "stopped" : "finished", "", "");
}

void CommandHook::failed(const std::string& /*reason*/) { run(commands_.at_end, "failed", "", ""); }

void CommandHook::run(const std::string& command, const std::string& state, const std::string& bot,
                      const std::string& fault) {
  if (command.empty()) return;
  const pid_t process = start_shell(command, {"TICHU_TOURNAMENT=" + folder_.string(), "TICHU_STATE=" + state,
                                              "TICHU_BOT=" + bot, "TICHU_FAULT=" + fault.substr(0, fault.find('\0'))});
  if (process > 0) {
    running_.push_back(process);
  } else {
    std::cerr << "tichu-arena: warning: cannot run \"" << command << "\": " << std::generic_category().message(errno)
              << std::endl;
  }
}

}  // namespace tichu::arena
