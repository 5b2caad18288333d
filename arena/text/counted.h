#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace tichu::arena {

/// A count of things for people: "1 round", "2 rounds". The plural of `thing` is made with an s.
std::string counted(std::integral auto count, std::string_view thing) {
  return std::to_string(count).append(" ").append(thing).append(count == 1 ? "" : "s");
}

}  // namespace tichu::arena
