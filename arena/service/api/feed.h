#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/service/ladder/ladder_figures.h"

namespace tichu::arena {

/// An Atom feed (RFC 4287) of events, the latest first. `url` is the server's, with a '/' at its end, `path` the feed's
/// own without one in front.
std::string atom_feed(std::string_view title, std::string_view url, std::string_view path,
                      const std::vector<LadderEvent>& events);

/// What happened, for people: one line.
std::string event_title(const LadderEvent& event);

/// A badge of two fields for pages elsewhere.
std::string badge_svg(std::string_view name, std::string_view words);

}  // namespace tichu::arena
