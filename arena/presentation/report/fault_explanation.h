#pragma once

#include <string>

#include "arena/record/record.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// All that is known about a fault, for the bot's author: what happened, what the bot was asked, which cards it held,
/// the last messages each way, its standard error, and the round so far. `record` is the record of the round. Text from
/// the bot is escaped so that it cannot harm a terminal. Messages are shown decoded, and bytes that are not a message
/// in hexadecimal; with `hex` both are shown.
std::string explain(const FinishedFault& fault, const Record& record, bool hex = false);

}  // namespace tichu::arena
