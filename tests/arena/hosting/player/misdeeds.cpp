#include "tests/arena/hosting/player/misdeeds.h"

#include <chrono>
#include <utility>

#include "tests/arena/hosting/player/seat_at_deal.h"
#include "tests/arena/patient_limits.h"

namespace tichu::tests {

using namespace std::chrono_literals;
using arena::FaultKind;

std::vector<Misdeed> misdeeds() {
  return {
      {"crash", {"--crash-at", "1"}, FaultKind::Crash, "was ended by signal 11 (SIGSEGV)"},
      {"abort", {"--abort-at", "1"}, FaultKind::Crash, "was ended by signal 6 (SIGABRT)"},
      {"exit", {"--exit-at", "1"}, FaultKind::Crash, "ended with exit code 3"},
      {"exit_with_grandchild", {"--fork-at", "1", "--exit-at", "1"}, FaultKind::Crash, "ended with exit code 3"},
      {"hang", {"--hang-at", "1"}, FaultKind::Timeout, "gave no answer within 60 ms"},
      {"stop", {"--stop-at", "1"}, FaultKind::Timeout, "gave no answer within 60 ms"},
      {"late", {"--late-at", "1"}, FaultKind::Timeout, "gave no answer within 60 ms"},
      {"half_frame", {"--half-frame-at", "1"}, FaultKind::Timeout, "gave no answer within 60 ms"},
      {"print", {"--print-at", "1"}, FaultKind::Timeout, "\"my turn\\n\" (as a message: 109 bytes announced, "},
      {"closed_output", {"--close-stdout-at", "1"}, FaultKind::ClosedOutput, "closed its standard output"},
      {"garbage", {"--garbage-at", "1"}, FaultKind::BadMessage, "not a message"},
      {"wrong_id", {"--wrong-id-at", "1"}, FaultKind::BadMessage, "answers request "},
      {"oversized", {"--oversized-at", "1"}, FaultKind::Oversized, "longer than the limit"},
      {"hang_deaf_to_sigterm", {"--hang-at", "1", "--ignore-sigterm"}, FaultKind::Timeout, "60 ms"},
      {"hang_with_grandchild", {"--hang-at", "1", "--fork-grandchild"}, FaultKind::Timeout, "60 ms"},
      {"stop_with_grandchild", {"--stop-at", "1", "--fork-grandchild"}, FaultKind::Timeout, "60 ms"},
  };
}

arena::Fault fault_of(const Misdeed& misdeed, arena::Player& player) {
  constexpr std::chrono::milliseconds Longest = PatientLimits.decision;
  std::chrono::milliseconds limit = misdeed.kind == FaultKind::Timeout ? 60ms : Longest;
  while (true) {
    if (auto seated = player.sit_down({}); !seated) return std::move(seated.error());
    SeatAtDeal seat(player);
    auto said = seat.ask_grand_tichu(limit);
    if (said) return {FaultKind::GivenUp, "it answered", {}};
    if (limit >= Longest || said.error().text.find(misdeed.text) != std::string::npos) return std::move(said.error());
    limit *= 4;
  }
}

}  // namespace tichu::tests
