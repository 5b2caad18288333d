#include "arena/hosting/player/plugin_player.h"

#include <utility>

#include "arena/hosting/player/answer_reading.h"
#include "arena/hosting/player/fault_texts.h"

namespace tichu::arena {

PluginPlayer::PluginPlayer(const BotSpec& spec) : spec_(spec) {}

PluginPlayer::~PluginPlayer() { destroy_bot(); }

tl::expected<void, Fault> PluginPlayer::load() {
  if (library_) return {};
  auto loaded = PluginLibrary::load(spec_.path);
  if (!loaded) return fail({FaultKind::StartFailed, loaded.error(), {}});
  library_ = std::move(*loaded);
  bot_.emplace(library_->table());
  return {};
}

tl::expected<void, Fault> PluginPlayer::sit_down(const SeatSetup& setup) {
  destroy_bot();
  fault_.reset();
  if (auto loaded = load(); !loaded) return loaded;
  try {
    if (bot_->create(setup.seed, setup.rules, setup.options, setup.remarks)) return {};
  } catch (...) {
    return fail(exception_of_plugin());
  }
  return fail(no_bot_made(spec_.path));
}

BotIdentity PluginPlayer::identity() const {
  if (!library_) return {};
  const auto text = [](const char* said) { return said == nullptr ? std::string_view() : std::string_view(said); };
  return said_identity(text(library_->table().name), text(library_->table().version));
}

void PluginPlayer::begin_round(const Observation& /*seen*/) {}

void PluginPlayer::tell(const SeenEvent& event, const Observation& seen) {
  if (fault_ || !bot_) return;
  try {
    bot_->observe(seen, event);
  } catch (...) {
    fail(exception_of_plugin());
  }
}

tl::expected<TimedAnswer, Fault> PluginPlayer::ask(Question question, const Observation& seen,
                                                   std::chrono::milliseconds limit) {
  if (fault_) return tl::unexpected(*fault_);
  tichu_answer answer{};
  std::int32_t status = 0;
  const auto start = std::chrono::steady_clock::now();
  try {
    status = bot_->decide(question, seen, answer);
  } catch (...) {
    return fail(exception_of_plugin());
  }
  const std::chrono::nanoseconds think_time = std::chrono::steady_clock::now() - start;
  if (status != 0) return fail(failed_decision(status));
  if (think_time > limit) return fail(late_answer(limit));
  const tl::expected<Answer, Fault> checked = check_form(question, answer);
  if (!checked) return fail(checked.error());
  tl::expected<Answer, Fault> read = read_answer(question, *checked, seen);
  if (!read) return fail(std::move(read.error()));
  return TimedAnswer{*std::move(read), think_time};
}

void PluginPlayer::destroy_bot() {
  if (!bot_) return;
  try {
    bot_->destroy();
  } catch (...) {
    // The bot is gone all the same, and nobody is left to be charged with it.
  }
}

tl::unexpected<Fault> PluginPlayer::fail(Fault fault) {
  fault_ = std::move(fault);
  return tl::unexpected(*fault_);
}

}  // namespace tichu::arena
