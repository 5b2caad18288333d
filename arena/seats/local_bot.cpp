#include "arena/seats/local_bot.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/retries.h"
#include "engine/observer.h"
#include "protocol/json_bot_conversation.h"

namespace tichu::arena {
namespace {

/// Reads the numbers "id" and "chair", which stand before all that is long.
class NumberFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::optional<std::uint32_t> id;
  std::uint32_t chair = 0;

  bool key(string_t& name) override {
    name_ = name;
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (depth_ == 1 && name_ == "id") id = static_cast<std::uint32_t>(value);
    if (depth_ == 1 && name_ == "chair") chair = static_cast<std::uint32_t>(value);
    return !(id && chair != 0);
  }
  bool start_object(std::size_t) override { return ++depth_ > 0; }
  bool end_object() override { return --depth_ > 0; }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  std::string name_;
  int depth_ = 0;
};

}  // namespace

/// One instance of the bot, with what it knows of the round.
class LocalBot::Chair {
 public:
  explicit Chair(std::unique_ptr<Player> player) : player_(std::move(player)) {}

  /// The bot's answer; a fault if it has none.
  tl::expected<std::string, Fault> answer(const std::string& question) {
    conversation_.receive(question + "\n");
    while (std::optional<protocol::Heard> heard = conversation_.next()) {
      if (auto taken = std::visit([this](const auto& what) { return take(what); }, *heard); !taken) {
        return tl::unexpected(std::move(taken.error()));
      }
    }
    if (!request_) throw std::runtime_error("the arena sent a message without a question");
    const protocol::Request request = *std::exchange(request_, std::nullopt);
    if (!is_made_ || !observer_) throw std::runtime_error("the arena asked before a bot was made and a round begun");
    const bool is_again = request.fault && request.fault->again;
    if (request.fault && !is_again) charged = request.fault->text;
    // What is left of the first limit the player knows itself.
    const std::string wrong = std::exchange(wrong_, {});
    if (!is_again || !player_->retry({FaultKind::IllegalAction, wrong.empty() ? request.fault->text : wrong, {}})) {
      limit_ = request.limit;
    }
    const auto answer = player_->ask(request.question, observer_->observation(), limit_);
    if (!answer) {
      wrong_ = answer.error().text;
      return tl::unexpected(answer.error());
    }
    std::string text(conversation_.answer(request.id, *answer));
    text.pop_back();  // its line feed
    return text;
  }

  std::optional<std::uint32_t> answered;  ///< the number of the last question
  std::string last_answer;
  std::string charged;  ///< the sentence of an earlier answer that was a fault; empty if there is none

 private:
  using Taken = tl::expected<void, Fault>;

  Taken take(const protocol::NewBot& setup) {
    is_made_ = true;
    observer_.reset();
    rules_ = setup.rules;
    return player_->sit_down({setup.seed, setup.rules, setup.options, setup.remarks, MaxRetries});
  }
  Taken take(const protocol::RoundBegins& round) {
    if (!is_made_) throw std::runtime_error("the arena told a bot of a round before it was made");
    observer_.emplace(Seat(0), rules_, round.totals.own, round.totals.theirs);
    player_->begin_round(observer_->observation());
    return {};
  }
  Taken take(const Event& event) {
    if (!observer_) throw std::runtime_error("the arena told of a round that has not begun");
    observer_->see(event);
    player_->tell(observer_->observation().history().back(), observer_->observation());
    return {};
  }
  Taken take(const protocol::RoundEnds& round) {
    player_->end_round(round.scores.own, round.scores.theirs);
    return {};
  }
  Taken take(const protocol::Request& request) {
    request_ = request;
    return {};
  }
  static Taken take(const protocol::ArenaHello& /*hello*/) { return {}; }
  static Taken take(const protocol::Goodbye& /*goodbye*/) { return {}; }
  static Taken take(const protocol::Nonsense& nonsense) { throw std::runtime_error("the arena sent " + nonsense.text); }

  std::unique_ptr<Player> player_;
  protocol::JsonBotConversation conversation_;
  bool is_made_ = false;
  Rules rules_;
  std::optional<Observer> observer_;
  std::optional<protocol::Request> request_;
  std::chrono::milliseconds limit_{0};  ///< of the decision
  std::string wrong_;                   ///< what was wrong with the last answer, if the player found it
};

LocalBot::LocalBot(BotSpec spec, const TimeLimits& limits) : spec_(std::move(spec)), limits_(limits) {}
LocalBot::~LocalBot() = default;

const std::string& LocalBot::answer(const std::string& question) {
  NumberFinder numbers;
  nlohmann::json::sax_parse(question, &numbers, nlohmann::json::input_format_t::json, false);
  if (!numbers.id) throw std::runtime_error("the arena sent a question without a number");
  std::unique_ptr<Chair>& chair = chairs_[numbers.chair];
  if (!chair) chair = std::make_unique<Chair>(make_player(spec_, limits_));
  if (chair->answered == numbers.id) return chair->last_answer;
  tl::expected<std::string, Fault> answer = chair->answer(question);
  chair->answered = numbers.id;
  if (!chair->charged.empty()) faults_ += "it " + std::exchange(chair->charged, {}) + "\n";
  if (!answer) {
    faults_ += answer.error().text + "\n";
    answer = "the bot failed: " + answer.error().text;
  }
  return chair->last_answer = *std::move(answer);
}

}  // namespace tichu::arena
