#include "arena/service/ladder/version.h"

#include "arena/service/ladder/bot_name.h"
#include "arena/text/number_text.h"

namespace tichu::arena {

std::optional<VersionName> version_name(std::string_view text) {
  const std::size_t at = text.find('@');
  VersionName name{std::string(text.substr(0, at)), std::nullopt};
  if (!is_name_form(name.bot)) return std::nullopt;
  if (at == std::string_view::npos) return name;
  const std::string_view digits = text.substr(at + 1);
  name.number = number_from<int>(digits);
  if (name.number.value_or(0) < 1 || digits.starts_with('0')) return std::nullopt;
  return name;
}

std::string replaced_detail(const LadderVersion& by) { return "by " + by.name(); }

}  // namespace tichu::arena
