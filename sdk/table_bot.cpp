#include "sdk/table_bot.h"

#include "sdk/abi_mirror.h"

namespace tichu {

void* create_with(void* (*create)(const tichu_setup*), std::uint64_t seed, const Rules& rules,
                  const TableBot::Options& options, bool remarks) {
  std::vector<tichu_option> in_c;
  for (const auto& [name, value] : options) in_c.push_back({name.c_str(), value.c_str()});
  tichu_setup setup{};
  setup.size = sizeof(tichu_setup);
  setup.option_count = static_cast<std::uint32_t>(in_c.size());
  setup.seed = seed;
  setup.rules = to_c(rules);
  setup.remarks = remarks ? 1 : 0;
  setup.options = in_c.data();
  return create(&setup);
}

bool TableBot::create(std::uint64_t seed, const Rules& rules, const Options& options, bool remarks) {
  destroy();
  bot_ = create_with(table_->create, seed, rules, options, remarks);
  return bot_ != nullptr;
}

void TableBot::destroy() {
  if (bot_ != nullptr) table_->destroy(std::exchange(bot_, nullptr));
}

void TableBot::observe(const Observation& seen, const SeenEvent& event) {
  if (bot_ != nullptr && table_->observe != nullptr) table_->observe(bot_, to_c(&seen), to_c(&event));
}

std::int32_t TableBot::decide(Question question, const Observation& seen, tichu_answer& answer) {
  answer = {};
  return table_->decide(bot_, static_cast<std::uint32_t>(question), to_c(&seen), &answer);
}

}  // namespace tichu
