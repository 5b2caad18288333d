#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/sandbox/boxed_command.h"
#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/hosting/sandbox/visible_paths.h"

namespace tichu::arena {

/// Which sandbox untrusted bots run in, for people and for results.
struct SandboxReport {
  std::string kind = "none";             ///< bubblewrap, landlock or none
  std::vector<std::string> protections;  ///< a few words each
  std::string shortfall;  ///< why it is not the strongest kind; empty if it is, or if that was not wanted
};

/// The sandbox of this machine, found once before a tournament and then used by all its threads. It must outlive the
/// commands and programs that are started with it.
class Sandbox {
 public:
  /// Tries the kinds of sandbox that the configuration allows, the strongest first, each up to three times with a small
  /// program inside, and takes the first that works. The error is one sentence: why none works. `hidden` are files and
  /// folders that no bot may see, not even in its own folder.
  static tl::expected<std::unique_ptr<Sandbox>, std::string> find(const SandboxConfig& config,
                                                                  std::vector<std::filesystem::path> hidden);

  const SandboxReport& report() const { return report_; }
  const SandboxConfig& config() const { return tools_.config; }
  /// What a program sees of the file system besides the system's folders, what the configuration names included.
  VisiblePaths seen_by(const ProgramCommand& command) const;
  /// Prepares the start of a program in boxes of its own.
  BoxedCommand prepare(const ProgramCommand& command) const { return BoxedCommand(tools_, command); }
  /// Runs /bin/true in a box. What keeps it from ending well, which is the error, would keep any bot from playing.
  tl::expected<void, std::string> try_out() const;

 private:
  explicit Sandbox(SandboxTools tools) : tools_(std::move(tools)) {}
  /// Takes the tools of this kind, if one of a few trials of it works here. The error says why none does.
  tl::expected<void, std::string> take(SandboxKind kind);
  tl::expected<void, std::string> take_once(SandboxKind kind);
  tl::expected<void, std::string> take_bubblewrap();
  tl::expected<void, std::string> take_landlock();
  SandboxTools tools_;
  SandboxReport report_;
};

}  // namespace tichu::arena
