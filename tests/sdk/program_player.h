#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "protocol/arena_conversation.h"
#include "tests/sdk/seat_player.h"

namespace tichu::test {

/// A bot's program at the other end of two pipes. Its standard error goes to a file that `log` reads.
class ProgramPlayer : public SeatPlayer {
 public:
  /// Starts the program and exchanges greetings; throws std::runtime_error where it does not greet.
  explicit ProgramPlayer(const std::vector<std::string>& command);
  ~ProgramPlayer() override;
  ProgramPlayer(const ProgramPlayer&) = delete;
  ProgramPlayer& operator=(const ProgramPlayer&) = delete;

  const protocol::BotHello& bot() const { return conversation_.bot(); }
  void sit_down(const protocol::NewBot& setup) override;
  void begin_round(const protocol::TeamScores& totals) override;
  void tell(const SeenEvent& event, const Observation& seen) override;
  Answer decide(Question question, const Observation& seen) override;

  /// Says goodbye and waits for the end; the exit code, or minus the signal.
  int leave();
  /// Closes the program's input without a word and waits for the end.
  int hang_up();
  /// What the program wrote to its standard error so far.
  std::string log() const;

 private:
  void start(const std::vector<std::string>& command);
  void send(std::string_view bytes);
  protocol::Received receive();
  int wait();

  protocol::ArenaConversation conversation_;
  pid_t process_ = -1;
  int to_bot_ = -1;
  int from_bot_ = -1;
  int log_ = -1;
};

/// Begins a round and asks for a turn on a hand of a deal's first eight cards, which is enough to play.
Answer ask_for_a_turn(ProgramPlayer& program);

}  // namespace tichu::test
