#include "arena/seats/table/my_boards.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/analysis/analysis_json.h"
#include "arena/presentation/live/json_response.h"
#include "arena/presentation/page_data/board_json.h"
#include "arena/presentation/page_data/kept_analysis.h"
#include "arena/seats/table/coach.h"
#include "arena/seats/table/house.h"
#include "arena/seats/table/own_figures.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;
using Figures = nlohmann::ordered_json;

/// Where the house's table stands in a replay: both sides sit as at the person's.
constexpr SeatingNumber HouseSeating(2);

/// A round under its key in the queue, "TABLE JOB ROUND".
std::string key_of(const OwnTable& table, const Record& record) {
  return table.name + " " + std::to_string(record.job->value()) + " " + std::to_string(record.round->value());
}

Figures mean_json(const BoardMean& mean) {
  return {{"mean", mean.mean}, {"standard_error", mean.error ? Figures(*mean.error) : Figures()}};
}

Figures share_json(const CountedShare& share) {
  return {{"count", share.count}, {"of", share.of}, {"low", share.low}, {"high", share.high}};
}

Figures calls_json(const CallFigures& own, const CallFigures& house) {
  const auto json = [](const CallFigures& calls) {
    return Figures{{"called", share_json(calls.called)}, {"made", share_json(calls.made)}};
  };
  return {{"own", json(own)}, {"house", json(house)}};
}

Figures summary_json(const BotSummary& summary) { return Figures::parse(write_summaries_json({summary})).front(); }

Figures table_json(const OwnTable& table) {
  Points own;
  Points theirs;
  for (const OwnRound& round : table.rounds) {
    own += (*round.record.result->score)[Team::A];
    theirs += (*round.record.result->score)[Team::B];
  }
  return {{"table", table.name},           {"names", table.names},   {"game", table.is_game},
          {"coached", table.is_coached},   {"people", table.people}, {"played", table.played},
          {"rounds", table.rounds.size()}, {"own", own.value()},     {"theirs", theirs.value()}};
}

Figures worst_json(const std::vector<OwnDecision>& worst) {
  Figures list = Figures::array();
  for (const OwnDecision& each : worst) {
    list.push_back({{"table", each.table},
                    {"job", each.numbers.job},
                    {"round", each.numbers.round},
                    {"after", each.decision.after},
                    {"matter", to_text(each.decision.category)},
                    {"move", each.decision.move},
                    {"verdict", Figures::parse(write_verdict_json(*each.decision.verdict))}});
  }
  return list;
}

Figures figures_json(const OwnFigures& figures) {
  const HouseComparison& house = figures.against_house;
  Figures stretches = Figures::array();
  for (const OwnStretch& each : figures.stretches) {
    Figures stretch = summary_json(each.losses);
    stretches.push_back({{"first", each.first},
                         {"last", each.last},
                         {"t95", each.t95},
                         {"all", stretch["all"]},
                         {"matters", stretch["matters"]}});
  }
  return {{"format", "tichu-mine/1"},
          {"rounds", figures.rounds},
          {"against_house",
           {{"rounds", house.rounds},
            {"t95", house.t95},
            {"clear", house.clear},
            {"own", mean_json(house.own)},
            {"house", mean_json(house.house)},
            {"difference", mean_json(house.difference)}}},
          {"calls",
           {{"tichu", calls_json(figures.tichu, figures.house_tichu)},
            {"grand_tichu", calls_json(figures.grand_tichu, figures.house_grand_tichu)}}},
          {"losses", figures.losses ? summary_json(*figures.losses) : Figures()},
          {"losses_t95", figures.losses_t95},
          {"stretches", std::move(stretches)},
          {"worst", worst_json(figures.worst)}};
}

}  // namespace

OrInputError<std::unique_ptr<MyBoards>> MyBoards::make(fs::path results, const AnalysisSettings& settings) {
  auto analyst = load_analyst();
  if (!analyst) return tl::unexpected(analyst.error());
  return std::unique_ptr<MyBoards>(new MyBoards(std::move(results), settings, *std::move(analyst)));
}

MyBoards::MyBoards(fs::path results, const AnalysisSettings& settings, std::unique_ptr<AnalystLibrary> analyst)
    : results_(std::move(results)),
      settings_(settings),
      analyst_(std::move(analyst)),
      tables_(results_),
      queue_([this](const std::string& key, const DecisionCount& counted) { return analyse(key, counted); },
             std::make_unique<AnalysisCache>(fs::path(), "", 0),  // the table's folder keeps all
             {1, std::numeric_limits<std::uint64_t>::max(), 0}, [](const std::string&) {}) {}

std::string MyBoards::figures() {
  const std::scoped_lock lock(mutex_);
  return figures_of(tables_.read());
}

std::string MyBoards::figures(const std::vector<std::string>& tables) {
  std::vector<OwnTable> own;
  for (const std::string& table : tables) {
    if (auto found = read_own_table(results_, table)) own.push_back(*std::move(found));
  }
  sort_by_age(own);
  return figures_of(own);
}

std::string MyBoards::figures_of(const std::vector<OwnTable>& tables) {
  Figures json = figures_json(own_figures(tables));
  Figures list = Figures::array();
  std::uint64_t analysed = 0;
  std::uint64_t waiting = 0;
  std::string problem;
  for (const OwnTable& table : tables) {
    list.push_back(table_json(table));
    if (!table.counts()) continue;
    for (const OwnRound& round : table.rounds) {
      if (round.analysis) {
        ++analysed;
        continue;
      }
      const std::string key = key_of(table, round.record);
      AnalysisStatus status = queue_.status(key);
      if (status.state == AnalysisState::None) status = queue_.ask(key, "").value_or(status);
      if (status.state == AnalysisState::Failed) problem = status.problem;
      if (status.state == AnalysisState::Waiting || status.state == AnalysisState::Running) ++waiting;
    }
  }
  json["tables"] = std::move(list);
  json["analysis"] = {{"analysed", analysed}, {"waiting", waiting}, {"problem", problem}};
  return json.dump(-1, ' ', false, Figures::error_handler_t::replace);
}

tl::expected<std::vector<RoundAnalysis>, std::string> MyBoards::analyse(const std::string& key,
                                                                        const DecisionCount& counted) {
  std::istringstream words(key);
  std::string name;
  std::uint64_t job = 0;
  std::uint64_t round = 0;
  words >> name >> job >> round;
  const fs::path folder = results_ / name;
  const std::optional<Record> there = read_own_record(results_, name, JobNumber(job), RoundNumber(round));
  if (!there) return tl::unexpected("the table " + name + " has no such round any more");
  // It may have been kept since the page's figures were read, also by another process.
  auto known = read_own_analyses(folder);
  const auto same = known.find({JobNumber(job), there->seating.value_or(SeatingNumber()), RoundNumber(round)});
  if (same != known.end()) return std::vector{std::move(same->second)};
  PluginAnalyst analyst(*analyst_, Rules());
  std::uint64_t done = 0;
  auto analysis = analyse_round(
      *there, settings_, [](Seat seat) { return seat == Seat(0); }, analyst, [&] { counted(done++, 0); });
  if (!analysis) return tl::unexpected(analysis.error());
  const std::string header = analysis_header(*analyst_, settings_, {there->bots->front()});
  if (auto kept = keep_own_analysis(folder, header, *analysis); !kept) return tl::unexpected(kept.error());
  return std::vector{*std::move(analysis)};
}

std::optional<std::string> MyBoards::board(const std::string& table, JobNumber job) const {
  if (!is_own_table(results_, table)) return std::nullopt;
  return table_board_json(results_ / table, job);
}

HttpResponse MyBoards::position(const std::string& table, JobNumber job, RoundNumber round,
                                const DecisionPlace& place) const {
  const std::optional<Record> there = read_own_record(results_, table, job, round);
  std::optional<std::string> snapshot = there ? practice_snapshot(*there, place) : std::nullopt;
  return snapshot ? written_json_response(*std::move(snapshot)) : problem_response(404, "there is no such decision");
}

HttpResponse MyBoards::practise(const std::string& table, JobNumber job, RoundNumber round, const DecisionPlace& place,
                                std::string_view command) const {
  const std::optional<Record> there = read_own_record(results_, table, job, round);
  if (!there) return problem_response(404, "there is no such decision");
  return arena::practise(*there, place, command, *analyst_, settings_);
}

std::optional<std::string> table_board_json(const fs::path& folder, JobNumber job) {
  if (!holds_tournament(folder)) return std::nullopt;
  const auto tournament = Tournament::open(folder, "sit");
  if (!tournament) return std::nullopt;
  std::optional<StoredBoard> board = tournament->board(job);
  if (!board) return std::nullopt;
  const std::map<std::uint64_t, Record> house = read_house(folder / HouseFileName);
  std::vector<StoredRound> again;
  for (const StoredRound& round : board->rounds) {
    const Record* same = house_of(house, round.record);
    if (same == nullptr) break;
    const PerTeam<Points>& score = *same->result->score;
    again.push_back({HouseSeating, round.number, {score[Team::A], score[Team::B]}, *same});
  }
  // A replay shows rounds of one number beside each other.
  if (again.size() == board->rounds.size()) std::ranges::move(again, std::back_inserter(board->rounds));
  std::vector<RoundAnalysis> analyses;
  auto judged = read_own_analyses(folder);
  for (auto& [key, analysis] : judged) {
    if (std::get<JobNumber>(key) == job) analyses.push_back(std::move(analysis));
  }
  // Of rounds in which the person is not judged these are all.
  std::ranges::move(kept_analyses(folder, job), std::back_inserter(analyses));
  return arena::board_json(*board, analyses);
}

}  // namespace tichu::arena
