#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/hosting/sandbox/boxed_command.h"
#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/hosting/sandbox/sandbox_tools.h"

namespace tichu::arena {

/// What keeps untrusted bots in, for people and for results.
struct SandboxReport {
  std::string kind = "none";             ///< bubblewrap, landlock or none
  std::vector<std::string> protections;  ///< a few words each
  std::string shortfall;                 ///< why it is not the strongest kind; empty where it is, or was not wanted
};

/// The sandbox of this machine, found once before a tournament and then used by all its threads. It must outlive the
/// commands and programs that are started with it.
class Sandbox {
 public:
  /// Tries the kinds of sandbox that the configuration allows, the strongest first, each with a small program inside,
  /// and takes the first that works; or says, one sentence, why none does. `hidden` are files and folders that no bot
  /// may see, not even in its own folder.
  static std::variant<std::unique_ptr<Sandbox>, std::string> find(const SandboxConfig& config,
                                                                  std::vector<std::filesystem::path> hidden);

  const SandboxReport& report() const { return report_; }
  const SandboxConfig& config() const { return tools_.config; }
  /// Prepares the start of a program in boxes of its own.
  BoxedCommand prepare(const ProgramCommand& command) const { return BoxedCommand(tools_, command); }

 private:
  explicit Sandbox(SandboxTools tools) : tools_(std::move(tools)) {}
  /// Why this kind does not work here; nothing where it does.
  std::optional<std::string> problem_of(SandboxKind kind);
  std::optional<std::string> problem_of_bubblewrap();
  std::optional<std::string> problem_of_landlock();
  std::optional<std::string> problem_of_trial() const;

  SandboxTools tools_;
  SandboxReport report_;
};

}  // namespace tichu::arena
