#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/schedule/maximum_tree.h"
#include "arena/tournament/schedule/open_schedule.h"

namespace tichu::arena {

/// Chooses a ladder's next meeting. Everything that it says is a function of what it was told, in that order; it takes
/// the logarithm of the number of entrants, and as long as the ranks around a change take.
///
/// A pair has an effect of its own, of variance t² (RATINGS.md, "The model"), so that n boards of it tell of strengths
/// with the variance t² + s² / n, s² being that of a board's margin; after n boards b more are worth a measurement of
/// the variance m = (s² + t² n) (s² + t² (n + b)) / (s² b). Of each entrant it is told a strength, and knows the
/// variance v = 1 / (1 / prior + sum of 1 / m) from the meetings that it was given. Two that are at most Reach ranks
/// apart have the weight w = exp(-d² / 2 (v + v')) / √(v + v'), d the difference of their strengths: how much their
/// order is at risk. A meeting of i and j lowers the risk of all orders of the two by about
///   (S_i v_i² + S_j v_j² + 2 w_ij v_i v_j) / (v_i + v_j + m), S the sum of an entrant's weights,
/// and costs the square root of the seconds of a board. The largest quotient is played: three meetings in four, of many
/// entrants one in two. The others spread: the entrant with the largest v (again for its cost) against anybody: of 16
/// that are drawn by lot the one that it met least. Without those the strengths of distant entrants hang together by a
/// chain of neighbours alone, along which errors add up.
///
/// Before that come newcomers, which have at least a fifth of the time while there are any; and whoever has waited
/// eight times as long as entrants wait on average. Two of one owner never meet. A pair that makes up 15 % of the last
/// hundred boards of either is left out while there are others.
///
/// Exponential function and root are approximated (within a few hundredths) by the four operations of arithmetic, which
/// give the same bits on every machine.
class Matchmaker {
 public:
  using Index = std::uint32_t;

  struct Choice {
    std::array<Index, 2> entrants{};  ///< the lower first
    std::uint64_t boards = 0;
    MeetingReason reason = MeetingReason::Spread;
  };

  /// A meeting has at most so many boards, and fewer if they take longer than two seconds. `usual_entrants`: with how
  /// many the ladder begins.
  Matchmaker(std::uint64_t boards, std::size_t usual_entrants);
  ~Matchmaker();

  /// The next index. `owner` may be empty.
  Index add(double strength, double prior_variance, const std::string& owner, double seconds);
  /// Whether it is paired; after `add` it is.
  void set_active(Index entrant, bool active);
  bool is_active(Index entrant) const { return entrants_[entrant].active; }
  void set_seconds(Index entrant, double seconds);
  void set_strength(Index entrant, double strength);
  /// Of a board's margin about its expectation.
  void set_variance(double variance);
  double variance() const { return variance_; }

  /// The next meeting; nullopt if no two entrants may meet. It counts only once `take` was called with it.
  std::optional<Choice> choose();
  /// This meeting will be played, whoever chose it.
  void take(const Choice& choice);

  /// Seconds of a board of these two.
  double seconds(Index a, Index b) const { return entrants_[a].seconds + entrants_[b].seconds; }

 private:
  struct Recent {
    Index opponent;
    std::uint32_t boards;
  };
  /// What risks are computed from, apart from all else, so that much of it lies in the caches.
  struct Judged {
    double strength = 0;
    double variance = 0;   ///< v
    double deviation = 0;  ///< its root
    double weight = 0;     ///< the root of its seconds, of the quick ones taken as a sixteenth
    double risk = 0;       ///< S
  };
  struct Entrant {
    double prior_variance = 0;
    double seconds = 0;  ///< as told
    Index partner = 0;   ///< of its best meeting with one behind it
    std::uint64_t boards = 0;
    std::uint64_t due = 0;  ///< the meeting by which it has waited for too long
    std::size_t owner = 0;
    bool active = false;
    std::size_t place = 0;  ///< among the active
    std::deque<Recent> recent;
    std::uint64_t recent_boards = 0;
    std::vector<Recent> shares;   ///< of the recent boards, by opponent
    std::vector<Index> frequent;  ///< opponents that have too many of them
    std::vector<Recent> met;      ///< all boards, by opponent, by rising index
    double known = 0;             ///< the sum of s² / m
  };
  struct Rank {
    double strength;
    Index entrant;
    friend bool operator<(const Rank& a, const Rank& b) {
      return a.strength != b.strength ? a.strength > b.strength : a.entrant < b.entrant;
    }
  };
  using Order = std::set<Rank>;
  struct Window;

  void judge(Index entrant);
  void weigh(Index entrant, double seconds);
  /// What is looked up about an entrant that is paired from now on, or is not any more.
  void enlist(Index entrant);
  void strike(Index entrant);
  /// Everything that is looked up, from what is known of the entrants alone.
  void build();
  /// The risks around a rank where something has changed.
  void refresh(Order::const_iterator place);
  void set_best(const Window& window, std::size_t at);
  std::uint64_t next_due(Index entrant) const;
  bool may_meet(Index a, Index b) const;
  bool meet_too_often(Index a, Index b) const;
  /// Boards that the two were given against each other.
  std::uint64_t boards_of(Index a, Index b) const;
  /// Of b boards more, after n, if their strengths differ by so much: m.
  double meeting_variance(std::uint64_t met, std::uint64_t boards, double difference) const;
  /// What a meeting tells that is not played yet.
  double meeting_variance(Index a, Index b, std::uint64_t boards) const {
    return meeting_variance(boards_of(a, b), boards, judged_[a].strength - judged_[b].strength);
  }
  Index lot(Index entrant) const;
  Choice meeting(Index a, Index b, MeetingReason reason) const;
  double time_of(const Choice& choice) const;
  void note_met(Index entrant, Index opponent, std::uint64_t boards);
  void note_recent(Index entrant, Index opponent, std::uint64_t boards);
  void find_frequent(Entrant& entrant) const;
  bool is_newcomer(Index entrant) const;

  std::uint64_t boards_;
  std::size_t usual_entrants_;
  double variance_;
  std::uint64_t taken_ = 0;  ///< meetings
  std::vector<Entrant> entrants_;
  std::vector<Judged> judged_;  ///< by entrant
  std::vector<Index> active_;
  std::map<std::string, std::size_t> owners_;
  std::vector<std::size_t> active_of_owner_;             ///< by owner; 0 is nobody
  double newcomers_lack_ = 0;                            ///< of their share, in seconds
  std::set<std::pair<std::uint64_t, Index>> newcomers_;  ///< those that are active, by boards
  bool is_built_ = false;                                ///< whether what follows is in order
  Order order_;                                          ///< of the active
  std::vector<Order::const_iterator> ranks_;             ///< by entrant
  MaximumTree risks_;                                    ///< of the best meeting of each with one behind it
  MaximumTree needs_;                                    ///< whom to spread
  std::set<std::pair<std::uint64_t, Index>> dues_;       ///< of the active
  std::unique_ptr<Window> window_;                       ///< for `refresh`
};

}  // namespace tichu::arena
