#pragma once

#include <string>

#include "arena/record/record.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// All that is known of a fault, for the bot's author: what happened, what the bot was asked and held, the last bytes
/// each way, its standard error, and the round so far. `record` is the round's. Whatever the bot wrote is shown so that
/// it can do a terminal no harm. Messages are told by what they mean, bytes that are none in hexadecimal; with `hex`
/// both.
std::string explain(const FinishedFault& fault, const Record& record, bool hex = false);

}  // namespace tichu::arena
