#include "sdk/analyst.h"

#include <algorithm>

#include "sdk/abi_mirror.h"
#include "sdk/export_bot.h"
#include "sdk/table_export.h"

namespace tichu {
namespace {

constexpr std::int32_t AnalystFailed = 1;

Answer whole_answer(std::uint32_t question, const tichu_answer& given) {
  const auto asked = static_cast<Question>(question);
  Answer answer = from_c(asked, given);
  answer.action.play = from_c(given.combination);
  return answer;
}

std::int32_t propose(void* analyst, std::uint32_t question, const tichu_observation* seen, const tichu_answer* played,
                     std::uint32_t capacity, tichu_answer* alternatives, std::uint32_t* count) {
  const bool done = without_exceptions("a proposal", [&] {
    const std::vector<Answer> proposed = static_cast<Analyst*>(analyst)->propose(
        static_cast<Question>(question), from_c(*seen), whole_answer(question, *played), capacity);
    *count = static_cast<std::uint32_t>(std::min<std::size_t>(proposed.size(), capacity));
    for (std::uint32_t i = 0; i < *count; ++i) alternatives[i] = to_c(static_cast<Question>(question), proposed[i]);
  });
  return done ? 0 : AnalystFailed;
}

std::int32_t judge(void* analyst, std::uint32_t question, const tichu_observation* seen,
                   const tichu_answer* alternatives, std::uint32_t count, std::uint64_t seed, std::uint32_t worlds,
                   float* margins, std::uint32_t* judged) {
  const bool done = without_exceptions("a judgement", [&] {
    std::vector<Answer> answers;
    for (std::uint32_t i = 0; i < count; ++i) answers.push_back(whole_answer(question, alternatives[i]));
    const std::size_t filled = static_cast<Analyst*>(analyst)->judge(
        static_cast<Question>(question), from_c(*seen), answers, seed, std::span(margins, std::size_t{count} * worlds));
    *judged = static_cast<std::uint32_t>(filled);
  });
  return done ? 0 : AnalystFailed;
}

void destroy_analyst(void* analyst) {
  without_exceptions("the destructor", [&] { delete static_cast<Analyst*>(analyst); });
}

}  // namespace

void* create_analyst(const tichu_setup* setup, std::unique_ptr<Analyst> (*make)(const BotSetup&)) noexcept {
  Analyst* analyst = nullptr;
  without_exceptions("the constructor", [&] {
    const BotSetup made_from = to_bot_setup(*setup);
    auto made = make(made_from);
    made_from.refuse_unknown_options();
    analyst = made.release();
  });
  return analyst;
}

tichu_analyst_table analyst_table(const char* name, const char* version, void* (*create)(const tichu_setup*)) noexcept {
  auto table = table_with_sizes<tichu_analyst_table>(name, version, create);
  table.destroy = destroy_analyst;
  table.propose = propose;
  table.judge = judge;
  return table;
}

}  // namespace tichu
