#include "arena/presentation/watch/tournament_log.h"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "arena/presentation/report/usage_report.h"
#include "arena/text/foreign_bytes.h"
#include "arena/text/standard_output.h"
#include "arena/text/text_table.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

constexpr std::array SpdlogLevels{spdlog::level::debug, spdlog::level::info, spdlog::level::warn, spdlog::level::err,
                                  spdlog::level::off};

/// By the convention of https://no-color.org.
bool wants_no_color() {
  const char* wish = std::getenv("NO_COLOR");
  return wish != nullptr && *wish != '\0';
}

}  // namespace

/// A logger on the file, and one on standard error.
struct TournamentLog::Loggers {
  Loggers(const std::filesystem::path& file_path, LogLevel level)
      : file_sink(std::make_shared<spdlog::sinks::basic_file_sink_mt>(file_path.string())),
        console_sink(std::make_shared<spdlog::sinks::stderr_color_sink_mt>()),
        file("tournament", file_sink),
        console("tournament", console_sink) {
    file_sink->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
    console_sink->set_pattern("%^%l%$: %v");
    if (wants_no_color()) console_sink->set_color_mode(spdlog::color_mode::never);
    for (spdlog::logger* logger : {&file, &console}) {
      logger->set_level(SpdlogLevels.at(static_cast<std::size_t>(level)));
      logger->flush_on(spdlog::level::info);  // the lines are few, and must survive if the arena is killed
    }
  }

  std::shared_ptr<spdlog::sinks::basic_file_sink_mt> file_sink;
  std::shared_ptr<spdlog::sinks::stderr_color_sink_mt> console_sink;
  spdlog::logger file;
  spdlog::logger console;

  /// To the file as it is, to a terminal in lines that fit.
  void everywhere(spdlog::level::level_enum level, const std::string& line) {
    constexpr std::size_t LongestLevel = 9;  // "warning: "
    file.log(level, line);
    console.log(level, wrapped(line, terminal_width(STDERR_FILENO) - LongestLevel));
  }
};

TournamentLog::TournamentLog(const std::filesystem::path& folder, LogLevel level)
    : loggers_(std::make_unique<Loggers>(folder / LogFileName, level)) {}
TournamentLog::~TournamentLog() = default;

void TournamentLog::debug(const std::string& line) { loggers_->everywhere(spdlog::level::debug, line); }
void TournamentLog::info(const std::string& line) { loggers_->everywhere(spdlog::level::info, line); }
void TournamentLog::warning(const std::string& line) { loggers_->everywhere(spdlog::level::warn, line); }
void TournamentLog::error(const std::string& line) { loggers_->everywhere(spdlog::level::err, line); }
void TournamentLog::info_in_file(const std::string& line) { loggers_->file.info(line); }
void TournamentLog::warning_in_file(const std::string& line) { loggers_->file.warn(line); }

void TournamentLog::noted(const RunNote& note) {
  if (note.level == RunNote::Level::Warning) return warning(note.text);
  note.file_only ? info_in_file(note.text) : info(note.text);
}

void TournamentLog::started(const RunStart& start) {
  for (const BotSpec& bot : start.config.bots) bots_.push_back(bot.name);
}

void TournamentLog::field_changed(const FieldNews& news) {
  for (std::size_t i = bots_.size(); i < news.config.bots.size(); ++i) bots_.push_back(news.config.bots[i].name);
}

void TournamentLog::board_finished(const FinishedJob& finished) {
  for (const FinishedFault& fault : finished.faults) tell(fault, finished.job);
}

void TournamentLog::tell(const FinishedFault& fault, const Job& job) {
  const std::string line =
      fmt::format("fault: {} at seat {}, job {} (board {}, seating {}, round {}): {}: {}",
                  bots_.at(static_cast<std::size_t>(fault.bot)), fault.seat.number(), fault.job.value(),
                  job.board.value(), fault.seating.value(), fault.round.value(), to_text(fault.kind), fault.text);
  const int count = ++faults_seen_[{fault.bot, fault.kind}];
  if (count > FaultsOnConsole) {
    warning_in_file(line);
  } else {
    warning(count < FaultsOnConsole ? line : line + " (further ones of this bot and kind are only in arena.log)");
  }
  if (!fault.stderr_tail.empty())
    warning_in_file("the end of its standard error:\n" + quoted_output(fault.stderr_tail));
}

void TournamentLog::stopping() {
  warning("stopping: the boards under way are finished first; press Ctrl-C again to end at once");
}

void TournamentLog::finished(const RunSummary& summary) {
  for (const std::string& line : pondering_notes(summary.report)) warning(line);
}

}  // namespace tichu::arena
