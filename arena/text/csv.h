#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// A field as RFC 4180 has it: in quotes if it holds a comma, a quote or a line's end. A text that a spreadsheet
/// would take for a formula gets an apostrophe in front.
std::string csv_field(std::string_view text);
/// What `csv_field` was given, from a field without its quotes: without the apostrophe before a formula.
std::string_view csv_text(std::string_view field);

}  // namespace tichu::arena
