#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/service/api/api_route.h"

namespace tichu::arena {

/// A route that an address means, with what stands in its path.
struct FoundRoute {
  const ApiRoute* route = nullptr;  ///< never null in an answer
  std::vector<std::string> parameters;
};

/// All routes of the API.
class RouteTable {
 public:
  RouteTable();

  /// The route of that method; HEAD is answered as GET. In `allowed` the methods that the address answers, as the
  /// header Allow has them; empty: there is no such address.
  std::optional<FoundRoute> find(std::string_view method, const std::vector<std::string>& parts,
                                 std::string& allowed) const;

 private:
  std::vector<std::pair<const ApiRoute*, std::vector<std::string_view>>> routes_;  ///< each with its path's parts
};

}  // namespace tichu::arena
