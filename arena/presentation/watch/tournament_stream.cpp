#include "arena/presentation/watch/tournament_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "arena/presentation/report/results_files.h"
#include "arena/presentation/report/sequential_report.h"
#include "arena/statistics/rating/board_result.h"
#include "arena/text/counted.h"
#include "arena/text/json_or_null.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr const char* StreamFormat = "tichu-events/2";
/// Standings take at most a fiftieth of a tournament's time.
constexpr int RestOfStandings = 50;

Json rounds_json(const FinishedJob& finished) {
  Json rounds = Json::array();
  for (const StoredRound& round : finished.rounds) {
    rounds.push_back({{"seating", round.seating},
                      {"round", round.number},
                      {"deal", or_null(round.record.deal_index)},
                      {"points", {round.score[0].value(), round.score[1].value()}}});
  }
  return rounds;
}

}  // namespace

/// A line that has no number yet.
struct TournamentStream::Line {
  const char* type;
  Json fields;
};

TournamentStream::TournamentStream(std::unique_ptr<LineOutput> output, TournamentLog& log, std::string program,
                                   std::string folder, std::chrono::nanoseconds pause)
    : output_(std::move(output)),
      log_(log),
      program_(std::move(program)),
      folder_(std::move(folder)),
      pause_(pause),
      began_(Clock::now()),
      next_standings_(began_ + pause) {}

void TournamentStream::started(const RunStart& start) {
  const TournamentConfig& config = start.config;
  seed_ = config.seed;
  Json entrants = Json::array();
  for (const BotSpec& bot : config.bots) bots_.push_back(bot.name);
  for (const Entrant& entrant : start.entrants) {
    entrants_.push_back(entrant.name);
    Json members = Json::array();
    for (const BotId bot : entrant.bots.bots) members.push_back(bots_[static_cast<std::size_t>(bot)]);
    entrants.push_back({{"name", entrant.name}, {"bots", members}});
  }
  add({"started",
       {{"format", StreamFormat},
        {"program", program_},
        {"tournament", config.name},
        {"folder", folder_},
        {"rules", preset_name(config.rules)},
        {"board_format", to_text(config.format)},
        {"seatings", to_text(config.seatings)},
        {"schedule", to_text(config.schedule.kind)},
        {"fault_policy", to_text(config.faults)},
        {"boards_planned", or_null(start.boards_planned)},
        {"boards_stored", start.boards_stored},
        {"threads", start.threads},
        {"entrants", entrants}}});
}

void TournamentStream::field_changed(const FieldNews& news) {
  for (std::size_t i = bots_.size(); i < news.config.bots.size(); ++i) bots_.push_back(news.config.bots[i].name);
  for (std::size_t i = entrants_.size(); i < news.entrants.size(); ++i) entrants_.push_back(news.entrants[i].name);
  for (const StoredChange& stored : news.changes) {
    Json fields{{"change", to_text(stored.change.kind)},
                {"entrant", entrants_[static_cast<std::size_t>(stored.change.entrant)]},
                {"job", stored.job.value()}};
    if (stored.change.other) fields["other"] = entrants_[static_cast<std::size_t>(*stored.change.other)];
    add({"field", std::move(fields)});
  }
}

void TournamentStream::board_finished(const FinishedJob& finished) {
  const Job& job = finished.job;
  const BoardResult& result = finished.result;
  add({"board",
       {{"job", job.number},
        {"board", job.board},
        {"first", entrants_[static_cast<std::size_t>(job.entrants[0])]},
        {"second", entrants_[static_cast<std::size_t>(job.entrants[1])]},
        {"verdict", to_text(result.verdict)},
        {"score", result.score},
        {"margin", result.margin},
        {"faults", {result.faults[0], result.faults[1]}},
        {"rounds", rounds_json(finished)}}});
  for (const FinishedFault& fault : finished.faults) {
    add({"fault",
         {{"job", fault.job},
          {"board", job.board},
          {"seating", fault.seating},
          {"round", fault.round},
          {"seat", fault.seat.number()},
          {"bot", bots_[static_cast<std::size_t>(fault.bot)]},
          {"kind", to_text(fault.kind)},
          {"text", fault.text}}});
  }
}

bool TournamentStream::wants_standings() const { return !told_ && Clock::now() >= next_standings_; }

void TournamentStream::standings(const TournamentReport& report, Clock::time_point began) {
  std::uint64_t boards = 0;
  for (const Standing& standing : report.standings.ranked) boards += standing.count.boards();
  add({"standings", {{"boards", boards / 2}, {"standings", standings_json(report)}, {"places", places_json(report)}}});
  const Clock::time_point now = Clock::now();
  next_standings_ = now + std::max(pause_, RestOfStandings * (now - began));
}

void TournamentStream::finished(const RunSummary& summary) {
  standings(summary.report, Clock::now());
  if (summary.test) add({"test", {{"result", Json::parse(sequential_json(*summary.test))}}});
  Json fields{{"boards", summary.boards},
              {"rounds", summary.rounds},
              {"faults", summary.report.faults.size()},
              {"lines_lost", lost_}};
  if (!summary.stopped) fields["seed"] = seed_;
  add_last({summary.stopped ? "interrupted" : "finished", std::move(fields)});
}

void TournamentStream::failed(const std::string& reason) {
  add_last({"failed", {{"reason", reason}, {"lines_lost", lost_}}});
}

std::string TournamentStream::text_of(const Line& line) {
  const double time = std::chrono::duration<double>(Clock::now() - began_).count();
  const std::string fields = line.fields.dump(-1, ' ', false, Json::error_handler_t::replace);
  return fmt::format(R"({{"type":"{}","line":{},"time":{:.3f},{})", line.type, number_++, time, fields.substr(1));
}

void TournamentStream::add(const Line& line) {
  if (told_) return;
  if (!output_->add(text_of(line))) ++lost_;
  tell_of_failure();
}

void TournamentStream::add_last(const Line& line) {
  if (told_) return;
  output_->add_at_any_size(text_of(line));
  const bool all_is_written = output_->drain(DrainTimeout);
  tell_of_failure();
  if (told_) return;
  if (!all_is_written) log_.warning("--events: the reader has stopped reading; it misses the last lines");
  if (lost_ > 0) log_.warning("--events: the reader was too slow and lost " + counted(lost_, "line"));
}

void TournamentStream::tell_of_failure() {
  if (told_) return;
  const std::optional<std::string> failure = output_->failure();
  if (!failure) return;
  told_ = true;
  log_.warning("--events: " + *failure + "; the tournament continues without it");
}

}  // namespace tichu::arena
