#include "arena/presentation/report/call_advice.h"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "arena/hosting/match/board_judgement.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t LeastCalls = 10;

/// Whether calls that were not made cost the bot more than those that were.
bool is_to_call_more(DecisionCategory call, const std::string& bot, std::span<const RoundAnalysis> rounds) {
  double lost = 0;
  for (const RoundAnalysis& round : rounds) {
    for (const AnalysedDecision& decision : round.decisions) {
      const bool is_its_own = round.bots[static_cast<std::size_t>(decision.seat.number())] == bot;
      if (decision.category != call || !decision.verdict || !is_its_own) continue;
      lost += decision.move.starts_with("no ") ? decision.verdict->loss : -decision.verdict->loss;
    }
  }
  return lost > 0;
}

}  // namespace

void count_calls(const Record& record, std::map<std::string, PlayFigures>& all) {
  if (!record.bots || !record.result || record.result->out.value_or(std::vector<Seat>()).empty()) return;
  for (const RecordedAction& recorded : record.actions) {
    const std::string& bot = (*record.bots)[static_cast<std::size_t>(recorded.seat.number())];
    count_call(recorded, record.result->out->front(), all[bot]);
  }
}

std::string call_advice(const std::string& bot, std::span<const RoundAnalysis> rounds, const PlayFigures& own) {
  struct Call {
    DecisionCategory category;
    const char* name;
    std::uint64_t called;
    std::uint64_t made;
  };
  std::string text;
  for (const Call& call : {Call{DecisionCategory::Tichu, "Tichu", own.tichu_called, own.tichu_made},
                           Call{DecisionCategory::GrandTichu, "Grand Tichu", own.grand_called, own.grand_made}}) {
    const bool fails = call.called >= LeastCalls && 2 * call.made < call.called;
    if (!fails || !is_to_call_more(call.category, bot, rounds)) continue;
    text += fmt::format(
        "The analyst would call {} more often, and then play the hand itself. {} made {} of its {} calls of {}, "
        "which loses points: it has to play such hands better before it calls more.\n",
        call.name, bot, call.made, call.called, call.name);
  }
  return text;
}

}  // namespace tichu::arena
