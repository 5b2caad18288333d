#include "sdk/export_bot.h"

#include <optional>
#include <utility>
#include <vector>

#include "sdk/abi_mirror.h"
#include "sdk/table_export.h"

namespace tichu {
namespace {

constexpr std::int32_t BotFailed = 1;
constexpr std::int32_t UnknownQuestion = 2;

// What the table's functions get as their bot. An exception in observe, which has no answer, is told by the next
// decide.
struct ExportedBot {
  ExportedBot(std::unique_ptr<Bot> its_bot, bool keeps_remarks) : bot(std::move(its_bot)), remarks(keeps_remarks) {}

  std::unique_ptr<Bot> bot;
  bool remarks;  // what the bot says is kept
  bool failed = false;
  // What it said last, and the same in C.
  Remark said = {};
  std::vector<tichu_move_probability> said_probabilities = {};
  tichu_remark said_in_c{};
};

void put_remark(ExportedBot& exported, tichu_answer& answer) {
  std::optional<Remark> taken = exported.bot->take_remark();
  if (!taken || !exported.remarks) return;
  exported.said = std::move(*taken);
  const Remark& said = exported.said;
  exported.said_probabilities.clear();
  for (const MoveProbability& choice : said.probabilities) {
    exported.said_probabilities.push_back({choice.move.c_str(), choice.probability});
  }
  tichu_remark& in_c = exported.said_in_c;
  in_c.note = said.note.c_str();
  in_c.value = said.value.value_or(0);
  in_c.has_value = said.value ? 1 : 0;
  in_c.probabilities = exported.said_probabilities.data();
  in_c.probability_count = static_cast<std::uint32_t>(said.probabilities.size());
  answer.remark = &in_c;
}

void put_play(const Play& play, tichu_answer& answer) {
  if (play) answer.combination = to_c(*play);
}

void decide_turn(Bot& bot, const Observation& seen, tichu_answer& answer) {
  Observation now = seen;
  if (seen.may_call_tichu() && bot.call_tichu(seen)) {
    answer.call = 1;
    now.calls[Side::Me] = Call::Tichu;
  }
  const Play play = bot.play(now);
  put_play(play, answer);
  if (play && play->cards.contains(Card::mahjong())) answer.wish = static_cast<std::uint8_t>(bot.wish(now, *play));
}

void decide_push(Bot& bot, const Observation& seen, tichu_answer& answer) {
  const PushedCards push = bot.push(seen);
  for (std::size_t i = 0; i < push.cards.size(); ++i) answer.push[i] = static_cast<std::uint8_t>(push.cards[i].code());
}

std::int32_t decide(void* bot, std::uint32_t question, const tichu_observation* seen, tichu_answer* answer) {
  auto& exported = *static_cast<ExportedBot*>(bot);
  if (exported.failed) return BotFailed;
  Bot& player = *exported.bot;
  const Observation& observation = from_c(*seen);
  std::int32_t status = 0;
  const bool done = without_exceptions("a decision", [&] {
    switch (question) {
      case TICHU_ASK_GRAND_TICHU:
        answer->call = player.call_grand_tichu(observation) ? 1 : 0;
        break;
      case TICHU_ASK_TICHU:
        answer->call = player.call_tichu(observation) ? 1 : 0;
        break;
      case TICHU_ASK_PUSH:
        decide_push(player, observation, *answer);
        break;
      case TICHU_ASK_TURN:
        decide_turn(player, observation, *answer);
        break;
      case TICHU_ASK_BOMB:
        put_play(player.bomb(observation), *answer);
        break;
      case TICHU_ASK_GIVE_DRAGON:
        answer->give_to = static_cast<std::uint8_t>(player.give_dragon(observation));
        break;
      default:
        status = UnknownQuestion;
    }
    put_remark(exported, *answer);
  });
  return done ? status : BotFailed;
}

void observe(void* bot, const tichu_observation* seen, const tichu_event* event) {
  auto& exported = *static_cast<ExportedBot*>(bot);
  if (exported.failed) return;
  exported.failed = !without_exceptions("observe", [&] { exported.bot->observe(from_c(*seen), from_c(*event)); });
}

void destroy(void* bot) {
  without_exceptions("the destructor", [&] { delete static_cast<ExportedBot*>(bot); });
}

}  // namespace

BotSetup to_bot_setup(const tichu_setup& setup) {
  BotSetup made;
  made.seed = setup.seed;
  made.rules = from_c(setup.rules);
  made.remarks = setup.remarks != 0;
  for (std::uint32_t i = 0; i < setup.option_count; ++i) {
    made.options.emplace_back(setup.options[i].name, setup.options[i].value);
  }
  return made;
}

void* create_bot(const tichu_setup* setup, std::unique_ptr<Bot> (*make)(const BotSetup&)) noexcept {
  ExportedBot* exported = nullptr;
  without_exceptions("the constructor", [&] {
    const BotSetup made_from = to_bot_setup(*setup);
    auto bot = std::make_unique<ExportedBot>(make(made_from), setup->remarks != 0);
    made_from.refuse_unknown_options();
    exported = bot.release();
  });
  return exported;
}

tichu_bot_table bot_table(const char* name, const char* version, void* (*create)(const tichu_setup*)) noexcept {
  auto table = table_with_sizes<tichu_bot_table>(name, version, create);
  table.destroy = destroy;
  table.observe = observe;
  table.decide = decide;
  return table;
}

}  // namespace tichu
