#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tichu::arena {

/// Named pipes, sockets and devices in bots' folders. Through these a bot would reach others though the folder is
/// read-only. What was looked at once is known from then on. Several threads may use it at once.
class SpecialFiles {
 public:
  /// The first such file in a file or folder that a bot is shown, apart from what is hidden from it: a sentence that
  /// names it and says what to do. nullopt if there is none.
  std::optional<std::string> found_in(const std::filesystem::path& shown,
                                      const std::vector<std::filesystem::path>& hidden);

 private:
  std::mutex mutex_;
  std::map<std::filesystem::path, std::optional<std::string>> looked_at_;
};

}  // namespace tichu::arena
