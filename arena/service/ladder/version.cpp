#include "arena/service/ladder/version.h"

#include <charconv>

#include "arena/service/ladder/bot_name.h"

namespace tichu::arena {

std::optional<VersionName> version_name(std::string_view text) {
  const std::size_t at = text.find('@');
  VersionName name{std::string(text.substr(0, at)), std::nullopt};
  if (!is_name_form(name.bot)) return std::nullopt;
  if (at == std::string_view::npos) return name;
  const std::string_view digits = text.substr(at + 1);
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_plain = !digits.starts_with('0');
  if (error != std::errc() || end != digits.data() + digits.size() || number < 1 || !is_plain) return std::nullopt;
  name.number = number;
  return name;
}

std::string replaced_detail(const LadderVersion& by) { return "by " + by.name(); }

}  // namespace tichu::arena
