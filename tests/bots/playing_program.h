#pragma once

#include <optional>
#include <string_view>

#include "engine/observer.h"
#include "protocol/bot_conversation.h"

namespace tichu::tests {

/// Writes all bytes; ends the program with exit code 9 where nobody reads them any more.
void write_bytes(int descriptor, std::string_view bytes);

/// A program that speaks the protocol and plays by first_play, except for what a derived one does otherwise.
class PlayingProgram {
 public:
  virtual ~PlayingProgram() = default;
  /// Plays until the arena says goodbye or closes its end.
  void run();

 protected:
  /// Before anything is read.
  virtual void start() {}
  /// After the last that the arena said.
  virtual void end() {}
  /// Greets the arena, which has greeted.
  virtual void greet();
  /// After an event, which is part of `seen()` already.
  virtual void saw(const Event& /*event*/) {}
  /// Answers a question; honestly, where nothing else is said.
  virtual void answer(const protocol::Request& request);

  Answer honest_answer(Question question) const;
  const Observation& seen() const { return observer_->observation(); }
  protocol::BotConversation& conversation() { return conversation_; }

 private:
  bool hear(const protocol::Heard& heard);

  protocol::BotConversation conversation_;
  Rules rules_;
  std::optional<Observer> observer_;
};

}  // namespace tichu::tests
