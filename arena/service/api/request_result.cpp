#include "arena/service/api/request_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "arena/presentation/report/card_report.h"
#include "arena/presentation/report/sequential_report.h"
#include "arena/presentation/report/tournament_text.h"
#include "arena/text/counted.h"
#include "arena/text/json_or_null.h"
#include "arena/tournament/play/test_report.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::seconds UntilItMayBeDone{5};

Refusal unfinished(const PlayRequest& request) {
  const std::string kind(to_text(request.kind));
  Refusal refusal{RefusalKind::Conflict, "result_unfinished", ""};
  switch (request.state) {
    case PlayRequestState::Failed:
      refusal.detail = "the " + kind + " could not be played: " + request.detail;
      break;
    case PlayRequestState::Cancelled:
      refusal.detail = "the " + kind + " was cancelled";
      break;
    default:
      refusal.detail = "the " + kind + " has not been played to its end; its state is told at its own address";
      refusal.retry_after = UntilItMayBeDone;
  }
  return refusal;
}

bool is_of_tests(ResultForm form) { return form == ResultForm::Junit || form == ResultForm::Markdown; }

Refusal wrong_form() { return {RefusalKind::Bad, "query_bad", "form is text or json, except of tests", "form"}; }

/// What the ladder's own folders are called outside.
std::string place_of(const PlayRequest& request) { return fmt::format("the ladder's request {}", request.id.value()); }

/// Gives bots the names that they have now. Boards are kept under those that they had when they were asked for, and who
/// was not tried before them is said to have called itself so.
void name_bots(TournamentReport& report, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string& name = report.config.bots.at(i).name;
    for (std::size_t build = 0; i < report.runs.bots.size() && build < report.runs.bots[i].size(); ++build) {
      std::string& said = report.runs.bots[i][build].what.identity.name;
      if (said == name) said = names[i];
    }
    name = names[i];
  }
  for (Entrant& entrant : report.entrants) entrant.name = names.at(static_cast<std::size_t>(entrant.bots.bots[0]));
}

/// Takes out of a report what is for the author of the second bot alone.
void hide_second(TournamentReport& report) {
  constexpr BotId Second{1};
  for (FinishedFault& fault : report.faults) {
    if (fault.bot == Second) fault.text = "(told to its author alone)";
  }
  std::erase_if(report.usage, [](const BotUsage& usage) { return usage.bot == Second; });
}

std::string match_text(const PlayRequest& request, const TournamentReport& report) {
  return fmt::format("{} against {}: {}, {}, seed {}\n\n", request.first_name, request.second_name,
                     counted(report.results.boards.size(), "board"), counted(round_count(report), "round"),
                     report.config.seed) +
         tournament_text(report, "");
}

std::string match_json(const PlayRequest& request, const TournamentReport& report) {
  const PairStanding& pair = report.standings.against(EntrantId{0}, EntrantId{1});
  std::array<std::map<std::string, std::uint64_t>, 2> faults;
  for (const FinishedFault& fault : report.faults)
    ++faults.at(static_cast<std::size_t>(fault.bot))[std::string(to_text(fault.kind))];
  const Json json{{"format", "tichu-match/1"},
                  {"first", request.first_name},
                  {"second", request.second_name},
                  {"boards", report.results.boards.size()},
                  {"rounds", round_count(report)},
                  {"points", pair.points.mean},
                  {"points_error", or_null(pair.points.error95())},
                  {"won", pair.count.wins},
                  {"drawn", pair.count.draws},
                  {"lost", pair.count.losses},
                  {"superiority", or_null(pair.superiority)},
                  {"faults", {faults[0], faults[1]}},
                  {"seed", report.config.seed}};
  return json.dump(2) + "\n";
}

std::string test_result(const PlayRequest& request, const TournamentReport& report, ResultForm form) {
  const SequentialReport test = report_test(report, place_of(request), false);
  switch (form) {
    case ResultForm::Json:
      return sequential_json(test);
    case ResultForm::Junit:
      return sequential_junit(test);
    case ResultForm::Markdown:
      return sequential_markdown(test);
    case ResultForm::Text:
      break;
  }
  return sequential_text(test);
}

}  // namespace

std::string named_card(const std::string& card, const std::string& name) {
  Json json = Json::parse(card);
  json["bot"] = name;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

OrRefusal<std::string> RequestResults::card(const PlayRequest& request, const std::string& card, ResultForm form) {
  if (request.state != PlayRequestState::Done) return tl::unexpected(unfinished(request));
  if (is_of_tests(form)) return tl::unexpected(wrong_form());
  const std::string named = named_card(card, request.first_name);
  return form == ResultForm::Json ? named : card_text(named);
}

std::vector<std::string> names_of(const PlayRequest& request) {
  std::vector<std::string> names{request.first_name, request.second_name};
  names.insert(names.end(), request.pool_names.begin(), request.pool_names.end());
  return names;
}

OrRefusal<std::string> RequestResults::result(const PlayRequest& request, ResultForm form, ResultReader reader) {
  if (request.state != PlayRequestState::Done) return tl::unexpected(unfinished(request));
  const bool is_match = request.kind == PlayRequestKind::Match;
  if (is_match && is_of_tests(form)) return tl::unexpected(wrong_form());
  const std::lock_guard lock(mutex_);
  const std::vector<std::string> names = names_of(request);
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) {
    return kept.request == request.id && kept.form == form && kept.sees_second == reader.sees_second &&
           kept.names == names;
  });
  if (found != kept_.end()) return found->text;
  const auto stored = Tournament::open(request.folder, "the ladder");
  if (!stored) {
    return tl::unexpected(Refusal{RefusalKind::Missing, "result_gone",
                                  "its boards are not kept any more; the request itself still has the exit code"});
  }
  TournamentReport report = stored->report();
  name_bots(report, names);
  if (!reader.sees_second) hide_second(report);
  std::string text = !is_match                  ? test_result(request, report, form)
                     : form == ResultForm::Json ? match_json(request, report)
                                                : match_text(request, report);
  kept_.push_front({request.id, form, reader.sees_second, names, text});
  if (kept_.size() > MostKept) kept_.pop_back();
  return text;
}

}  // namespace tichu::arena
