#include "protocol/protobuf_coding.h"

#include <google/protobuf/stubs/logging.h>

#include <optional>
#include <string>

#include "protocol/encoding.h"
#include "protocol/tichu.pb.h"

namespace tichu::protocol {
namespace {

/// So many of the first bytes are shown.
constexpr std::size_t MostShown = 16;

/// Whether bytes look like a length of four bytes: the first two or the last three of them are 0, with which no message
/// begins.
bool is_fixed_length(std::string_view bytes) {
  return bytes.size() > 4 &&
         (bytes.starts_with(std::string_view("\0\0", 2)) || bytes.substr(1, 3) == std::string(3, '\0'));
}

class ProtobufCoding : public ArenaCoding {
 public:
  explicit ProtobufCoding(std::size_t frame_limit) : reader_(frame_limit) {}

  std::string_view greeting(const ArenaHello& hello) override {
    v1::ToBot message;
    message.mutable_hello()->set_min_version(hello.min_version);
    message.mutable_hello()->set_max_version(hello.max_version);
    message.mutable_hello()->set_arena(hello.arena);
    return writer_.write(message);
  }

  void new_bot(const NewBot& setup) override {
    out_.Clear();
    encode(setup, *out_.add_notices()->mutable_new_bot());
  }
  void begin_round(const TeamScores& totals) override {
    v1::RoundBegins& message = *out_.add_notices()->mutable_round_begins();
    message.set_own_score(totals.own.value());
    message.set_their_score(totals.theirs.value());
  }
  void tell(const SeenEvent& event) override { encode(event, *out_.add_notices()->mutable_event()); }
  void end_round(const TeamScores& scores) override {
    v1::RoundEnds& message = *out_.add_notices()->mutable_round_ends();
    message.set_own_score(scores.own.value());
    message.set_their_score(scores.theirs.value());
  }

  std::string_view ask(const AskedQuestion& asked) override {
    v1::Request& request = *out_.mutable_request();
    request.set_id(asked.id);
    request.set_question(static_cast<v1::Question>(asked.question));
    request.set_deadline_ms(static_cast<std::uint32_t>(asked.limit.count()));
    if (asked.legal != nullptr) {
      v1::LegalPlays& legal = *request.mutable_legal();
      for (const Combination& play : *asked.legal) encode(play, *legal.add_plays());
      legal.set_may_pass(asked.legal->may_pass());
    }
    return write_and_clear();
  }
  std::string_view goodbye() override {
    out_.set_goodbye(true);
    return write_and_clear();
  }

  void feed(std::string_view bytes) override { reader_.feed(bytes); }
  Frame next() override { return reader_.next(); }
  std::size_t pending() const override { return reader_.pending(); }
  std::string problem(FrameStatus status) const override {
    return status == FrameStatus::Oversized ? "announced a message longer than the limit"
                                            : "wrote a message length that is not the shortest varint";
  }
  std::string shown(std::string_view first_bytes) const override {
    constexpr std::string_view Digits = "0123456789abcdef";
    std::string text;
    for (const char c : first_bytes.substr(0, MostShown)) {
      const auto byte = static_cast<unsigned char>(c);
      if (!text.empty()) text += ' ';
      text += {Digits[byte >> 4], Digits[byte & 15]};
    }
    if (!is_fixed_length(first_bytes)) return text;
    return text + ", which looks like a length of 32 bits: it has to be a varint";
  }

  Decoded<void> parse(std::string_view payload, bool is_greeting) override {
    // A name that is not UTF-8 is the bot's fault, not a line on the arena's standard error.
    std::optional<google::protobuf::LogSilencer> silence;
    if (is_greeting) silence.emplace();
    if (in_.ParseFromArray(payload.data(), static_cast<int>(payload.size()))) return {};
    return tl::unexpected("wrote " + std::to_string(payload.size()) + " bytes that are not a message");
  }
  Decoded<BotHello> read_hello() const override {
    if (!in_.has_hello() || in_.has_answer()) return tl::unexpected<std::string>("the first message is not a greeting");
    const v1::BotHello& hello = in_.hello();
    return BotHello{hello.version(), hello.name(), hello.bot_version(), hello.wants_legal_plays()};
  }
  Decoded<std::uint32_t> read_id() const override {
    if (!in_.has_answer() || in_.has_hello()) return tl::unexpected<std::string>("the message is not an answer");
    return in_.answer().id();
  }
  Decoded<Answer> read_answer(Question question) const override { return decode(question, in_.answer()); }

 private:
  std::string_view write_and_clear() {
    const std::string_view bytes = writer_.write(out_);
    out_.Clear();
    return bytes;
  }

  FrameReader reader_;
  FrameWriter writer_;
  v1::ToBot out_;
  v1::FromBot in_;
};

}  // namespace

std::unique_ptr<ArenaCoding> make_protobuf_coding(std::size_t frame_limit) {
  return std::make_unique<ProtobufCoding>(frame_limit);
}

}  // namespace tichu::protocol
