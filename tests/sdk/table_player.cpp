#include "tests/sdk/table_player.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "sdk/abi_mirror.h"

namespace tichu::test {

TablePlayer::~TablePlayer() {
  if (bot_ != nullptr) table_.destroy(bot_);
}

void TablePlayer::sit_down(const protocol::NewBot& setup) {
  if (bot_ != nullptr) table_.destroy(bot_);
  std::vector<tichu_option> options;
  for (const auto& [name, value] : setup.options) options.push_back({name.c_str(), value.c_str()});
  tichu_setup c{};
  c.size = sizeof(tichu_setup);
  c.seed = setup.seed;
  c.rules = to_c(setup.rules);
  c.option_count = static_cast<std::uint32_t>(options.size());
  c.options = options.data();
  bot_ = table_.create(&c);
  if (bot_ == nullptr) throw std::runtime_error("no bot was made");
}

void TablePlayer::begin_round(const protocol::TeamScores&) {}

void TablePlayer::tell(const SeenEvent& event, const Observation& seen) {
  if (table_.observe != nullptr) table_.observe(bot_, to_c(&seen), to_c(&event));
}

protocol::Answer TablePlayer::decide(protocol::Question question, const Observation& seen) {
  tichu_answer given{};
  if (table_.decide(bot_, static_cast<std::uint32_t>(question), to_c(&seen), &given) != 0) {
    throw std::runtime_error("the bot failed");
  }
  protocol::Answer answer;
  answer.call = given.call != 0;
  answer.cards = CardSet(given.combination.cards);
  answer.phoenix_as = static_cast<Rank>(given.combination.phoenix_as);
  answer.wish = static_cast<Rank>(given.wish);
  answer.give_to = static_cast<Side>(given.give_to);
  if (question == protocol::Question::Push) {
    for (std::size_t i = 0; i < 3; ++i) answer.push.cards[i] = Card::from_code(given.push[i]);
  }
  return answer;
}

LoadedPlugin::LoadedPlugin(const char* path) : library_(::dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) throw std::runtime_error(::dlerror());
  const auto entry = reinterpret_cast<decltype(&tichu_bot_entry)>(::dlsym(library_, "tichu_bot_entry"));
  if (entry == nullptr) throw std::runtime_error(std::string(path) + " exports no entry");
  table_ = entry();
}

LoadedPlugin::~LoadedPlugin() { ::dlclose(library_); }

}  // namespace tichu::test
