#pragma once

#include <string>

namespace tichu::arena {

/// The page of a ladder, which asks its server for everything.
std::string ladder_page();
/// Its content security policy: only its own code, and requests to its own server.
std::string ladder_content_policy();

}  // namespace tichu::arena
