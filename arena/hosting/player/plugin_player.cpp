#include "arena/hosting/player/plugin_player.h"

#include <string>
#include <utility>

#include "arena/hosting/player/answer_reading.h"

namespace tichu::arena {
namespace {

constexpr const char* Threw = "threw an exception across the plug-in interface";

}  // namespace

PluginPlayer::PluginPlayer(const BotSpec& spec) : spec_(spec) {}

PluginPlayer::~PluginPlayer() { destroy_bot(); }

tl::expected<void, Fault> PluginPlayer::load() {
  if (library_) return {};
  auto loaded = PluginLibrary::load(spec_.path);
  if (!loaded) return fail(FaultKind::StartFailed, loaded.error());
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
    return fail(FaultKind::Crash, Threw);
  }
  return fail(FaultKind::StartFailed, "the plug-in " + spec_.path.string() + " could not make a bot");
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
    fail(FaultKind::Crash, Threw);
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
    return fail(FaultKind::Crash, Threw);
  }
  const std::chrono::nanoseconds think_time = std::chrono::steady_clock::now() - start;
  if (status != 0) return fail(FaultKind::Crash, "failed in a decision with status " + std::to_string(status));
  if (think_time > limit) {
    return fail(FaultKind::Timeout, "gave no answer within " + std::to_string(limit.count()) + " ms");
  }
  const tl::expected<Answer, Fault> checked = check_form(question, answer);
  if (!checked) return fail(checked.error().kind, checked.error().text);
  tl::expected<Answer, Fault> read = read_answer(question, *checked, seen);
  if (!read) return fail(read.error().kind, read.error().text);
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

tl::unexpected<Fault> PluginPlayer::fail(FaultKind kind, std::string text) {
  fault_ = Fault{kind, std::move(text), {}};
  return tl::unexpected(*fault_);
}

}  // namespace tichu::arena
