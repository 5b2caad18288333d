#include "arena/seats/table/coach.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <utility>

#include "arena/analysis/analysis_json.h"
#include "arena/hosting/player/answer_legality.h"
#include "arena/installation.h"
#include "arena/tournament/config/bot_finder.h"
#include "engine/follow.h"
#include "engine/plays.h"

namespace tichu::arena {
namespace {

/// Decisions that are remembered.
constexpr std::size_t MostFound = 256;

/// The coach is being destroyed.
struct Stopped {};

bool is_one(const RoundNumbers& a, const RoundNumbers& b) {
  return a.job == b.job && a.seating == b.seating && a.round == b.round;
}

CardSet cards_of(const Action& action) {
  if (action.kind == ActionKind::Play) return action.play.cards;
  CardSet cards;
  if (action.kind == ActionKind::Push) {
    for (const Card card : action.push.cards) cards.insert(card);
  }
  return cards;
}

/// Whether a bomb is left in the hand after this.
bool keeps_bomb(const Answer& answer, const Observation& seen) {
  return holds_bomb(seen.hand - cards_of(answer.action), {});
}

/// What a hint is measured against: something legal, if possible that nothing is done.
Answer plain_answer(Question question, const Observation& seen) {
  Answer answer;
  if (question == Question::Tichu) answer.call = true;  // only a call is a decision there
  if (question == Question::Bomb) answer.action = Action::no_bomb();
  if (question == Question::GiveDragon) {
    answer.action = Action::give_dragon(may_receive_dragon(Side::Right, seen) ? Side::Right : Side::Left);
  }
  if (question == Question::Push) {
    PushedCards pushed;
    auto card = seen.hand.begin();
    for (const Side side : OtherSides) {
      pushed.to(side) = *card;
      ++card;
    }
    answer.action = Action::push_cards(pushed);
  }
  if (question == Question::Turn) {
    const auto plays = std::make_unique<PlayList>();
    canonical_plays(PlayQuery::turn(seen), *plays);
    answer.action = plays->may_pass() ? Action::pass() : Action::play_cards((*plays)[0]);
  }
  return answer;
}

}  // namespace

std::vector<MistakeCause> causes_of(const SeenDecision& decision, const Answer& best, const Observation& seen) {
  std::vector<MistakeCause> causes;
  const Answer& played = decision.played;
  const bool plays = played.action.kind == ActionKind::Play;
  const bool bombs = plays && played.action.play.is_bomb();
  if (holds_bomb(seen.hand, {}) && !bombs && !keeps_bomb(played, seen) && keeps_bomb(best, seen)) {
    causes.push_back(MistakeCause::BombBroken);
  }
  const bool on_callers_trick = !seen.table.empty() && seen.calls[seen.table_owner] != Call::None && !seen.anyone_out();
  if (on_callers_trick && plays && seen.table_owner == Side::Partner && best.action.kind == ActionKind::Pass) {
    causes.push_back(MistakeCause::PartnersTrick);
  }
  if (on_callers_trick && seen.table_owner != Side::Partner && played.action.kind == ActionKind::Pass &&
      best.action.kind == ActionKind::Play) {
    causes.push_back(MistakeCause::OpponentsTrick);
  }
  if (plays && played.action.play.is_dog() && !best.action.play.is_dog()) causes.push_back(MistakeCause::LeadGiven);
  if (played.call && seen.calls[Side::Partner] != Call::None) causes.push_back(MistakeCause::PartnersCall);
  return causes;
}

OrInputError<std::unique_ptr<AnalystLibrary>> load_analyst() {
  const BotFinder finder(bundled_bots_folder(), std::filesystem::current_path());
  const auto spec = local_bot_from_argument("sampler", finder);
  if (!spec) return tl::unexpected(spec.error());
  auto library = AnalystLibrary::load(*spec);
  if (!library) return tl::unexpected(InputError{"the analyst", "sampler", library.error()});
  return std::make_unique<AnalystLibrary>(*std::move(library));
}

void put_told(protocol::JsonWriter& out, const SeenDecision& decision, const DecisionVerdict& verdict,
              const std::vector<MistakeCause>& causes) {
  out.key("matter").word(to_text(decision.category));
  out.key("move").text(move_text(decision.question, decision.category, decision.played));
  out.key("verdict").raw(write_verdict_json(verdict));
  out.key("causes").open('[');
  for (const MistakeCause cause : causes) out.separate().word(to_text(cause));
  out.close(']');
}

Coach::Coach(const AnalystLibrary& analyst, const AnalysisSettings& settings)
    : library_(analyst), settings_(settings) {}

Coach::~Coach() {
  {
    const Lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

void Coach::start(std::function<void()> news) {
  news_ = std::move(news);
  thread_ = std::jthread([this] { run(); });
}

void Coach::begin_round(const RoundNumbers& round) {
  const Lock lock(mutex_);
  round_ = round;
  tasks_.clear();
  rest_.reset();
  hint_.reset();
}

void Coach::decided(std::uint32_t id, Question question, const Answer& answer, const Observation& seen) {
  const Lock lock(mutex_);
  hint_.reset();
  add(id, false, decisions_of(question, answer, seen), seen);
  rest_.reset();
  if (question != Question::Turn || !answer.call) return;
  rest_ = Rest{id, answer};
  rest_->answer.call = false;
}

void Coach::told(const SeenEvent& event, const Observation& seen) {
  const Lock lock(mutex_);
  if (!rest_ || event.who != Side::Me || event.kind != EventKind::Tichu) return;
  const Rest rest = *std::exchange(rest_, std::nullopt);
  add(rest.id, false, decisions_of(Question::Turn, rest.answer, seen), seen);
}

void Coach::hint(std::uint32_t id, Question question, const Observation& seen) {
  const Lock lock(mutex_);
  if (hint_ && hint_->id == id) return;
  hint_ = Hint{id, question, {}};
  add_hint(id, question, seen);
}

void Coach::add_hint(std::uint32_t id, Question question, const Observation& seen) {
  std::vector<SeenDecision> decisions = decisions_of(question, plain_answer(question, seen), seen);
  std::erase_if(decisions, [](const SeenDecision& each) { return each.category == DecisionCategory::Wish; });
  add(id, true, std::move(decisions), seen);
}

void Coach::take_back(std::uint32_t id) {
  const Lock lock(mutex_);
  hint_.reset();
  rest_.reset();
  if (working_ && working_->id >= id && is_of_round(working_->round)) working_.reset();
  std::erase_if(tasks_, [&](const Task& task) { return task.id >= id && is_of_round(task.round); });
  for (const Found& each : found_) {
    if (each.id == id && is_of_round(each.round)) remember(taken_back_, each);
  }
  std::erase_if(found_, [&](const Found& each) { return each.id >= id && is_of_round(each.round); });
}

bool Coach::is_of_round(const RoundNumbers& round) const { return is_one(round, round_); }

void Coach::add(std::uint32_t id, bool is_hint, std::vector<SeenDecision> decisions, const Observation& seen) {
  if (!trouble_.empty()) return;
  for (SeenDecision& decision : decisions) {
    const auto history = seen.history();
    Task task{id, is_hint, round_, std::move(decision), seen, {history.begin(), history.end()}};
    // A score of the game has no part in an analysis.
    task.seen.own_score = 0;
    task.seen.their_score = 0;
    if (!is_hint && is_known(task)) continue;
    tasks_.push_back(std::move(task));
    tasks_.back().seen.events = tasks_.back().events.data();
  }
  changed_.notify_all();
}

bool Coach::is_known(const Task& task) const {
  const auto is_same = [&](const auto& each) {
    return each.id == task.id && is_one(each.round, task.round) && each.decision.category == task.decision.category;
  };
  const auto awaits = [&](const Task& each) { return !each.is_hint && is_same(each); };
  return (working_ && awaits(*working_)) || std::ranges::any_of(tasks_, awaits) || std::ranges::any_of(found_, is_same);
}

void Coach::run() {
  try {
    PluginAnalyst analyst(library_, Rules());
    while (true) {
      Lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (stopping_) return;
      const auto task = std::make_shared<const Task>(std::move(tasks_.front()));
      tasks_.pop_front();
      working_ = task;
      judge(lock, task, analyst);
      working_.reset();
      lock.unlock();
      news_();
    }
  } catch (const Stopped&) {
    return;
  } catch (const std::exception& error) {
    {
      const Lock lock(mutex_);
      working_.reset();
      tasks_.clear();
      trouble_ = error.what();
    }
    news_();
  }
}

void Coach::judge(Lock& lock, const std::shared_ptr<const Task>& working, PluginAnalyst& analyst) {
  const Task& task = *working;
  lock.unlock();
  const std::uint64_t seed = judgement_seed(settings_.seed, task.round, Seat(0), task.decision, task.seen);
  JudgementBudget budget;
  budget.simulations = settings_.simulations;
  const Judgement judgement =
      judge_decision(task.decision, task.seen, budget, settings_.alternatives, seed, analyst, [this] {
        const Lock looking(mutex_);
        if (stopping_) throw Stopped();
      });
  DecisionVerdict verdict = verdict_of(task.decision, judgement);
  const Answer& best = judgement.alternatives[judgement.best].answer;
  Found found{task.id, task.round, task.seen.event_count, task.decision, std::move(verdict), {}, nullptr};
  if (found.verdict.mark != Mark::None) found.causes = causes_of(task.decision, best, task.seen);
  lock.lock();
  if (working_ != working) return;  // the answer was taken back meanwhile
  if (!task.is_hint) return keep(std::move(found));
  if (!hint_ || hint_->id != task.id) return;
  hint_->moves.push_back(move_text(task.decision.question, task.decision.category, best));
  if (hint_->question == Question::Turn && best.call) hint_after_call(task);
}

void Coach::hint_after_call(const Task& call) {
  std::erase_if(tasks_, [&](const Task& each) { return each.is_hint && each.id == call.id; });
  std::vector<SeenEvent> events = call.events;
  SeenEvent& called = events.emplace_back();
  called.kind = EventKind::Tichu;
  called.who = Side::Me;
  Observation seen = call.seen;
  seen.events = events.data();
  seen.event_count = static_cast<std::uint32_t>(events.size());
  seen.calls[Side::Me] = Call::Tichu;
  add_hint(call.id, Question::Turn, seen);
}

void Coach::keep(Found found) {
  const auto before = std::ranges::find_if(taken_back_, [&](const Found& each) {
    return is_one(each.round, found.round) && each.events == found.events &&
           each.decision.question == found.decision.question && each.decision.category == found.decision.category;
  });
  if (before != taken_back_.end()) {
    before->before.reset();
    found.before = std::make_shared<Found>(std::move(*before));
    taken_back_.erase(before);
  }
  remember(found_, std::move(found));
}

void Coach::remember(std::deque<Found>& list, Found found) {
  if (list.size() == MostFound) list.pop_front();
  list.push_back(std::move(found));
}

std::string Coach::text(std::optional<std::uint32_t> last_decided) const {
  const Lock lock(mutex_);
  protocol::JsonWriter out;
  const auto put = [&out](const Found& one) { put_told(out, one.decision, one.verdict, one.causes); };
  out.open('{').key("take_back");
  last_decided ? out.number(*last_decided) : out.null();
  out.key("waiting").number(static_cast<std::int64_t>(tasks_.size()) + (working_ ? 1 : 0));
  out.key("trouble").text(trouble_).key("remarks").open('[');
  for (const Found& each : found_) {
    if (!is_of_round(each.round)) continue;
    out.separate().open('{').key("id").number(each.id);
    put(each);
    out.key("before");
    if (each.before) {
      out.open('{');
      put(*each.before);
      out.close('}');
    } else {
      out.null();
    }
    out.close('}');
  }
  out.close(']').key("hint");
  if (hint_) {
    out.open('{').key("id").number(hint_->id).key("moves").open('[');
    for (const std::string& move : hint_->moves) out.separate().text(move);
    out.close(']').close('}');
  } else {
    out.null();
  }
  return std::string(out.close('}').view());
}

}  // namespace tichu::arena
