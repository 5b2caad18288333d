#include "arena/service/api/route_table.h"

namespace tichu::arena {
namespace {

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> parts;
  path.remove_prefix(1);
  for (;;) {
    const std::size_t slash = path.find('/');
    parts.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    path.remove_prefix(slash + 1);
  }
}

bool matches(const std::vector<std::string_view>& pattern, const std::vector<std::string>& parts,
             std::vector<std::string>& parameters) {
  if (pattern.size() != parts.size()) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (pattern[i].starts_with('{')) {
      parameters.push_back(parts[i]);
    } else if (pattern[i] != parts[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

RouteTable::RouteTable() {
  for (const auto table :
       {public_routes(), board_routes(), analysis_routes(), author_routes(), request_board_routes(), card_routes(),
        tag_routes(), remote_routes(), people_routes(), moderator_routes(), operation_routes(), document_routes()}) {
    for (const ApiRoute& route : table) routes_.emplace_back(&route, split(route.path));
  }
}

std::optional<FoundRoute> RouteTable::find(std::string_view method, const std::vector<std::string>& parts,
                                           std::string& allowed) const {
  if (method == "HEAD") method = "GET";
  std::optional<FoundRoute> found;
  for (const auto& [route, pattern] : routes_) {
    std::vector<std::string> parameters;
    if (!matches(pattern, parts, parameters)) continue;
    const std::string name = route->method == "GET" ? "GET, HEAD" : std::string(route->method);
    allowed += (allowed.empty() ? "" : ", ") + name;
    if (route->method == method) found = FoundRoute{route, std::move(parameters)};
  }
  if (!allowed.empty()) allowed += ", OPTIONS";
  return found;
}

}  // namespace tichu::arena
