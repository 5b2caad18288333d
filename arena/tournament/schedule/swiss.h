#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "arena/tournament/schedule/staged_schedule.h"
#include "arena/tournament/schedule/swiss_pairing.h"

namespace tichu::arena {

/// Swiss: in each round entrants meet others of about the same standing whom they have not met yet (`pair_swiss`). With
/// so many rounds that pairings could run out (`can_always_pair`), the rounds are those of everybody against everybody
/// (`CircleRounds`), each time the one that suits the standing best: so nobody meets anybody twice who could have met
/// another. A round is won by the larger sum of margins over its boards and counts 1, a drawn round a half, a bye 1.
/// The standing is by these points, then by the sum of margins, then by lots drawn from the seed, which also decide the
/// first round. Within a round all play the same boards, in another round others.
///
/// What it does not tell: neighbours in the table may not have met; few boards decide a round.
class Swiss : public StagedSchedule {
 public:
  Swiss(std::size_t entrants, std::uint64_t rounds, std::uint64_t boards, std::uint64_t seed,
        bool balances_sides = false);

  std::optional<std::uint64_t> total() const override;
  std::vector<Place> places() const override;

 protected:
  std::vector<Meeting> plan() override;
  void take_result(const Pairing& entrants, double margin) override;

 private:
  void score_round();
  /// Who meets whom next, by rank.
  SwissRound next_round(const std::vector<Place>& ranked);

  std::uint64_t rounds_;
  std::uint64_t boards_;
  std::uint64_t planned_ = 0;
  std::vector<Place> standing_;         ///< by entrant
  std::vector<std::size_t> lots_;       ///< by entrant
  std::vector<std::vector<int>> met_;   ///< by entrant
  std::vector<int> byes_;               ///< by entrant
  std::optional<CircleRounds> circle_;  ///< if the rounds are taken from these
  std::vector<Pairing> pairings_;       ///< of the round that is played
  std::vector<double> margins_;         ///< by pairing, in that round
};

/// The rounds that find the best, ceil(log2(entrants)), and two more for the order behind it, but no more than everyone
/// has opponents.
std::uint64_t usual_swiss_rounds(std::size_t entrants);

}  // namespace tichu::arena
