#pragma once

#include <string>
#include <vector>

#include "arena/hosting/player/fault.h"

namespace tichu::tests {

/// Something that the program `scripted_bot` can do at its first question, and the fault that it is.
struct Misdeed {
  const char* name;
  std::vector<std::string> arguments;
  arena::FaultKind kind;
  const char* text;  ///< a part of the fault's text
};

/// All of them. Those of a Timeout need a limit of 60 ms.
std::vector<Misdeed> misdeeds();

}  // namespace tichu::tests
