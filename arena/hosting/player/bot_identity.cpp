#include "arena/hosting/player/bot_identity.h"

#include "arena/text/sanitized_line.h"
#include "arena/text/utf8.h"

namespace tichu::arena {

BotIdentity said_identity(std::string_view name, std::string_view version) {
  const auto line = [](std::string_view said) { return bounded_utf8(sanitized_line(said), MostIdentityBytes); };
  return {line(name), line(version)};
}

}  // namespace tichu::arena
