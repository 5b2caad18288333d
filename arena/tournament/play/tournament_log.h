#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tichu::arena {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error, Off };

/// The level of that name (debug, info, warning, error, off), or nothing.
std::optional<LogLevel> log_level(std::string_view name);

/// A tournament's log: the file arena.log in its folder, and standard error. May be used by several threads.
class TournamentLog {
 public:
  /// Begins `folder`/arena.log. Less urgent lines than `level` go nowhere. Throws where the file cannot be made.
  TournamentLog(const std::filesystem::path& folder, LogLevel level);
  ~TournamentLog();
  TournamentLog(const TournamentLog&) = delete;
  TournamentLog& operator=(const TournamentLog&) = delete;

  void debug(const std::string& line);
  void info(const std::string& line);
  void warning(const std::string& line);
  void error(const std::string& line);
  /// For the file alone.
  void info_in_file(const std::string& line);
  void warning_in_file(const std::string& line);

 private:
  struct Loggers;
  std::unique_ptr<Loggers> loggers_;
};

}  // namespace tichu::arena
