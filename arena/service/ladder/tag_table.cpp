#include "arena/service/ladder/tag_table.h"

#include <algorithm>

#include "arena/service/ladder/ladder_sql.h"
#include "arena/text/characters.h"

namespace tichu::arena {

std::optional<std::string> tag_of(std::string_view text) {
  constexpr std::size_t Longest = 24;
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::string tag = in_lower_case(text);
  std::ranges::replace(tag, ' ', '-');
  const bool is_tag = !tag.empty() && tag.size() <= Longest && std::all_of(tag.begin(), tag.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
  });
  return is_tag ? std::optional(tag) : std::nullopt;
}

std::vector<std::string> TagTable::on(JobNumber job) {
  return rows_of(
      bound(work_.sql(), "SELECT tag FROM board_tag WHERE account = ? AND job = ? ORDER BY tag", account_, job),
      [](SQLite::Statement& row) { return row.getColumn(0).getString(); });
}

std::vector<TagCount> TagTable::all() {
  return rows_of(
      bound(work_.sql(), "SELECT tag, count(*) FROM board_tag WHERE account = ? GROUP BY tag ORDER BY tag", account_),
      [](SQLite::Statement& row) {
        return TagCount{row.getColumn(0).getString(), unsigned_of(row.getColumn(1))};
      });
}

std::vector<JobNumber> TagTable::boards(const std::string& tag) {
  return rows_of(
      bound(work_.sql(), "SELECT job FROM board_tag WHERE account = ? AND tag = ? ORDER BY job", account_, tag),
      [](SQLite::Statement& row) { return JobNumber(unsigned_of(row.getColumn(0))); });
}

std::uint64_t TagTable::tagged_boards() {
  return count_of(bound(work_.sql(), "SELECT count(DISTINCT job) FROM board_tag WHERE account = ?", account_));
}

void TagTable::add(JobNumber job, const std::string& tag) {
  execute(work_.sql(), "INSERT OR IGNORE INTO board_tag (account, tag, job) VALUES (?, ?, ?)", account_, tag, job);
}

bool TagTable::remove(JobNumber job, const std::string& tag) {
  return execute(work_.sql(), "DELETE FROM board_tag WHERE account = ? AND tag = ? AND job = ?", account_, tag, job) >
         0;
}

bool TagTable::remove(const std::string& tag) {
  return execute(work_.sql(), "DELETE FROM board_tag WHERE account = ? AND tag = ?", account_, tag) > 0;
}

}  // namespace tichu::arena
