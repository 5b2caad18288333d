#include "protocol/json_coding.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/json_messages.h"
#include "protocol/json_reading.h"
#include "protocol/line_reader.h"

namespace tichu::protocol {
namespace {

class JsonCoding : public ArenaCoding {
 public:
  explicit JsonCoding(std::size_t line_limit) : limit_(line_limit), reader_(line_limit) {}

  std::string_view greeting(const ArenaHello& hello) override {
    out_.clear();
    out_.open('{').key("hello");
    put_object(out_, arena_hello_members(), hello);
    return end_line();
  }
  void new_bot(const NewBot& setup) override {
    setup_ = setup;
    ended_.reset();
    round_ = 0;
  }
  void begin_round(const TeamScores& /*totals*/) override {  // which each question tells
    ++round_;
    events_.clear();
    told_ = 0;
  }
  void tell(const SeenEvent& event) override {
    put_object(events_.empty() ? events_ : events_.raw(","), event_members(), event);
  }
  void end_round(const TeamScores& scores) override {
    const std::string_view untold = events_.view().substr(told_);
    ended_ = JsonRoundEnd{scores, std::string(untold.substr(untold.starts_with(',') ? 1 : 0))};
  }

  std::string_view ask(const AskedQuestion& asked) override {
    told_ = events_.view().size();
    out_.clear();
    put_object(out_, question_members(),
               {asked, round_, setup_ ? &*setup_ : nullptr, ended_ ? &*ended_ : nullptr, events_.view()});
    setup_.reset();
    ended_.reset();
    return out_.raw("\n").view();
  }
  std::string_view goodbye() override {
    out_.clear();
    out_.open('{').key("goodbye").truth(true);
    if (ended_) put_object(out_.key("round_ended"), round_end_members(), *ended_);
    return end_line();
  }

  void feed(std::string_view bytes) override { reader_.feed(bytes); }
  Frame next() override { return reader_.next(); }
  std::size_t pending() const override { return reader_.pending(); }
  std::string problem(FrameStatus /*status*/) const override {
    return "wrote a line of more than " + std::to_string(limit_) + " bytes";
  }
  std::string shown(std::string_view first_bytes) const override { return shown_text(first_bytes); }

  Decoded<void> parse(std::string_view payload, bool /*is_greeting*/) override {
    Decoded<JsonObject> object = parse_json_object(payload);
    if (!object) return tl::unexpected(std::move(object.error()));
    message_ = *std::move(object);
    return {};
  }
  Decoded<BotHello> read_hello() const override { return read_json_hello(message_); }
  Decoded<std::uint32_t> read_id() const override { return read_json_id(message_); }
  Decoded<Answer> read_answer(Question question) const override { return read_json_answer(message_, question); }

 private:
  std::string_view end_line() { return out_.close('}').raw("\n").view(); }

  std::size_t limit_;
  LineReader reader_;
  JsonObject message_;
  JsonWriter out_;
  JsonWriter events_;     ///< of the round, as members of a list: each question tells them all
  std::size_t told_ = 0;  ///< bytes of them that the last question had
  std::uint32_t round_ = 0;
  std::optional<NewBot> setup_;
  std::optional<JsonRoundEnd> ended_;
};

}  // namespace

std::unique_ptr<ArenaCoding> make_json_coding(std::size_t line_limit) {
  return std::make_unique<JsonCoding>(line_limit);
}

}  // namespace tichu::protocol
