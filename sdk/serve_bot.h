#pragma once

#include "sdk/plugin_abi.h"

namespace tichu {

namespace protocol {
class BotCoding;
}

/// Speaks the protocol on standard input and output for the bots that a C table makes, until the arena says goodbye or
/// closes its end; what the bots print goes to the standard error. Returns the program's exit code: 0, or 1 if a bot
/// or the arena failed, with the reason on standard error. An exception of the table's functions passes through.
int serve_bot(const tichu_bot_table& table);
/// The same in another coding than Protobuf; `coding` has heard nothing yet.
int serve_bot(const tichu_bot_table& table, protocol::BotCoding& coding);

}  // namespace tichu
