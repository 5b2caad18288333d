#include "arena/analysis/plugin_analyst.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "arena/hosting/player/answer_legality.h"
#include "arena/hosting/player/answer_reading.h"
#include "arena/hosting/player/bot_identity.h"

namespace tichu::arena {
namespace {

/// Wishes for ranks that others may hold, and none.
std::vector<Answer> wishes(const SeenDecision& decision, const Observation& seen) {
  std::vector<Answer> all{decision.played};
  const CardSet unseen = seen.unseen();
  for (int rank = HighestNatural; rank >= LowestNatural - 1; --rank) {
    Answer answer = decision.played;
    answer.action.wish = rank < LowestNatural ? Rank::None : static_cast<Rank>(rank);
    if (answer.action.wish == decision.played.action.wish) continue;
    if (rank < LowestNatural || unseen.count(answer.action.wish) > 0) all.push_back(answer);
  }
  return all;
}

}  // namespace

bool are_alike(Question question, const Answer& a, const Answer& b) {
  if (question == Question::GrandTichu || question == Question::Tichu) return a.call == b.call;
  if (a.action.kind != b.action.kind || a.action.kind != ActionKind::Play) return a.action == b.action;
  const Combination& one = a.action.play;
  const Combination& other = b.action.play;
  if (one.kind != other.kind || one.length != other.length || one.rank != other.rank) return false;
  if (one.phoenix_as != other.phoenix_as || a.action.wish != b.action.wish) return false;
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
    if (one.cards.count(static_cast<Rank>(rank)) != other.cards.count(static_cast<Rank>(rank))) return false;
  }
  return one.cards.contains(Card::phoenix()) == other.cards.contains(Card::phoenix());
}

tl::expected<AnalystLibrary, std::string> AnalystLibrary::load(const BotSpec& spec) {
  if (spec.kind != BotKind::Plugin || !spec.trusted) {
    return tl::unexpected(spec.name +
                          " must be a plug-in that you trust, because it runs in this process: NAME=trusted:FILE.so");
  }
  auto library = PluginLibrary::load(spec.path);
  if (!library) return tl::unexpected(library.error());
  const auto table = library->analyst();
  if (!table) return tl::unexpected("cannot use " + spec.path.string() + ": " + table.error());
  return AnalystLibrary(spec, std::move(*library), *table);
}

std::string AnalystLibrary::says() const {
  const auto text = [](const char* said) { return said == nullptr ? std::string_view() : std::string_view(said); };
  const BotIdentity identity = said_identity(text(table_->name), text(table_->version));
  return identity.name + " " + identity.version;
}

PluginAnalyst::PluginAnalyst(const AnalystLibrary& library, const Rules& rules)
    : name_(library.spec().name), analyst_(library.table()) {
  if (!analyst_.create(0, rules, library.spec().options)) {
    throw std::runtime_error("the plug-in of " + name_ + " could not make an analyst");
  }
}

std::vector<Answer> PluginAnalyst::proposals(const SeenDecision& decision, const Observation& seen, std::size_t most) {
  const auto proposed = analyst_.propose(decision.question, seen, decision.played, most);
  if (!proposed) throw std::runtime_error("the analyst " + name_ + " failed to propose alternatives");
  std::vector<Answer> answers;
  for (const tichu_answer& each : *proposed) {
    const auto checked = check_form(decision.question, each);
    if (!checked) continue;
    auto read = judge_answer(decision.question, *checked, seen);
    if (!read) continue;
    read->call = checked->call && decision.question != Question::Turn;
    if (read->action.kind == ActionKind::Play && read->action.play.cards.contains(Card::mahjong())) {
      read->action.wish = usual_wish(seen.hand, seen.unseen());
    }
    answers.push_back(*std::move(read));
  }
  return answers;
}

std::vector<Answer> PluginAnalyst::alternatives(const SeenDecision& decision, const Observation& seen,
                                                std::size_t most) {
  if (decision.category == DecisionCategory::Wish) return wishes(decision, seen);
  std::vector<Answer> all{decision.played};
  for (Answer& answer : proposals(decision, seen, most)) {
    const bool known = std::any_of(all.begin(), all.end(),
                                   [&](const Answer& other) { return are_alike(decision.question, answer, other); });
    if (!known && all.size() < most) all.push_back(std::move(answer));
  }
  return all;
}

std::size_t PluginAnalyst::judge(const SeenDecision& decision, const Observation& seen,
                                 std::span<const Answer> alternatives, std::uint64_t seed, std::span<float> margins) {
  const auto judged = analyst_.judge(decision.question, seen, alternatives, seed, margins);
  if (!judged) throw std::runtime_error("the analyst " + name_ + " failed to judge alternatives");
  return *judged;
}

}  // namespace tichu::arena
