#pragma once

#include <memory>
#include <string>

#include "arena/text/input_error.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// Seats for remote bots at "ADDRESS:PORT", or at a "PORT" of this machine alone. To standard error it says how each is
/// reached, and at the end what happened there.
OrInputError<std::shared_ptr<RemoteSeats>> seats_here(const std::string& address);

}  // namespace tichu::arena
