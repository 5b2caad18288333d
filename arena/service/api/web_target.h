#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tichu::arena {

/// The target of a request, taken apart.
struct WebTarget {
  std::vector<std::string> parts;                          ///< of the path, decoded; "/a/b" has two, "/" one empty one
  std::vector<std::pair<std::string, std::string>> query;  ///< decoded, in their order

  /// A parameter of the query; nullopt if there is none.
  std::optional<std::string_view> parameter(std::string_view name) const;
};

/// Takes a target apart, so that a part can hold no '/' that was written as "%2F", no NUL and no other control
/// character, and is UTF-8; nullopt if it is anything else, has no '/' in front, or a parameter stands twice.
std::optional<WebTarget> web_target(std::string_view target);

/// Text as part of a path or query: all but letters, digits and "-._~" is written with '%'.
std::string percent_encoded(std::string_view text);

/// The one way to write a target: whoever asks the same gets the same text, however it was encoded and in whatever
/// order its parameters stand.
std::string plain_target(const WebTarget& target);

}  // namespace tichu::arena
