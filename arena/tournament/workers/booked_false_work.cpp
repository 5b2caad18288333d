#include "arena/tournament/workers/booked_false_work.h"

#include <algorithm>
#include <string>

#include "arena/tournament/workers/audits.h"
#include "arena/tournament/workers/unit_book.h"

namespace tichu::arena {

bool BookedFalseWork::has_book() const { return std::filesystem::exists(folder_ / UnitBookName); }

bool BookedFalseWork::has_any() const { return has_book() && !UnitBook(folder_).false_work().empty(); }

std::size_t BookedFalseWork::unanswered() const {
  if (!has_book()) return 0;
  UnitBook book(folder_);
  return Audits(book).unanswered();
}

std::vector<FalseWork> BookedFalseWork::to_strike(const std::function<bool(JobNumber job)>& is_stored) {
  if (!has_any()) return {};
  UnitBook book(folder_);
  Audits audits(book);
  book.together([&] {
    for (const BookedUnit& unit : book.open_units()) {
      const UnitNumber number = unit.id.number;
      const std::string worker = book.player_of(number);
      if (worker.empty() || std::none_of(unit.jobs.begin(), unit.jobs.end(), is_stored)) {
        book.close(number, UnitBook::End::Dropped, "");
        continue;
      }
      const auto drained = audits.drained().find(worker);
      if (drained != audits.drained().end()) {
        book.add(FalseWork{worker, text_of(drained->second), unit.jobs});
      } else {
        audits.take_forgotten(number, worker);
      }
      book.close(number, UnitBook::End::Stored, worker);
    }
  });
  return book.false_work();
}

void BookedFalseWork::note_struck() {
  if (has_book()) UnitBook(folder_).forget_false_work();
}

}  // namespace tichu::arena
