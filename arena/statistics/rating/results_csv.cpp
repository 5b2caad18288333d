#include "arena/statistics/rating/results_csv.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "arena/text/bounded_line.h"
#include "arena/text/csv.h"
#include "arena/text/number_text.h"
#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

/// More points per round than any rules give, doubled calls included.
constexpr double MostPoints = 10'000;
constexpr std::size_t MostNameBytes = 256;
/// Rows without a board number, and boards of all tournaments but the first, get numbers from here on; a file's own
/// must lie below.
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
  const auto value = number_from<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
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

/// Why a bot cannot have this name; nullptr if it can.
const char* problem_of_name(std::string_view name) {
  static_assert(MostNameBytes == 256, "the sentence names it");
  if (name.empty()) return "a bot's name is empty";
  if (name.size() > MostNameBytes) return "a bot's name is longer than 256 bytes";
  if (!is_utf8(name)) return "a bot's name is not in UTF-8";
  if (has_control_character(name)) return "a bot's name has a control character in it";
  return nullptr;
}

/// The bots of a team's name: "x+y", or "x" for x with itself. A name with more than one '+' is one bot's.
std::array<std::string, 2> members_by_name(const std::string& team) {
  const std::size_t plus = team.find('+');
  const bool is_pair = plus != std::string::npos && plus > 0 && plus + 1 < team.size() && plus == team.rfind('+');
  if (!is_pair) return {team, team};
  return {team.substr(0, plus), team.substr(plus + 1)};
}

/// What a column holds.
enum class Column : std::uint8_t { First, Second, Score, Points, Board, Job };
constexpr std::size_t ColumnCount = 6;

/// Two columns for each side that name the bots of its team.
constexpr std::array<std::array<std::string_view, 2>, 2> MemberColumns{
    {{"first_bot", "first_partner"}, {"second_bot", "second_partner"}}};

/// Which column is where in the rows of a tournament.
class Layout {
 public:
  /// Rows bot_a,bot_b,result or bot_a,bot_b,points, with a board number or without.
  static Layout of_kind(ResultKind kind) {
    Layout layout;
    layout.set(Column::First, 0);
    layout.set(Column::Second, 1);
    layout.set(kind == ResultKind::Score ? Column::Score : Column::Points, 2);
    layout.set(Column::Board, 3);
    layout.least_fields_ = 3;
    layout.most_fields_ = 4;
    return layout;
  }

  /// Of a heading as `tichu-arena export --csv` prints it; other columns are skipped.
  static tl::expected<Layout, std::string> of_heading(const std::vector<std::string>& fields) {
    Layout layout;
    layout.least_fields_ = layout.most_fields_ = fields.size();
    std::array<std::array<std::optional<std::size_t>, 2>, 2> members;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (std::count(fields.begin(), fields.end(), fields[i]) > 1) {
        return tl::unexpected("column " + std::to_string(i + 1) + ": the heading has \"" + fields[i] + "\" twice");
      }
      if (const auto column = column_named(fields[i])) layout.set(*column, i);
      for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t k = 0; k < 2; ++k) {
          if (fields[i] == MemberColumns[side][k]) members[side][k] = i;
        }
      }
    }
    if (!layout.has(Column::Score) && !layout.has(Column::Points)) {
      return tl::unexpected<std::string>("the heading has neither a column score nor a column margin");
    }
    for (std::size_t side = 0; side < 2; ++side) {
      if (members[side][0].has_value() != members[side][1].has_value()) {
        return tl::unexpected("the heading has only one of the columns " + std::string(MemberColumns[side][0]) +
                              " and " + std::string(MemberColumns[side][1]));
      }
      if (members[side][0]) layout.members_[side] = {*members[side][0], *members[side][1]};
    }
    return layout;
  }

  bool has(Column column) const { return places_[static_cast<std::size_t>(column)].has_value(); }
  std::size_t place(Column column) const { return *places_[static_cast<std::size_t>(column)]; }
  /// The places of the two bots of a side's team; nullopt if its name says who they are.
  const std::optional<std::array<std::size_t, 2>>& members(std::size_t side) const { return members_[side]; }
  bool is_exported() const { return least_fields_ == most_fields_; }
  bool takes(std::size_t fields) const { return fields >= least_fields_ && fields <= most_fields_; }
  /// How many fields a row should have.
  std::string shape() const {
    if (is_exported()) return "its heading has " + std::to_string(most_fields_);
    return "a row is bot_a,bot_b,result or bot_a,bot_b,result,board";
  }

 private:
  static std::optional<Column> column_named(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, Column>, ColumnCount> Names{{{"first", Column::First},
                                                                                  {"second", Column::Second},
                                                                                  {"score", Column::Score},
                                                                                  {"margin", Column::Points},
                                                                                  {"board", Column::Board},
                                                                                  {"job", Column::Job}}};
    for (const auto& [known, column] : Names) {
      if (name == known) return column;
    }
    return std::nullopt;
  }
  void set(Column column, std::size_t place) { places_[static_cast<std::size_t>(column)] = place; }

  std::array<std::optional<std::size_t>, ColumnCount> places_;
  std::array<std::optional<std::array<std::size_t, 2>>, 2> members_;
  std::size_t least_fields_ = 0;
  std::size_t most_fields_ = 0;
};

/// Whether a line names the columns of exported boards rather than being a board.
bool names_columns(const std::vector<std::string>& fields) {
  const auto has = [&](std::string_view name) { return std::find(fields.begin(), fields.end(), name) != fields.end(); };
  return has("first") && has("second") && (has("score") || has("margin") || has("board") || has("job"));
}

/// Whether this is the heading of a file of the arena's that has no boards in it.
bool is_heading_of_standings(const std::vector<std::string>& fields) {
  return fields.size() > 2 && fields[0] == "rank" && fields[1] == "name" && fields[2] == "elo";
}

/// Builds the table row by row.
class TableBuilder {
 public:
  /// Takes the row of a line, or says why it cannot be taken.
  RowResult add(const std::vector<std::string>& fields, std::size_t line) {
    if (is_heading_of_standings(fields)) {
      return tl::unexpected<std::string>(
          "this is a table of standings; rate takes boards, which tichu-arena export DIR --csv prints");
    }
    if (names_columns(fields)) {
      const auto layout = Layout::of_heading(fields);
      return layout ? begin(*layout) : tl::unexpected(layout.error());
    }
    // In exported boards the third field may be a bot's name.
    const bool may_be_heading = !layout_.is_exported() || (fields[0] == "bot_a" && fields[1] == "bot_b");
    if (may_be_heading && (fields.size() == 3 || fields.size() == 4)) {
      if (fields[2] == "result") return begin(Layout::of_kind(ResultKind::Score));
      if (fields[2] == "points") return begin(Layout::of_kind(ResultKind::Points));
    }
    if (!layout_.takes(fields.size())) {
      return tl::unexpected("has " + std::to_string(fields.size()) + " fields; " + layout_.shape());
    }
    return add_board(fields, line);
  }

  ResultsTable take() { return std::move(table_); }

 private:
  using Fields = std::vector<std::string>;

  /// A column's flaw, with its number.
  static tl::unexpected<std::string> flaw(std::size_t place, const std::string& problem) {
    return tl::unexpected("column " + std::to_string(place + 1) + ": " + problem);
  }

  /// What follows is of another tournament.
  RowResult begin(const Layout& layout) {
    const bool has_same_kinds = layout.has(Column::Score) == layout_.has(Column::Score) &&
                                layout.has(Column::Points) == layout_.has(Column::Points);
    if (!table_.lines.empty() && !has_same_kinds) {
      return tl::unexpected<std::string>(
          "this heading names another kind of results than the rows before it have; rate them apart");
    }
    layout_ = layout;
    begin_boards();
    return {};
  }

  void begin_boards() {
    if (!table_.lines.empty()) is_first_tournament_ = false;
    numbers_.clear();
    last_job_.reset();
  }

  RowResult add_board(const Fields& fields, std::size_t line) {
    BoardValue board;
    for (std::size_t side = 0; side < 2; ++side) {
      const auto entrant = entrant_of(fields, side);
      if (!entrant) return tl::unexpected(entrant.error());
      board.entrants[side] = *entrant;
    }
    if (board.entrants[0] == board.entrants[1]) {
      return flaw(layout_.place(Column::Second),
                  "the bot \"" + fields[layout_.place(Column::First)] + "\" plays against itself");
    }
    const auto score = score_of(fields);
    if (!score) return tl::unexpected(score.error());
    const auto points = points_of(fields);
    if (!points) return tl::unexpected(points.error());
    if (const auto checked = look_at_job(fields); !checked) return checked;
    const auto number = number_of(fields);
    if (!number) return tl::unexpected(number.error());
    board.board = *number;
    const auto keep = [&](std::vector<BoardValue>& list, std::optional<double> value) {
      if (!value) return;
      board.value = *value;
      list.push_back(board);
    };
    keep(table_.scores, *score);
    keep(table_.points, *points);
    table_.lines.push_back(line);
    return {};
  }

  tl::expected<EntrantId, std::string> entrant_of(const Fields& fields, std::size_t side) {
    const std::size_t place = layout_.place(side == 0 ? Column::First : Column::Second);
    const std::string name = name_in(fields[place]);
    if (const char* problem = problem_of_name(name)) return flaw(place, problem);
    std::array<std::string, 2> members = members_by_name(name);
    if (const auto& places = layout_.members(side)) {
      for (std::size_t i = 0; i < 2; ++i) {
        members[i] = name_in(fields[(*places)[i]]);
        if (const char* problem = problem_of_name(members[i])) return flaw((*places)[i], problem);
      }
    }
    if (const auto known = entrants_.find(name); known != entrants_.end()) {
      const auto& former = table_.members[static_cast<std::size_t>(known->second)];
      if (former == members || (former[0] == members[1] && former[1] == members[0])) return known->second;
      return flaw(place, "the team \"" + name + "\" is of " + members[0] + " and " + members[1] + " here, and of " +
                             former[0] + " and " + former[1] + " in a row before");
    }
    if (table_.names.size() == MaxRatedBots) {
      return flaw(place, "there are more than " + std::to_string(MaxRatedBots) + " different bots");
    }
    const auto entrant = static_cast<EntrantId>(table_.names.size());
    table_.names.push_back(name);
    table_.members.push_back(std::move(members));
    entrants_.emplace(name, entrant);
    return entrant;
  }

  /// The arena's own files have an apostrophe before a name that a spreadsheet would take for a formula.
  std::string name_in(const std::string& field) const {
    return layout_.is_exported() ? std::string(csv_text(field)) : field;
  }

  /// Nullopt if the rows have no scores.
  tl::expected<std::optional<double>, std::string> score_of(const Fields& fields) const {
    if (!layout_.has(Column::Score)) return std::nullopt;
    const std::size_t place = layout_.place(Column::Score);
    const auto value = finite_number(fields[place]);
    if (value && *value >= 0 && *value <= 1) return value;
    return flaw(place, "the result \"" + fields[place] +
                           "\" is not a number from 0 (lost) over 0.5 (drawn) to 1 (won); for points the "
                           "heading must be bot_a,bot_b,points");
  }

  /// Nullopt if the rows have no points.
  tl::expected<std::optional<double>, std::string> points_of(const Fields& fields) const {
    if (!layout_.has(Column::Points)) return std::nullopt;
    const std::size_t place = layout_.place(Column::Points);
    const auto value = finite_number(fields[place]);
    if (value && std::abs(*value) <= MostPoints) return value;
    return flaw(place, "\"" + fields[place] + "\" is not a number of points from -10000 to 10000");
  }

  /// Jobs of a tournament rise.
  RowResult look_at_job(const Fields& fields) {
    if (!layout_.has(Column::Job)) return {};
    const std::size_t place = layout_.place(Column::Job);
    const auto job = whole_number(fields[place]);
    if (!job) return flaw(place, "the job \"" + fields[place] + "\" is not a whole number from 0 on");
    if (last_job_ && *job <= *last_job_) begin_boards();
    last_job_ = job;
    return {};
  }

  tl::expected<BoardNumber, std::string> number_of(const Fields& fields) {
    if (!layout_.has(Column::Board)) return BoardNumber(next_own_++);
    const std::size_t place = layout_.place(Column::Board);
    if (place >= fields.size() || fields[place].empty()) return BoardNumber(next_own_++);
    const auto number = whole_number(fields[place]);
    if (!number) return flaw(place, "the board \"" + fields[place] + "\" is not a whole number from 0 on");
    if (is_first_tournament_) return BoardNumber(*number);
    const auto [known, is_new] = numbers_.try_emplace(*number, next_own_);
    if (is_new) ++next_own_;
    return BoardNumber(known->second);
  }

  /// A number that a file may have; nullopt for anything else.
  static std::optional<std::uint64_t> whole_number(const std::string& text) {
    const auto number = number_from<std::uint64_t>(text);
    return number && *number < FirstOwnNumber ? number : std::nullopt;
  }

  ResultsTable table_;
  std::unordered_map<std::string, EntrantId> entrants_;
  Layout layout_ = Layout::of_kind(ResultKind::Score);
  bool is_first_tournament_ = true;
  std::unordered_map<std::uint64_t, std::uint64_t> numbers_;  ///< of a later tournament's boards to our own
  std::uint64_t next_own_ = FirstOwnNumber;
  std::optional<std::uint64_t> last_job_;
};

/// Names, a result and a number, with room.
constexpr std::size_t LongestRow = 1 << 16;

}  // namespace

tl::expected<ResultsTable, CsvError> read_results_csv(std::istream& input) {
  TableBuilder table;
  std::string line;
  for (std::size_t number = 1;; ++number) {
    const LineRead read = read_bounded_line(input, line, LongestRow);
    if (read == LineRead::End) break;
    if (read == LineRead::TooLong) {
      return tl::unexpected(CsvError{
          number, "the line has more than " + std::to_string(LongestRow) + " bytes; a row is two names and a result"});
    }
    if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    const auto fields = split_fields(line);
    if (!fields) return tl::unexpected(CsvError{number, fields.error()});
    if (const auto added = table.add(*fields, number); !added) return tl::unexpected(CsvError{number, added.error()});
  }
  return table.take();
}

}  // namespace tichu::arena
