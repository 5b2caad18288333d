#include "arena/hosting/player/player.h"

namespace tichu::arena {

std::string_view to_text(FaultKind kind) {
  switch (kind) {
    case FaultKind::StartFailed:
      return "start_failed";
    case FaultKind::Handshake:
      return "handshake";
    case FaultKind::Crash:
      return "crash";
    case FaultKind::ClosedOutput:
      return "closed_output";
    case FaultKind::Timeout:
      return "timeout";
    case FaultKind::BadMessage:
      return "bad_message";
    case FaultKind::Oversized:
      return "oversized";
    case FaultKind::IllegalAction:
      return "illegal_action";
    case FaultKind::LimitExceeded:
      return "limit_exceeded";
    case FaultKind::GivenUp:
      return "given_up";
  }
  return "";
}

}  // namespace tichu::arena
