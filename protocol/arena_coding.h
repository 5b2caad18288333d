#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/observation.h"
#include "engine/plays.h"
#include "engine/words.h"
#include "protocol/frame.h"
#include "protocol/messages.h"

namespace tichu::protocol {

/// How the messages are written: as Protobuf in frames (PROTOCOL.md), or as lines of JSON (JSON.md).
enum class Coding : std::uint8_t { Protobuf, Json };

constexpr std::array<std::string_view, 2> words_of(Coding) { return {"protobuf", "json"}; }

/// A question as it is put to a bot.
struct AskedQuestion {
  std::uint32_t id = 0;
  Question question = Question::GrandTichu;
  std::chrono::milliseconds limit{0};
  const Observation* seen = nullptr;   ///< what the bot may know
  const PlayList* legal = nullptr;     ///< on a turn or a bomb, for a bot that asked for them; else null
  std::uint32_t chair = 0;             ///< of a remote seat: which of its instances is asked, from 1; else 0
  const AnswerFault* fault = nullptr;  ///< of an answer before, which the bot is told of; in JSON alone
};

/// The arena's end of the wire in one coding: messages to bytes and back. Notices are kept and travel with the next
/// question or the farewell. Bytes that are returned stay valid until the next call.
class ArenaCoding {
 public:
  ArenaCoding() = default;
  virtual ~ArenaCoding() = default;
  ArenaCoding(const ArenaCoding&) = delete;
  ArenaCoding& operator=(const ArenaCoding&) = delete;

  virtual std::string_view greeting(const ArenaHello& hello) = 0;
  /// Drops the notices that were kept for the former instance.
  virtual void new_bot(const NewBot& setup) = 0;
  virtual void begin_round(const TeamScores& totals) = 0;
  virtual void tell(const SeenEvent& event) = 0;
  virtual void end_round(const TeamScores& scores) = 0;
  virtual std::string_view ask(const AskedQuestion& asked) = 0;
  virtual std::string_view goodbye() = 0;

  /// What the bot wrote, in pieces of any size; see FrameReader.
  virtual void feed(std::string_view bytes) = 0;
  virtual Frame next() = 0;
  virtual std::size_t pending() const = 0;
  /// What the bot did if `status` is Oversized or BadLength.
  virtual std::string problem(FrameStatus status) const = 0;
  /// The first bytes of what the bot wrote, as people can read them, for messages about bytes that are no message.
  virtual std::string shown(std::string_view first_bytes) const = 0;

  /// Takes a whole message, which the two functions below then read. `is_greeting`: it should be one.
  virtual Decoded<void> parse(std::string_view payload, bool is_greeting) = 0;
  virtual Decoded<BotHello> read_hello() const = 0;
  /// The request that is answered; an error if the message is no answer.
  virtual Decoded<std::uint32_t> read_id() const = 0;
  /// The answer; checked for form: every card is a card, ranks and sides exist.
  virtual Decoded<Answer> read_answer(Question question) const = 0;
};

std::unique_ptr<ArenaCoding> make_coding(Coding coding, std::size_t frame_limit);

}  // namespace tichu::protocol
