#pragma once

#include <memory>
#include <optional>
#include <string>

#include "arena/seats/table/answer_journal.h"
#include "arena/seats/table/coach.h"
#include "arena/seats/table/person_player.h"
#include "arena/seats/table/person_seat.h"
#include "tests/arena/hosting/match/capturing_player.h"
#include "tests/arena/seats/table/instant_beat.h"
#include "tests/arena/seats/table/page.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::tests {

/// A person's seat whose page is a thread: keeps every snapshot, and between which beats it came.
class CapturedTable : public CapturedPlayer {
 public:
  CapturedTable(Function function, bool is_training);

  tl::expected<void, arena::Fault> sit_down(const arena::SeatSetup& /*setup*/) override { return {}; }
  void begin_round(const Observation& seen) override { player_.begin_round(seen); }
  void tell(const SeenEvent& event, const Observation& seen) override;
  Said ask(Question question, const Observation& seen, std::chrono::milliseconds limit) override;

 private:
  /// The snapshot once the coach has said what it has to say.
  std::string settled();

  Function function_;
  arena::TemporaryFolder folder_;
  arena::AnswerJournal journal_{folder_.path() / "answers.jsonl"};
  InstantBeat beat_;
  arena::PersonSeat seat_;
  arena::PersonPlayer player_{seat_};
  Page page_{seat_};
  std::optional<arena::AnalystLibrary> analyst_;
  std::optional<arena::Coach> coach_;  ///< in training
};

}  // namespace tichu::tests
