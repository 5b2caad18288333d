#include <fmt/format.h>

#include <string_view>

#include "arena/hosting/check/check_output.h"
#include "arena/text/counted.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

constexpr std::size_t NameWidth = 18;
constexpr std::size_t LastLines = 12;

std::string detail(std::string_view name, std::string_view text) {
  return fmt::format("{:8}{:{}}{:<8} {}\n", "", "", NameWidth, name, text);
}

std::string place_text(const CheckPlace& place) {
  std::string text = fmt::format("table {} (rules {}, round {}, deal {} of seed {}), seat {}", place.table, place.rules,
                                 place.round, place.deal_index, place.seed, place.seat);
  if (place.decision > 0) text += fmt::format(", decision {}: {}", place.decision, place.question);
  return text;
}

/// The last lines of what the bot wrote, with nothing in them that could do a terminal harm.
std::string last_words(std::string_view bytes) {
  while (bytes.ends_with('\n')) bytes.remove_suffix(1);
  std::size_t begin = bytes.size();
  for (std::size_t lines = 0; lines < LastLines && begin != std::string_view::npos && begin > 0; ++lines) {
    begin = bytes.rfind('\n', begin - 1);
  }
  if (begin != std::string_view::npos && begin > 0) bytes.remove_prefix(begin + 1);
  std::string text = "        | ";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      text += "\n        | ";
    } else {
      text += byte < 0x20 || byte == 0x7f ? '?' : c;
    }
  }
  return text + "\n";
}

/// What was found, without how many faults more there are.
std::string_view fault_of(const CheckResult& result) {
  return std::string_view(result.found).substr(0, result.found.find(MoreFaults));
}

/// Whether an earlier result of the report tells of the same fault.
bool is_told(const CheckResult& result, const CheckReport& report) {
  if (!result.place) return false;
  for (const CheckResult& earlier : report.results) {
    if (&earlier == &result) return false;
    if (earlier.place && earlier.verdict == result.verdict && fault_of(earlier) == fault_of(result)) return true;
  }
  return false;
}

std::string answer_text(const TrialDecision& decision) {
  const Answer& answer = decision.answer;
  if (decision.question == Question::GrandTichu || decision.question == Question::Tichu) {
    return answer.call ? "calls" : "does not call";
  }
  return (answer.call ? "calls Tichu, " : "") + to_text(answer.action);
}

}  // namespace

std::string heading(const CheckPlan& plan) {
  const bool is_boxed = plan.sandbox != nullptr && !plan.bot.trusted;
  const std::string where = is_boxed ? "in a sandbox (" + plan.sandbox->report().kind + ")" : "without a sandbox";
  return fmt::format("{} ({} {}), {}, seed {}\n\n", plan.bot.name,
                     plan.bot.kind == BotKind::Plugin ? "plug-in" : "program", plan.bot.path.string(), where,
                     plan.seed);
}

std::string result_text(const CheckResult& result, const std::string& again, const CheckReport& report) {
  const bool failed = result.verdict == CheckVerdict::Failed;
  std::string text =
      fmt::format("{:<8}{:<{}} {}\n", failed ? "FAIL" : to_text(result.verdict), result.name, NameWidth, result.found);
  const bool is_first = !is_told(result, report);
  if (result.place) {
    if (is_first) text += detail("where:", place_text(*result.place));
    if (is_first && !result.place->what_it_knew.empty()) text += detail("it knew:", result.place->what_it_knew);
    text += detail("again:", fmt::format("{} --seed {} --table {}", again, result.place->seed, result.place->table));
  }
  if (!is_first) return text;
  if (!result.advice.empty()) text += detail("advice:", result.advice);
  if (!result.stderr_tail.empty()) text += last_words(result.stderr_tail);
  return text;
}

std::string summary(const CheckReport& report) {
  const int failed = report.count(CheckVerdict::Failed);
  const int advised = report.count(CheckVerdict::Advised);
  const int skipped = report.count(CheckVerdict::Skipped);
  std::string text = failed == 0 ? "\n" + report.bot.name + " passes"
                                 : fmt::format("\n{} fails {}", report.bot.name, counted(failed, "check"));
  if (advised > 0) text += fmt::format(", {} with advice", advised);
  if (skipped > 0) text += fmt::format(", {} skipped", skipped);
  return text + "\n";
}

std::string table_text(const TrialOutcome& outcome) {
  std::string text;
  for (const TrialDecision& decision : outcome.decisions) {
    text += fmt::format("{:>4}  round {}  seat {}  {:<20} {}\n{:28}{}\n", decision.place.decision, decision.place.round,
                        decision.place.seat, decision.place.question, decision.place.what_it_knew, "",
                        answer_text(decision));
  }
  if (!outcome.fault) {
    return text + fmt::format("{}, no fault; one that a check found here depends on the tables before it\n",
                              counted(outcome.rounds, "round"));
  }
  return text +
         fmt::format("fault: {}: {}\n  {}\n", to_text(outcome.fault->fault.kind), outcome.fault->fault.text,
                     place_text(outcome.fault->place)) +
         (outcome.fault->fault.stderr_tail.empty() ? "" : last_words(outcome.fault->fault.stderr_tail));
}

}  // namespace tichu::arena
