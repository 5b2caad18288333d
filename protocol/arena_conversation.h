#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "engine/observation.h"
#include "engine/plays.h"
#include "protocol/arena_coding.h"
#include "protocol/frame.h"
#include "protocol/messages.h"

namespace tichu::protocol {

/// How a bot broke the protocol.
enum class ViolationKind : std::uint8_t {
  BadMessage,       ///< bytes that are not a message, or not the expected one, or with a value out of range
  WrongId,          ///< an answer to another request
  Unexpected,       ///< bytes while nothing is awaited
  Oversized,        ///< a frame above the limit
  VersionMismatch,  ///< a protocol version that was not offered
};

struct Violation {
  ViolationKind kind = ViolationKind::BadMessage;
  std::string text;  ///< one sentence for people, without a full stop
};

/// The bytes so far are well-formed and end within a message.
struct Incomplete {};

/// What came of a piece of a bot's output. An answer is checked for form but not by the rules: every card is a card and
/// there once, ranks and sides exist; its remark is as it came.
using Received = std::variant<Incomplete, BotHello, Answer, Violation>;

/// The arena's side of the conversation with one bot process: says which bytes to send, and what those that come mean.
/// Knows nothing of pipes, clocks and processes. One thread at a time.
///
/// greet -> AwaitingHello -> BotHello -> Idle -> ask -> AwaitingAnswer -> Answer -> Idle …; any violation -> Closed.
/// An answer that can be read as a line but not as an answer -> Misread, from where the question may be put again.
/// Notices (`new_bot`, `begin_round`, `tell`, `end_round`) are kept and travel with the next request.
class ArenaConversation {
 public:
  enum class State : std::uint8_t { New, AwaitingHello, Idle, AwaitingAnswer, Misread, Closed };

  /// `arena` is the name and version that the bot is told. `secret` is what nobody shall guess: then no bot can answer
  /// a request that it has not read, since ids rise by steps that follow from it; 0: by one.
  explicit ArenaConversation(std::string arena, std::size_t frame_limit = DefaultFrameLimit, std::uint64_t secret = 0,
                             Coding coding = Coding::Protobuf);
  ~ArenaConversation();
  ArenaConversation(ArenaConversation&&) noexcept;
  ArenaConversation& operator=(ArenaConversation&&) noexcept;

  State state() const { return state_; }
  /// What the bot said of itself; meaningful from Idle on.
  const BotHello& bot() const { return bot_; }

  /// The first bytes to send. Only in New.
  std::string_view greet();

  /// A new bot instance sits down. In any state but Closed; what was kept for the former instance is dropped.
  void new_bot(const NewBot& setup);
  /// A round begins, with the game's totals before it.
  void begin_round(const TeamScores& totals);
  /// An event that the bot may know.
  void tell(const SeenEvent& event);
  /// A round ended, with what it brought. Optional.
  void end_round(const TeamScores& scores);

  /// The bytes of a request, with all notices kept so far; valid until the next call. Only in Idle. `seen` is the bot's
  /// observation, from which the legal plays are made if the bot wants them.
  std::string_view ask(Question question, const Observation& seen, std::chrono::milliseconds limit);
  /// The same question as the last, whose answer does not count; `wrong` is the sentence that says why. Only in JSON,
  /// in Idle or Misread.
  std::string_view ask_again(const Observation& seen, std::chrono::milliseconds limit, const std::string& wrong);
  /// The bytes of the farewell, with the notices kept so far; valid until the next call. Not in New. Then Closed.
  std::string_view say_goodbye();

  /// Takes bytes that the bot wrote. An answer or a greeting with further bytes behind it is a violation. In Closed:
  /// always Unexpected.
  Received receive(std::string_view bytes);

 private:
  Received receive_message(std::string_view payload);
  Received receive_hello();
  Received receive_answer();
  Violation close(ViolationKind kind, std::string text);
  /// A BadMessage in the answer, after which the question may be put again if the bot wrote nothing more.
  Violation misread(std::string text);
  /// As `close`, and shows the first bytes that came.
  Violation close_at_frame(ViolationKind kind, const std::string& text);
  std::string with_first_bytes(const std::string& text) const;
  std::uint32_t next_id();
  const PlayList* legal_plays(Question question, const Observation& seen);

  State state_ = State::New;
  std::string arena_;
  BotHello bot_;
  std::uint64_t secret_ = 0;
  std::uint32_t last_id_ = 0;
  Question question_ = Question::GrandTichu;
  std::unique_ptr<ArenaCoding> coding_;
  std::string first_bytes_;  ///< that came in answer to the last request
  std::unique_ptr<PlayList> plays_;
};

}  // namespace tichu::protocol
