#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/schedule/joint_strengths.h"
#include "arena/tournament/schedule/matchmaker.h"
#include "arena/tournament/schedule/open_schedule.h"

namespace tichu::arena {

/// A ladder without end: meetings that a Matchmaker chooses from JointStrengths, of entrants that come and go. With
/// fewer than two that may meet it waits.
///
/// Each meeting's boards follow one another, numbered as their jobs are, so that no deal is played twice. A meeting is
/// decided when the one before it is given out; from all results but those of boards less than Lag before it (of slow
/// boards: so many more, that quick ones fill the time), even if more is known by then, and as if the missing ones were
/// played. So no decision depends on who was faster, and up to Lag boards are under way. Meetings that it recalls are
/// decided, and wait for nothing: results that they were decided from may have been invalidated.
///
/// What it does not tell: strengths for a table. Those of JointStrengths are for matchmaking.
class LadderSchedule : public OpenSchedule {
 public:
  /// Begins with so many `entrants`, each with an owner from `owners` or, beyond its end, nobody's. A meeting has at
  /// most `boards` boards. Ends after `limit` boards in all; without a limit it never ends. `balances_sides`: for
  /// boards of a single table (`balanced_sides`).
  LadderSchedule(std::size_t entrants, std::uint64_t boards, std::optional<std::uint64_t> limit,
                 bool balances_sides = false, const std::vector<std::string>& owners = {});

  /// In jobs.
  static constexpr std::uint64_t Lag = 256;

  std::variant<Job, NoJob> next() override;
  void report(const Job& job, const BoardResult& result) override;
  std::optional<std::uint64_t> total() const override { return limit_; }
  JobNumber change(const FieldChange& change) override;
  JobNumber first_undecided() const override;
  void recall(std::vector<LadderMeeting> meetings, std::vector<TakenChange> changes) override;
  std::vector<LadderMeeting> take_decided() override;

 private:
  /// A meeting that is decided and whose results are not entered yet.
  struct Open {
    Pairing entrants{};
    std::vector<double> margins;  ///< by board, of the lower number
    std::uint64_t missing = 0;    ///< results
  };
  enum class Step : std::uint8_t { Decided, Waits };

  Step decide();
  std::optional<LadderMeeting> next_meeting();
  bool has_all_due() const;
  void take_due();
  void take_results(const Open& open);
  void take_changes();
  void apply(const FieldChange& change);
  void note_variance(const Open& open, double expected, double uncertain);
  Pairing seats(const Pairing& entrants);

  std::uint64_t boards_;
  std::optional<std::uint64_t> limit_;
  bool balances_sides_;
  Matchmaker matchmaker_;
  JointStrengths strengths_;
  std::vector<bool> retired_;         ///< by entrant
  std::vector<std::uint64_t> taken_;  ///< boards of each whose results are entered
  std::deque<LadderMeeting> recalled_;
  std::deque<TakenChange> changes_;     ///< that have no effect yet, by job
  std::vector<LadderMeeting> decided_;  ///< since they were taken
  std::map<std::uint64_t, Open> open_;  ///< by first job
  /// Which of these have to be entered before a meeting that begins at a job, or later: the job and the first job.
  std::set<std::pair<std::uint64_t, std::uint64_t>> due_;
  std::uint64_t meetings_ = 0;  ///< decided
  std::uint64_t planned_ = 0;   ///< boards of these: the next meeting's first job
  std::uint64_t results_ = 0;   ///< entered
  LadderMeeting present_;       ///< whose jobs are given out
  std::uint64_t given_ = 0;     ///< of these
  double squares_;              ///< of surprises, and their number: a board's variance
  double weight_;
  std::map<Pairing, std::uint64_t> boards_of_;  ///< planned, of each pair, if sides are balanced
};

}  // namespace tichu::arena
