#include "tests/arena/seats/table/captured_table.h"

#include <nlohmann/json.hpp>
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

CapturedTable::CapturedTable(Function function, bool is_training)
    : function_(std::move(function)), seat_(journal_, beat_, arena::TableCaption{}, "run") {
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
  player_.tell(event, seen);
  ++events_;
  sent_.push_back({events_, beat_.take() + settled()});
}

CapturedTable::Said CapturedTable::ask(Question question, const Observation& seen, std::chrono::milliseconds limit) {
  const Said said = function_(question, seen);
  if (!said) return said;
  // Whoever declines a bomb lets the beat pass.
  const bool declines = question == Question::Bomb && said->action.kind == ActionKind::NoBomb;
  beat_.patient = question == Question::Bomb && !declines;
  std::string asked;
  {
    std::jthread answering;
    if (!declines) {
      answering = std::jthread([&] {
        const nlohmann::json snapshot = page_.next_question();
        page_.say({{"do", "advise"}, {"id", snapshot.at("question").at("id")}});
        asked = settled();
        const Page::Said taken = page_.answer(json_of(question, snapshot.at("question").at("id"), *said));
        if (taken.status != 200) seat_.close();  // an illegal answer is for the table to judge
      });
    }
    try {
      player_.ask(question, seen, limit);
    } catch (const arena::SeatsClosed&) {
      return said;
    }
  }
  sent_.push_back({events_, beat_.take() + asked + settled()});
  beat_.patient = false;
  return said;
}

}  // namespace tichu::tests
