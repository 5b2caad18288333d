#include "arena/hosting/player/plugin_player.h"

#include <string>
#include <utility>
#include <vector>

#include "arena/hosting/player/answer_reading.h"
#include "sdk/abi_mirror.h"

namespace tichu::arena {
namespace {

static_assert(static_cast<int>(Question::GrandTichu) == TICHU_ASK_GRAND_TICHU &&
              static_cast<int>(Question::Tichu) == TICHU_ASK_TICHU &&
              static_cast<int>(Question::Push) == TICHU_ASK_PUSH &&
              static_cast<int>(Question::Turn) == TICHU_ASK_TURN &&
              static_cast<int>(Question::Bomb) == TICHU_ASK_BOMB &&
              static_cast<int>(Question::GiveDragon) == TICHU_ASK_GIVE_DRAGON);

constexpr const char* Threw = "threw an exception across the plug-in interface";

}  // namespace

PluginPlayer::PluginPlayer(const BotSpec& spec) : spec_(spec) {}

PluginPlayer::~PluginPlayer() { destroy_bot(); }

tl::expected<void, Fault> PluginPlayer::load() {
  if (library_) return {};
  auto loaded = PluginLibrary::load(spec_.path);
  if (!loaded) return fail(FaultKind::StartFailed, loaded.error());
  library_ = std::move(*loaded);
  return {};
}

tl::expected<void, Fault> PluginPlayer::sit_down(const SeatSetup& setup) {
  destroy_bot();
  fault_.reset();
  if (auto loaded = load(); !loaded) return loaded;
  std::vector<tichu_option> options;
  for (const auto& [name, value] : setup.options) options.push_back({name.c_str(), value.c_str()});
  tichu_setup converted{};
  converted.size = sizeof(tichu_setup);
  converted.option_count = static_cast<std::uint32_t>(options.size());
  converted.seed = setup.seed;
  converted.rules = to_c(setup.rules);
  converted.remarks = setup.remarks ? 1 : 0;
  converted.options = options.data();
  try {
    bot_ = library_->table().create(&converted);
  } catch (...) {
    return fail(FaultKind::Crash, Threw);
  }
  if (bot_ == nullptr)
    return fail(FaultKind::StartFailed, "the plug-in " + spec_.path.string() + " could not make a bot");
  return {};
}

void PluginPlayer::begin_round(const Observation& /*seen*/) {}

void PluginPlayer::tell(const SeenEvent& event, const Observation& seen) {
  const auto observe = library_ ? library_->table().observe : nullptr;
  if (fault_ || bot_ == nullptr || observe == nullptr) return;
  try {
    observe(bot_, to_c(&seen), to_c(&event));
  } catch (...) {
    fail(FaultKind::Crash, Threw);
  }
}

tl::expected<Answer, Fault> PluginPlayer::ask(Question question, const Observation& seen,
                                              std::chrono::milliseconds limit) {
  if (fault_) return tl::unexpected(*fault_);
  tichu_answer answer{};
  std::int32_t status = 0;
  const auto start = std::chrono::steady_clock::now();
  try {
    status = library_->table().decide(bot_, static_cast<std::uint32_t>(question), to_c(&seen), &answer);
  } catch (...) {
    return fail(FaultKind::Crash, Threw);
  }
  const std::chrono::nanoseconds think_time = std::chrono::steady_clock::now() - start;
  if (status != 0) return fail(FaultKind::Crash, "failed in a decision with status " + std::to_string(status));
  if (think_time > limit) {
    return fail(FaultKind::Timeout, "gave no answer within " + std::to_string(limit.count()) + " ms");
  }
  const auto checked = check_form(question, answer);
  if (!checked) return fail(checked.error().kind, checked.error().text);
  tl::expected<Answer, Fault> read = read_answer(question, *checked, seen);
  if (!read) return fail(read.error().kind, read.error().text);
  read->think_time = think_time;
  if (answer.remark != nullptr) read->remark = from_c(*answer.remark);
  return read;
}

void PluginPlayer::destroy_bot() {
  if (bot_ == nullptr) return;
  try {
    library_->table().destroy(std::exchange(bot_, nullptr));
  } catch (...) {
    // The bot is gone all the same, and nobody is left to be charged with it.
    bot_ = nullptr;
  }
}

tl::unexpected<Fault> PluginPlayer::fail(FaultKind kind, std::string text) {
  fault_ = Fault{kind, std::move(text), {}};
  return tl::unexpected(*fault_);
}

}  // namespace tichu::arena
