#include "arena/statistics/rating/results_csv.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

/// More points a round than any rules give, doubled calls and all.
constexpr double MostPoints = 10'000;
constexpr std::size_t MostNameBytes = 256;
/// Board numbers of rows that have none begin here, where a file's own may not reach.
constexpr std::uint64_t FirstOwnNumber = std::uint64_t{1} << 62;

/// The fields of a line; a sentence where a quotation mark stands wrong.
std::variant<std::vector<std::string>, std::string> split_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  bool was_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (quoted && c == '"') {
      quoted = false;
      was_quoted = true;
    } else if (quoted) {
      fields.back() += c;
    } else if (c == ',') {
      fields.emplace_back();
      was_quoted = false;
    } else if (was_quoted || (c == '"' && !fields.back().empty())) {
      return "field " + std::to_string(fields.size()) +
             " has text beside its quotation marks; a field is quoted whole or not at all, a mark inside is doubled";
    } else if (c == '"') {
      quoted = true;
    } else {
      fields.back() += c;
    }
  }
  if (quoted) return "field " + std::to_string(fields.size()) + " has no closing quotation mark";
  return fields;
}

/// The number that is the whole text; nothing for anything else, such as "inf".
std::optional<double> finite_number(std::string_view text) {
  double value = 0;
  const auto end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Why a bot cannot be called so: names are shown on terminals.
std::optional<std::string> problem_of_name(std::string_view name) {
  if (name.empty()) return "a bot's name is empty";
  if (name.size() > MostNameBytes) return "a bot's name is longer than " + std::to_string(MostNameBytes) + " bytes";
  if (!is_utf8(name)) return "a bot's name is not in UTF-8";
  constexpr unsigned char FirstPrintable = 0x20;
  constexpr unsigned char Delete = 0x7f;
  // U+0080 to U+009F, the second row of control characters, are C2 80 to C2 9F.
  constexpr unsigned char SecondRow = 0xc2;
  constexpr unsigned char EndOfSecondRow = 0xa0;
  unsigned char last = 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < FirstPrintable || byte == Delete || (last == SecondRow && byte < EndOfSecondRow)) {
      return "a bot's name has a control character in it";
    }
    last = byte;
  }
  return std::nullopt;
}

class Reader {
 public:
  /// Why the row cannot be taken.
  std::optional<std::string> add(const std::vector<std::string>& fields) {
    if (fields.size() != 3 && fields.size() != 4) {
      return "has " + std::to_string(fields.size()) +
             " fields; a row is bot_a,bot_b,result or bot_a,bot_b,result,board";
    }
    if (is_first_ && take_heading(fields)) return std::nullopt;
    is_first_ = false;
    BoardValue board;
    for (std::size_t side = 0; side < 2; ++side) {
      if (auto problem = problem_of_name(fields[side])) return problem;
      const auto entrant = number_of(fields[side]);
      if (!entrant) return "there are more than " + std::to_string(MaxRatedBots) + " different bots";
      board.entrants[side] = *entrant;
    }
    if (fields[0] == fields[1]) return "the bot \"" + fields[0] + "\" plays against itself";
    if (auto problem = read_value(fields[2], board)) return problem;
    if (auto problem = read_number(fields, board)) return problem;
    table_.boards.push_back(board);
    return std::nullopt;
  }

  ResultsTable take() { return std::move(table_); }

 private:
  bool take_heading(const std::vector<std::string>& fields) {
    if (fields[2] != "result" && fields[2] != "points") return false;
    is_first_ = false;
    if (fields[2] == "points") table_.kind = ResultKind::Points;
    return true;
  }

  std::optional<EntrantId> number_of(const std::string& name) {
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) return known->second;
    if (table_.names.size() == MaxRatedBots) return std::nullopt;
    const auto number = static_cast<EntrantId>(table_.names.size());
    table_.names.push_back(name);
    numbers_.emplace(name, number);
    return number;
  }

  std::optional<std::string> read_value(const std::string& text, BoardValue& board) const {
    const auto value = finite_number(text);
    if (table_.kind == ResultKind::Score) {
      if (!value || *value < 0 || *value > 1) {
        return "the result \"" + text +
               "\" is no number from 0 (lost) over 0.5 (drawn) to 1 (won); for points the "
               "heading must be bot_a,bot_b,points";
      }
    } else if (!value || std::abs(*value) > MostPoints) {
      return "\"" + text + "\" is no number of points from -10000 to 10000";
    }
    board.value = *value;
    return std::nullopt;
  }

  std::optional<std::string> read_number(const std::vector<std::string>& fields, BoardValue& board) const {
    board.board = FirstOwnNumber + table_.boards.size();
    if (fields.size() < 4 || fields[3].empty()) return std::nullopt;
    const std::string& text = fields[3];
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), board.board);
    if (error == std::errc() && rest == text.data() + text.size() && board.board < FirstOwnNumber) return std::nullopt;
    return "the board \"" + text + "\" is no whole number from 0 on";
  }

  ResultsTable table_;
  std::unordered_map<std::string, EntrantId> numbers_;
  bool is_first_ = true;
};

}  // namespace

std::variant<ResultsTable, CsvError> read_results_csv(std::istream& input) {
  Reader reader;
  std::string line;
  for (std::size_t number = 1; std::getline(input, line); ++number) {
    if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto fields = split_fields(line);
    if (const auto* problem = std::get_if<std::string>(&fields)) return CsvError{number, *problem};
    if (const auto problem = reader.add(std::get<std::vector<std::string>>(fields))) return CsvError{number, *problem};
  }
  return reader.take();
}

}  // namespace tichu::arena
