#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace tichu::arena {

/// The rhythm in which a table shows what happens. Whatever was thought about in between, the next thing is shown at a
/// beat, so that when it comes tells neither how long a bot thought nor who was asked for a bomb.
class Beat {
 public:
  using Lock = std::unique_lock<std::mutex>;

  /// The usual time in which a person may say that a bomb is coming.
  static constexpr std::chrono::milliseconds UsualBombTime{2500};

  /// `pace`: from one beat to the next; 0: all is shown at once, and its time tells something. `least`: that a person
  /// may choose.
  explicit Beat(std::chrono::milliseconds pace, std::chrono::milliseconds least = {}) : pace_(pace), least_(least) {}
  virtual ~Beat() = default;
  Beat(const Beat&) = delete;
  Beat& operator=(const Beat&) = delete;

  /// Waits, without the lock, for the next beat, or until `ends` is true; `changed` is notified when it may have become
  /// so.
  virtual void await(Lock& lock, std::condition_variable& changed, const std::function<bool()>& ends) = 0;
  /// Waits so for the moment when the time for a bomb ends, counted from the mark: while `is_long` is true the time for
  /// bombs that there was at first; else sooner than the next beat, so that what was thought about after it can still
  /// be shown with that beat.
  virtual void await_window(Lock& lock, std::condition_variable& changed, const std::function<bool()>& ends,
                            const std::function<bool()>& is_long) = 0;
  /// Waits so for `limit`. False if it has passed and `ends` is not true.
  virtual bool await_within(Lock& lock, std::condition_variable& changed, std::chrono::milliseconds limit,
                            const std::function<bool()>& ends) = 0;
  /// Something is shown now: beats are counted from here. With the lock.
  virtual void mark() = 0;

  /// With the lock; who awaits a beat is to be notified.
  void set_pace(std::chrono::milliseconds pace) { pace_ = pace; }
  std::chrono::milliseconds pace() const { return pace_; }
  /// With the lock; counts from the next window.
  void set_bomb_time(std::chrono::milliseconds time) { bomb_time_ = time; }
  std::chrono::milliseconds bomb_time() const { return bomb_time_; }
  std::chrono::milliseconds least() const { return least_; }

 private:
  std::chrono::milliseconds pace_;
  std::chrono::milliseconds bomb_time_ = UsualBombTime;
  const std::chrono::milliseconds least_;
};

/// The beats of a clock.
class SteadyBeat : public Beat {
 public:
  using Clock = std::chrono::steady_clock;

  using Beat::Beat;

  void await(Lock& lock, std::condition_variable& changed, const std::function<bool()>& ends) override;
  void await_window(Lock& lock, std::condition_variable& changed, const std::function<bool()>& ends,
                    const std::function<bool()>& is_long) override;
  bool await_within(Lock& lock, std::condition_variable& changed, std::chrono::milliseconds limit,
                    const std::function<bool()>& ends) override;
  void mark() override { marked_ = Clock::now(); }

  /// The first beat after `now`, and at least one after the mark.
  static Clock::time_point next(Clock::time_point marked, Clock::time_point now, std::chrono::milliseconds pace);

 private:
  Clock::time_point marked_ = Clock::now();
};

}  // namespace tichu::arena
