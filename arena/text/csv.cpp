#include "arena/text/csv.h"

namespace tichu::arena {
namespace {

bool begins_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
}

}  // namespace

std::string_view csv_text(std::string_view field) {
  if (field.starts_with('\'') && begins_formula(field.substr(1))) field.remove_prefix(1);
  return field;
}

std::string csv_field(std::string_view text) {
  std::string field(text);
  if (begins_formula(text)) field.insert(0, "'");
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace tichu::arena
