#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/text/words.h"
#include "arena/tournament/play/observer.h"

namespace tichu::arena {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error, Off };

constexpr std::array<std::string_view, 5> words_of(LogLevel) { return {"debug", "info", "warning", "error", "off"}; }

/// A tournament's log: the file arena.log in its folder, and standard error. The file has a line for every fault;
/// standard error has one only for the first few of each bot and kind, so that a broken bot does not drown the rest.
class TournamentLog : public TournamentObserver {
 public:
  /// Begins `folder`/arena.log. Lines below `level` are dropped. Throws if the file cannot be made.
  TournamentLog(const std::filesystem::path& folder, LogLevel level);
  ~TournamentLog() override;
  TournamentLog(const TournamentLog&) = delete;
  TournamentLog& operator=(const TournamentLog&) = delete;

  void debug(const std::string& line);
  void info(const std::string& line);
  void warning(const std::string& line);
  void error(const std::string& line);
  /// Writes to the file only.
  void info_in_file(const std::string& line);
  void warning_in_file(const std::string& line);

  void noted(const RunNote& note) override;
  void started(const RunStart& start) override;
  void field_changed(const FieldNews& news) override;
  void board_finished(const FinishedJob& finished) override;
  void stopping() override;
  void finished(const RunSummary& summary) override;

 private:
  static constexpr int FaultsOnConsole = 3;

  struct Loggers;
  void tell(const FinishedFault& fault, const Job& job);

  std::vector<std::string> bots_;  ///< their names
  std::map<std::pair<BotId, FaultKind>, int> faults_seen_;
  std::unique_ptr<Loggers> loggers_;
};

}  // namespace tichu::arena
