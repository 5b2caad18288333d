#pragma once

#include <string>
#include <vector>

#include "arena/hosting/player/fault.h"
#include "arena/hosting/player/player.h"

namespace tichu::tests {

/// Something that the program `scripted_bot` can do at its first question, and the fault that it is.
struct Misdeed {
  const char* name;
  std::vector<std::string> arguments;
  arena::FaultKind kind;
  const char* text;  ///< a part of the fault's text
};

std::vector<Misdeed> misdeeds();

/// Seats the player's bot, which is to do the misdeed, and gives the fault of its first question. A Timeout is waited
/// for as briefly as its text allows: a busy machine may need longer until the bot has done what the text tells of.
arena::Fault fault_of(const Misdeed& misdeed, arena::Player& player);

}  // namespace tichu::tests
