#include "arena/statistics/rating/results_csv.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

/// More points per round than any rules give, doubled calls included.
constexpr double MostPoints = 10'000;
constexpr std::size_t MostNameBytes = 256;
/// Rows without a board number get numbers from here on; a file's own must lie below.
constexpr std::uint64_t FirstOwnNumber = std::uint64_t{1} << 62;

/// What is done, or a sentence about what is wrong with the row.
using RowResult = tl::expected<void, std::string>;

/// The fields of a line, or a sentence about a misplaced quotation mark.
tl::expected<std::vector<std::string>, std::string> split_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  bool was_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_mark = c == '"';
    if (quoted && is_mark && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (quoted && is_mark) {
      quoted = false;
      was_quoted = true;
    } else if (!quoted && c == ',') {
      fields.emplace_back();
      was_quoted = false;
    } else if (!quoted && (was_quoted || (is_mark && !fields.back().empty()))) {
      return tl::unexpected(
          "field " + std::to_string(fields.size()) +
          " has text beside its quotation marks; a field is quoted whole or not at all, a mark inside is doubled");
    } else if (!quoted && is_mark) {
      quoted = true;
    } else {
      fields.back() += c;
    }
  }
  if (quoted) return tl::unexpected("field " + std::to_string(fields.size()) + " has no closing quotation mark");
  return fields;
}

/// The finite number that is the whole text; nullopt for anything else, such as "inf".
std::optional<double> finite_number(std::string_view text) {
  double value = 0;
  const auto end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Whether a text has control characters, which must not get to a terminal. It is UTF-8.
bool has_control_character(std::string_view text) {
  constexpr unsigned char FirstPrintable = 0x20;
  constexpr unsigned char Delete = 0x7f;
  // U+0080 to U+009F, the second row of control characters, are C2 80 to C2 9F.
  constexpr unsigned char SecondRow = 0xc2;
  constexpr unsigned char EndOfSecondRow = 0xa0;
  unsigned char last = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < FirstPrintable || byte == Delete || (last == SecondRow && byte < EndOfSecondRow)) return true;
    last = byte;
  }
  return false;
}

/// Fails if a bot cannot have this name.
RowResult check_name(std::string_view name) {
  if (name.empty()) return tl::unexpected<std::string>("a bot's name is empty");
  if (name.size() > MostNameBytes) {
    return tl::unexpected("a bot's name is longer than " + std::to_string(MostNameBytes) + " bytes");
  }
  if (!is_utf8(name)) return tl::unexpected<std::string>("a bot's name is not in UTF-8");
  if (has_control_character(name)) return tl::unexpected<std::string>("a bot's name has a control character in it");
  return {};
}

/// Builds the table row by row.
class TableBuilder {
 public:
  /// Takes a row, or says why it cannot be taken.
  RowResult add(const std::vector<std::string>& fields) {
    if (fields.size() != 3 && fields.size() != 4) {
      return tl::unexpected("has " + std::to_string(fields.size()) +
                            " fields; a row is bot_a,bot_b,result or bot_a,bot_b,result,board");
    }
    if (std::exchange(is_first_, false) && take_heading(fields)) return {};
    BoardValue board;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto entrant = entrant_named(fields[side]);
      if (!entrant) return tl::unexpected(entrant.error());
      board.entrants[side] = *entrant;
    }
    if (fields[0] == fields[1]) return tl::unexpected("the bot \"" + fields[0] + "\" plays against itself");
    const auto value = value_of(fields[2]);
    if (!value) return tl::unexpected(value.error());
    board.value = *value;
    const auto number = number_of(fields);
    if (!number) return tl::unexpected(number.error());
    board.board = *number;
    table_.boards.push_back(board);
    return {};
  }

  ResultsTable take() { return std::move(table_); }

 private:
  bool take_heading(const std::vector<std::string>& fields) {
    if (fields[2] != "result" && fields[2] != "points") return false;
    if (fields[2] == "points") table_.kind = ResultKind::Points;
    return true;
  }

  tl::expected<EntrantId, std::string> entrant_named(const std::string& name) {
    if (const auto checked = check_name(name); !checked) return tl::unexpected(checked.error());
    const auto known = entrants_.find(name);
    if (known != entrants_.end()) return known->second;
    if (table_.names.size() == MaxRatedBots) {
      return tl::unexpected("there are more than " + std::to_string(MaxRatedBots) + " different bots");
    }
    const auto entrant = static_cast<EntrantId>(table_.names.size());
    table_.names.push_back(name);
    entrants_.emplace(name, entrant);
    return entrant;
  }

  tl::expected<double, std::string> value_of(const std::string& text) const {
    const auto value = finite_number(text);
    if (table_.kind == ResultKind::Score) {
      if (value && *value >= 0 && *value <= 1) return *value;
      return tl::unexpected("the result \"" + text +
                            "\" is not a number from 0 (lost) over 0.5 (drawn) to 1 (won); for points the "
                            "heading must be bot_a,bot_b,points");
    }
    if (value && std::abs(*value) <= MostPoints) return *value;
    return tl::unexpected("\"" + text + "\" is not a number of points from -10000 to 10000");
  }

  tl::expected<BoardNumber, std::string> number_of(const std::vector<std::string>& fields) const {
    if (fields.size() < 4 || fields[3].empty()) return BoardNumber(FirstOwnNumber + table_.boards.size());
    const std::string& text = fields[3];
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && rest == text.data() + text.size() && number < FirstOwnNumber) {
      return BoardNumber(number);
    }
    return tl::unexpected("the board \"" + text + "\" is not a whole number from 0 on");
  }

  ResultsTable table_;
  std::unordered_map<std::string, EntrantId> entrants_;
  bool is_first_ = true;
};

}  // namespace

tl::expected<ResultsTable, CsvError> read_results_csv(std::istream& input) {
  TableBuilder table;
  std::string line;
  for (std::size_t number = 1; std::getline(input, line); ++number) {
    if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto fields = split_fields(line);
    if (!fields) return tl::unexpected(CsvError{number, fields.error()});
    if (const auto added = table.add(*fields); !added) return tl::unexpected(CsvError{number, added.error()});
  }
  return table.take();
}

}  // namespace tichu::arena
