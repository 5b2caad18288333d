#pragma once

#include <string>

namespace tichu::arena {

/// The page of a person at a table, which asks its own server for everything.
std::string table_page();
/// The content security policy of that page.
std::string table_page_policy();

}  // namespace tichu::arena
