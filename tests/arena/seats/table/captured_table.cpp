#include "tests/arena/seats/table/captured_table.h"

#include <nlohmann/json.hpp>
#include <thread>

#include "arena/hosting/player/remote_seats.h"
#include "protocol/json_messages.h"

namespace tichu::tests {
namespace {

nlohmann::json json_of(Question question, std::uint32_t id, const Answer& answer) {
  protocol::JsonWriter out;
  put_answer(out, {question, id, answer});
  return nlohmann::json::parse(out.view());
}

}  // namespace

CapturedTable::CapturedTable(Function function)
    : function_(std::move(function)), seat_(journal_, beat_, arena::TableCaption{}, "run") {}

void CapturedTable::tell(const SeenEvent& event, const Observation& seen) {
  player_.tell(event, seen);
  ++events_;
  sent_.push_back({events_, beat_.take() + page_.now()});
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
        asked = snapshot.dump();
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
  sent_.push_back({events_, beat_.take() + asked + page_.now()});
  beat_.patient = false;
  return said;
}

}  // namespace tichu::tests
