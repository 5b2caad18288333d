#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/seats/table/answer_journal.h"
#include "arena/seats/table/coach.h"
#include "arena/seats/table/person_player.h"
#include "arena/seats/table/person_seat.h"
#include "arena/seats/table/shared_table.h"
#include "tests/arena/hosting/match/capturing_player.h"
#include "tests/arena/seats/table/instant_beat.h"
#include "tests/arena/seats/table/page.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::tests {

class CapturedTable;

/// The table of one person or of several, without a clock that runs.
struct CapturedPeople {
  CapturedPeople();

  arena::TemporaryFolder folder;
  arena::AnswerJournal journal{folder.path() / "answers.jsonl"};
  InstantBeat beat;
  arena::SharedTable table{journal, beat, "run", std::chrono::seconds(1)};
  std::vector<CapturedTable*> seats;
};

/// A person's seat whose page is a thread: keeps every snapshot, and between which beats it came.
class CapturedTable : public CapturedPlayer {
 public:
  CapturedTable(Function function, bool is_training, std::shared_ptr<CapturedPeople> people, Seat place);

  tl::expected<void, arena::Fault> sit_down(const arena::SeatSetup& /*setup*/) override { return {}; }
  void begin_round(const Observation& seen) override { player_.begin_round(seen); }
  void tell(const SeenEvent& event, const Observation& seen) override;
  Said ask(Question question, const Observation& seen, std::chrono::milliseconds limit) override;
  /// While people may say so: says that a bomb is coming, if one is.
  void look_for_bomb();

 private:
  /// The snapshot once the coach has said what it has to say.
  std::string settled();

  /// What the seat answers.
  Said decide(Question question, const Observation& seen);

  Function function_;
  std::shared_ptr<CapturedPeople> people_;
  std::size_t noted_ = 0;  ///< beats that were kept
  const Observation* seen_ = nullptr;
  std::optional<std::pair<std::uint32_t, Said>> bomb_;  ///< what was decided in the window after so many events
  arena::PersonSeat seat_;
  arena::PersonPlayer player_{seat_};
  Page page_{seat_};
  std::optional<arena::AnalystLibrary> analyst_;
  std::optional<arena::Coach> coach_;  ///< in training
};

}  // namespace tichu::tests
