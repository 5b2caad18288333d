#include "arena/service/ladder/day_boards.h"

#include <algorithm>
#include <array>
#include <utility>

#include "arena/seats/table/my_boards.h"
#include "arena/text/digest.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr std::size_t GuestSecretDigits = 32;
constexpr std::uint64_t MostDays = 31;
constexpr std::uint64_t MostResults = 500;

bool is_guest_secret(const std::string& text) {
  return text.size() == GuestSecretDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

std::optional<DayRow> DayBoards::announced() {
  LadderDatabase::Work work = database_.begin_looking();
  return DayTable(work).find(day_of(work.now()));
}

DayRow DayBoards::today() {
  if (auto found = announced()) return *std::move(found);
  LadderDatabase::Work work = database_.begin();
  DayTable table(work);
  const std::string day = day_of(work.now());
  auto found = table.find(day);  // another thread may have been first
  DayRow row = found ? *std::move(found) : table.announce(day);
  work.commit();
  return row;
}

OrRefusal<DaySeat> DayBoards::seat_of(const std::string& guest) {
  if (!is_guest_secret(guest)) {
    return refused(RefusalKind::Bad, "guest_bad", "a guest's own secret has 32 of the digits 0-9 and a-f", "guest");
  }
  const DayRow today = this->today();
  return DaySeat{today.day, today.secret.number(), sha256_of(today.day + guest).substr(0, GuestSecretDigits)};
}

void DayBoards::note(const std::string& day, const std::filesystem::path& table, double ended) {
  if (day_of(ended) != day || !holds_tournament(table)) return;
  const auto tournament = Tournament::open(table, "ladder");
  const auto board = tournament ? tournament->board(JobNumber(0)) : std::nullopt;
  if (!board || board->rounds.empty()) return;
  const std::array<Points, 2>& score = board->rounds.front().score;
  LadderDatabase::Work work = database_.begin();
  // After a restored backup a day has another secret than the tables that were begun on it before.
  const auto row = DayTable(work).find(day);
  if (!row || row->secret.number() != tournament->config().seed) return;
  DayTable(work).add(
      day, {table.filename().string(), tournament->config().bots.front().name, (score[0] - score[1]).value()});
  work.commit();
}

std::vector<DayRow> DayBoards::past() {
  LadderDatabase::Work work = database_.begin_looking();
  std::vector<DayRow> days = DayTable(work).latest(MostDays);
  std::erase_if(days, [&](const DayRow& row) { return row.day >= day_of(work.now()); });
  return days;
}

OrRefusal<DayRow> DayBoards::past(const std::string& day) {
  LadderDatabase::Work work = database_.begin_looking();
  auto found = DayTable(work).find(day);
  if (found && found->day < day_of(work.now())) return *std::move(found);
  return refused(RefusalKind::Missing, "day_unknown", "GET days lists the days that are over");
}

std::vector<DayResult> DayBoards::results(const DayRow& day) {
  std::vector<DayResult> results = [&] {
    LadderDatabase::Work work = database_.begin_looking();
    return DayTable(work).results(day.day, MostResults);
  }();
  std::erase_if(results, [&](const DayResult& each) { return !holds_tournament(folder_ / each.board); });
  return results;
}

OrRefusal<DayReplay> DayBoards::replay(const DayRow& day, const std::string& board) {
  const auto found = [&] {
    LadderDatabase::Work work = database_.begin_looking();
    return DayTable(work).result(day.day, board);
  }();
  if (found && holds_tournament(folder_ / board)) {
    if (auto replay = table_board_json(folder_ / board, JobNumber(0))) return DayReplay{*found, *replay};
  }
  return refused(RefusalKind::Missing, "board_unknown", "the day's results name its boards");
}

}  // namespace tichu::arena
