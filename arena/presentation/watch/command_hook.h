#pragma once

#include <sys/types.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// Commands for /bin/sh; empty: none.
struct HookCommands {
  std::string at_end;
  std::string at_fault;
};

/// Runs a user's command at the end of a tournament's run, and at the first fault of each bot. What happened stands in
/// its environment: TICHU_TOURNAMENT, the folder; TICHU_STATE, fault, finished, stopped or failed; TICHU_BOT and
/// TICHU_FAULT at a fault. It gets no input, and its output goes to standard error. Only the end of the run waits for
/// it; how it ends changes nothing.
class CommandHook : public TournamentObserver {
 public:
  CommandHook(HookCommands commands, std::filesystem::path folder)
      : commands_(std::move(commands)), folder_(std::move(folder)) {}
  CommandHook(const CommandHook&) = delete;
  CommandHook& operator=(const CommandHook&) = delete;
  /// Waits for the commands that still run.
  ~CommandHook() override;

  void started(const RunStart& start) override;
  void field_changed(const FieldNews& news) override;
  void board_finished(const FinishedJob& finished) override;
  void finished(const RunSummary& summary) override;
  void failed(const std::string& reason) override;

 private:
  void run(const std::string& command, const std::string& state, const std::string& bot, const std::string& fault);

  HookCommands commands_;
  std::filesystem::path folder_;
  std::vector<std::string> bots_;
  std::set<BotId> told_;  ///< whose first fault is past
  std::vector<pid_t> running_;
};

}  // namespace tichu::arena
