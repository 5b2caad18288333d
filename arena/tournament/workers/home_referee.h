#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/hosting/match/player_pool.h"
#include "arena/tournament/play/roster.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/units/unit.h"

namespace tichu::arena {

/// Boards of a unit whose results are in question.
struct HomeQuestion {
  UnitNumber unit;
  std::shared_ptr<const Roster> roster;  ///< who plays
  std::vector<Job> jobs;                 ///< of the unit, by place
  std::vector<std::vector<BotId>> given_up;
  std::vector<std::size_t> places;             ///< which of them
  std::vector<std::vector<std::string>> said;  ///< `play_digests` of those who played the unit
};

/// What came of them at home.
struct HomeVerdict {
  UnitNumber unit;
  std::map<std::size_t, std::string> digests;  ///< by place, of those that were played
  /// A board that somebody played otherwise did not end three times alike here: bots do not repeat themselves, and
  /// nothing follows of the workers. `inconstant`: which bot, if that is known.
  bool is_inconstant = false;
  std::optional<BotId> inconstant = std::nullopt;
  std::string trouble = {};  ///< why not all could be played; empty if they were
};

/// How much of its time a leader gives to boards that workers played, while others are still to be played; so that no
/// worker can make it play all itself.
struct HomePolicy {
  double share = 0.25;               ///< of the time since the start
  std::chrono::seconds at_once{10};  ///< besides

  /// Whether it may begin with another unit, so long after the start and after so much work.
  bool allows(std::chrono::duration<double> work, std::chrono::duration<double> elapsed) const {
    return work <= share * elapsed + at_once;
  }
};

/// Plays boards again on this machine, to tell which of several workers played them truly: on a thread of its own.
class HomeReferee {
 public:
  HomeReferee();
  /// What it has begun ends after the board under way.
  ~HomeReferee();
  HomeReferee(const HomeReferee&) = delete;
  HomeReferee& operator=(const HomeReferee&) = delete;

  void ask(HomeQuestion question);
  /// The next answer, if there is one.
  std::optional<HomeVerdict> take();
  /// How many questions have no answer yet.
  std::size_t open() const;
  /// How long it has played so far.
  std::chrono::duration<double> work() const;

 private:
  void run();
  bool is_ended() const;
  HomeVerdict judge(const HomeQuestion& question);
  /// A board, played now.
  PlayedJob played(const HomeQuestion& question, std::size_t place);

  mutable std::mutex mutex_;
  std::condition_variable news_;
  // Under the mutex:
  std::deque<HomeQuestion> questions_;
  std::deque<HomeVerdict> verdicts_;
  std::size_t open_ = 0;
  std::chrono::duration<double> work_{0};
  bool ended_ = false;
  // Of the thread:
  std::shared_ptr<const Roster> roster_;
  std::unique_ptr<PlayerPool> pool_;
  std::jthread thread_;
};

}  // namespace tichu::arena
