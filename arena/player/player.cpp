#include "arena/player/player.h"

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
  }
  return "";
}

std::string_view to_text(Question question) {
  switch (question) {
    case Question::GrandTichu:
      return "grand_tichu";
    case Question::Tichu:
      return "tichu";
    case Question::Push:
      return "push";
    case Question::Turn:
      return "turn";
    case Question::Bomb:
      return "bomb";
    case Question::GiveDragon:
      return "give_dragon";
  }
  return "";
}

}  // namespace tichu::arena
