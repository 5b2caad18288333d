#include "sdk/python/native/plugin_bot.h"

#include "sdk/abi_mirror.h"

namespace tichu::training {
namespace {

bool are_cards_of(CardSet hand, CardSet cards) { return !cards.empty() && hand.contains_all(cards); }

/// The combination of an answer on the table; an empty one is a pass. nullopt if its cards are not a combination from
/// the hand.
std::optional<Combination> read_play(const tichu_combination& said, const Observation& seen) {
  const CardSet cards(said.cards);
  if (cards.empty()) return Combination{};
  if (!are_cards_of(seen.hand, cards) || said.phoenix_as > HighestNatural) return std::nullopt;
  return read_combination(cards, seen.table, static_cast<Rank>(said.phoenix_as));
}

std::optional<BotAnswer> read_turn(const tichu_answer& said, const Observation& seen, bool out_of_turn) {
  const std::optional<Combination> play = read_play(said.combination, seen);
  if (!play) return std::nullopt;
  BotAnswer answer;
  answer.calls_first = !out_of_turn && said.call != 0;
  if (play->empty()) {
    answer.action = out_of_turn ? Action::no_bomb() : Action::pass();
    return answer;
  }
  Rank wish = Rank::None;
  if (play->cards.contains(Card::mahjong())) {
    wish = static_cast<Rank>(said.wish);
    if (wish != Rank::None && !is_natural(wish)) return std::nullopt;
  }
  answer.action = Action::play_cards(*play, wish);
  return answer;
}

std::optional<BotAnswer> read_push(const tichu_answer& said, const Observation& seen) {
  Action action =
      Action::push_cards(Card::from_code(said.push[0]), Card::from_code(said.push[1]), Card::from_code(said.push[2]));
  CardSet given;
  for (const Card card : action.push.cards) {
    if (!card.is_card() || !seen.hand.contains(card)) return std::nullopt;
    given.insert(card);
  }
  if (given.size() != 3) return std::nullopt;
  return BotAnswer{false, action};
}

std::optional<BotAnswer> read_answer(tichu_question question, const tichu_answer& said, const Observation& seen) {
  switch (question) {
    case TICHU_ASK_GRAND_TICHU:
      return BotAnswer{false, said.call != 0 ? Action::call_grand_tichu() : Action::no_grand_tichu()};
    case TICHU_ASK_TICHU:
      return BotAnswer{false, said.call != 0 ? Action::call_tichu() : Action::pass()};
    case TICHU_ASK_PUSH:
      return read_push(said, seen);
    case TICHU_ASK_TURN:
      return read_turn(said, seen, false);
    case TICHU_ASK_BOMB:
      return read_turn(said, seen, true);
    case TICHU_ASK_GIVE_DRAGON:
      break;
  }
  if (said.give_to != 1 && said.give_to != 3) return std::nullopt;
  return BotAnswer{false, Action::give_dragon(static_cast<Side>(said.give_to))};
}

}  // namespace

PluginBot::PluginBot(std::shared_ptr<const Plugin> plugin, const BotOptions& options, std::uint64_t seed,
                     const Rules& rules)
    : plugin_(std::move(plugin)) {
  std::vector<tichu_option> c_options;
  for (const auto& [name, value] : options) c_options.push_back({name.c_str(), value.c_str()});
  tichu_setup setup{};
  setup.size = sizeof(tichu_setup);
  setup.option_count = static_cast<std::uint32_t>(c_options.size());
  setup.seed = seed;
  setup.rules = to_c(rules);
  setup.options = c_options.data();
  bot_ = plugin_->table().create(&setup);
}

PluginBot::~PluginBot() {
  if (bot_ != nullptr) plugin_->table().destroy(bot_);
}

void PluginBot::observe(const Observation& seen, const SeenEvent& event) {
  if (bot_ != nullptr && plugin_->table().observe != nullptr) plugin_->table().observe(bot_, to_c(&seen), to_c(&event));
}

std::optional<BotAnswer> PluginBot::decide(tichu_question question, const Observation& seen) {
  if (bot_ == nullptr) return std::nullopt;
  tichu_answer said{};
  if (plugin_->table().decide(bot_, static_cast<std::uint32_t>(question), to_c(&seen), &said) != 0) return std::nullopt;
  return read_answer(question, said, seen);
}

std::string fault_of_options(const std::shared_ptr<const Plugin>& plugin, const BotOptions& options,
                             const Rules& rules) {
  if (PluginBot(plugin, options, 0, rules).exists()) return {};
  const std::string bot = plugin->table().name;
  for (const auto& option : options) {
    if (PluginBot(plugin, {option}, 0, rules).exists()) continue;
    return bot + " cannot be made: it refuses the option " + option.first + "=" + option.second;
  }
  return bot + " cannot be made" + (options.empty() ? "" : ": it refuses its options together");
}

BotAnswer plain_answer(tichu_question question, const Observation& seen, PlayList& plays) {
  switch (question) {
    case TICHU_ASK_GRAND_TICHU:
      return {false, Action::no_grand_tichu()};
    case TICHU_ASK_PUSH:
      return {false, Action::push_cards(seen.hand.nth(0), seen.hand.nth(2), seen.hand.nth(1))};
    case TICHU_ASK_TURN:
      canonical_plays(PlayQuery::turn(seen), plays);
      return {false, plays.may_pass() || plays.empty() ? Action::pass() : Action::play_cards(plays[0])};
    case TICHU_ASK_BOMB:
      return {false, Action::no_bomb()};
    case TICHU_ASK_GIVE_DRAGON:
      return {false,
              Action::give_dragon(seen.hand_size[Side::Left] > seen.hand_size[Side::Right] ? Side::Left : Side::Right)};
    case TICHU_ASK_TICHU:
      break;
  }
  return {false, Action::pass()};
}

}  // namespace tichu::training
