#include "arena/workers/leader/booked_invalidations.h"

#include <algorithm>
#include <utility>

#include "arena/workers/leader/unit_store.h"
#include "arena/workers/leader/validator.h"

namespace tichu::arena {

namespace {

class BookedInvalidations : public InvalidationBook {
 public:
  explicit BookedInvalidations(std::filesystem::path folder) : folder_(std::move(folder)) {}

  bool has_any() const override { return has_book() && !UnitStore(folder_).invalidations().empty(); }
  std::size_t unanswered() const override { return has_book() ? UnitStore(folder_).open_rechecks().size() : 0; }
  std::vector<Invalidation> pending(const std::function<bool(JobNumber job)>& is_stored) override {
    if (!has_book()) return {};
    UnitStore book(folder_);
    Validator validator(book);
    const std::vector<BookedUnit> open_units = book.open_units();
    const auto is_of_stopped = [&](const BookedUnit& unit) {
      return !unit.digests.empty() && validator.is_stopped(unit.worker);
    };
    if (book.invalidations().empty() && std::none_of(open_units.begin(), open_units.end(), is_of_stopped)) return {};
    book.together([&] {
      for (BookedUnit unit : open_units) {
        const bool is_any_stored = !unit.digests.empty() && std::any_of(unit.jobs.begin(), unit.jobs.end(), is_stored);
        unit.state = is_any_stored ? UnitState::Stored : UnitState::Dropped;
        book.note(unit);
        if (!is_any_stored) continue;
        const auto stopped = validator.stopped().find(unit.worker);
        if (stopped == validator.stopped().end()) {
          validator.take_stored(unit.id.number, unit.worker, true);
        } else {
          book.set_recheck(unit.id.number, RecheckState::Invalid);
          book.add(Invalidation{unit.worker, stopped->second, unit.jobs});
        }
      }
    });
    return book.invalidations();
  }
  void note_done() override {
    if (has_book()) UnitStore(folder_).forget_invalidations();
  }

 private:
  bool has_book() const { return std::filesystem::exists(folder_ / UnitStoreName); }

  const std::filesystem::path folder_;
};

}  // namespace

std::unique_ptr<InvalidationBook> booked_invalidations(const std::filesystem::path& folder) {
  return std::make_unique<BookedInvalidations>(folder);
}

}  // namespace tichu::arena
