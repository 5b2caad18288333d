#include "tests/arena/seats/table/captured_table.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "arena/hosting/player/remote_seats.h"
#include "protocol/json_messages.h"
#include "tests/arena/bundled_bot.h"

namespace tichu::tests {
namespace {

nlohmann::json json_of(Question question, std::uint32_t id, const Answer& answer) {
  protocol::JsonWriter out;
  put_answer(out, {question, id, answer});
  return nlohmann::json::parse(out.view());
}

arena::AnalysisSettings cheap_coach() {
  arena::AnalysisSettings settings;
  settings.simulations = 20;
  settings.alternatives = 3;
  return settings;
}

}  // namespace

CapturedPeople::CapturedPeople() {
  beat.in_window = [this] {
    for (CapturedTable* seat : seats) seat->look_for_bomb();
  };
}

CapturedTable::CapturedTable(Function function, bool is_training, std::shared_ptr<CapturedPeople> people, Seat place)
    : function_(std::move(function)), people_(std::move(people)), seat_(people_->table, place, arena::TableCaption{}) {
  people_->seats.push_back(this);
  if (!is_training) return;
  analyst_ = *arena::AnalystLibrary::load(bundled_bot("sampler"));
  seat_.train(coach_.emplace(*analyst_, cheap_coach()));
}

std::string CapturedTable::settled() {
  std::string text = page_.now();
  while (coach_ && text.find(R"("waiting":0,)") == std::string::npos) {
    page_.next();
    text = page_.now();
  }
  // A version counts how often something was shown, and the coach's news come when they come.
  const std::size_t version = text.find(R"("version":)");
  return text.erase(version, text.find(',', version) - version);
}

void CapturedTable::tell(const SeenEvent& event, const Observation& seen) {
  ++events_;
  seen_ = &seen;
  player_.tell(event, seen);
  // Nobody is shown a trick's end before what follows.
  if (event.kind == EventKind::TrickTaken) return;
  sent_.push_back({events_, people_->beat.since(noted_) + settled()});
}

void CapturedTable::look_for_bomb() {
  const nlohmann::json snapshot = nlohmann::json::parse(page_.now());
  const nlohmann::json& question = snapshot.at("question");
  if (question.is_null() || question.at("id") != 0) return;
  bomb_.emplace(seen_->event_count, function_(Question::Bomb, *seen_));
  const Said& said = bomb_->second;
  if (said && said->action.kind != ActionKind::NoBomb) page_.say({{"do", "hold"}, {"id", 0}});
}

CapturedTable::Said CapturedTable::decide(Question question, const Observation& seen) {
  if (question != Question::Bomb) return function_(question, seen);
  if (!bomb_ || bomb_->first != seen.event_count) throw std::logic_error("who is asked for a bomb could not say so");
  return bomb_->second;
}

CapturedTable::Said CapturedTable::ask(Question question, const Observation& seen, std::chrono::milliseconds limit) {
  const Said said = decide(question, seen);
  if (!said) return said;
  // Whoever declines a bomb lets the window pass.
  const bool declines = question == Question::Bomb && said->action.kind == ActionKind::NoBomb;
  std::string asked;
  {
    std::jthread answering;
    if (!declines) {
      answering = std::jthread([&] {
        const nlohmann::json snapshot = page_.next_question();
        page_.say({{"do", "hint"}, {"id", snapshot.at("question").at("id")}});
        asked = settled();
        const Page::Said taken = page_.answer(json_of(question, snapshot.at("question").at("id"), *said));
        if (taken.status != 200) people_->table.close();  // an illegal answer is for the table to judge
      });
    }
    try {
      player_.ask(question, seen, limit);
    } catch (const arena::SeatsClosed&) {
      return said;
    }
  }
  sent_.push_back({events_, people_->beat.since(noted_) + asked + settled()});
  return said;
}

}  // namespace tichu::tests
