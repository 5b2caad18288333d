// A plug-in without the SDK's safety net: plays by first_play until its option `fault` makes it misbehave.

#include <sys/resource.h>
#include <time.h>

#include <csignal>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

#include "engine/observation.h"
#include "sdk/plugin_abi.h"
#include "tests/bots/first_play.h"

namespace {

struct ScriptedBot {
  std::string fault;
};

void* create(const tichu_setup* setup) {
  auto* bot = new ScriptedBot;
  for (std::uint32_t i = 0; i < setup->option_count; ++i) {
    if (std::strcmp(setup->options[i].name, "fault") == 0) bot->fault = setup->options[i].value;
  }
  const std::string fault = bot->fault;
  if (fault == "crash") {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer catches it
  }
  if (fault == "throw_in_create" || fault == "no_bot") delete bot;
  if (fault == "throw_in_create") throw std::runtime_error("cannot make it");
  return fault == "no_bot" ? nullptr : bot;
}

void destroy(void* bot) { delete static_cast<ScriptedBot*>(bot); }

void observe(void* bot, const tichu_observation*, const tichu_event*) {
  if (static_cast<ScriptedBot*>(bot)->fault == "throw_in_observe") throw std::runtime_error("cannot look at it");
}

void answer_late() {
  const timespec time{0, 500'000'000};
  ::nanosleep(&time, nullptr);
}

/// What its script makes it answer; false if it answers as usual.
bool misbehave(const std::string& fault, std::uint32_t question, tichu_answer& answer) {
  if (fault == "throw") throw 42;
  if (fault == "crash" && question == TICHU_ASK_PUSH) std::raise(SIGSEGV);
  if (fault == "late") answer_late();
  if (fault == "bad_call") answer.call = 7;
  if (fault == "bad_push_card") std::memset(answer.push, 77, sizeof(answer.push));
  if (fault == "same_push_card") std::memset(answer.push, 2, sizeof(answer.push));
  if (fault == "bad_cards") answer.combination.cards = std::uint64_t{1} << 16;
  if (fault == "no_combination") answer.combination.cards = (1u << 2) | (1u << 5);
  if (fault == "bad_wish") {
    answer.combination.cards = 2;
    answer.wish = 99;
  }
  if (fault == "bad_phoenix") {
    answer.combination.cards = 2;
    answer.combination.phoenix_as = 1;
  }
  if (fault == "bad_side") answer.give_to = 9;
  const bool for_push = fault == "bad_push_card" || fault == "same_push_card";
  const bool for_turn =
      fault == "bad_cards" || fault == "no_combination" || fault == "bad_wish" || fault == "bad_phoenix";
  return fault == "bad_call" || (for_push && question == TICHU_ASK_PUSH) || (for_turn && question == TICHU_ASK_TURN) ||
         (fault == "bad_side" && question == TICHU_ASK_GIVE_DRAGON);
}

std::int32_t decide(void* bot, std::uint32_t question, const tichu_observation* seen, tichu_answer* answer) {
  const std::string& fault = static_cast<ScriptedBot*>(bot)->fault;
  if (fault == "status") return 17;
  if (misbehave(fault, question, *answer)) return 0;
  *answer = {};
  const auto& observation = reinterpret_cast<const tichu::Observation&>(*seen);
  const tichu::Answer honest = tichu::tests::first_play(static_cast<tichu::Question>(question), observation);
  answer->call = honest.call ? 1 : 0;
  answer->combination.cards = honest.action.play.cards.bits();
  answer->combination.phoenix_as = static_cast<std::uint8_t>(honest.action.play.phoenix_as);
  answer->wish = static_cast<std::uint8_t>(honest.action.wish);
  answer->give_to = static_cast<std::uint8_t>(honest.action.give_to);
  for (std::size_t i = 0; i < 3; ++i) answer->push[i] = static_cast<std::uint8_t>(honest.action.push.cards[i].code());
  return 0;
}

}  // namespace

extern "C" const tichu_bot_table* tichu_bot_entry(void) {
  static const tichu_bot_table table{TICHU_ABI_VERSION,
                                     sizeof(tichu_bot_table),
                                     sizeof(tichu_observation),
                                     sizeof(tichu_event),
                                     sizeof(tichu_setup),
                                     sizeof(tichu_answer),
                                     "scripted",
                                     "1.0",
                                     create,
                                     destroy,
                                     observe,
                                     decide};
  return &table;
}
