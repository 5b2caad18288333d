#include "tests/arena/seats/captured_seat.h"

#include <optional>
#include <stdexcept>
#include <variant>

namespace tichu::tests {

CapturedSeat::CapturedSeat(Function function)
    : function_(std::move(function)),
      seat_(std::make_shared<arena::RemoteSeat>("captured", arena::RemoteLimits(), 0)),
      player_(seat_) {
  seat_->come(client_, "", {"captured", ""});
}

void CapturedSeat::tell(const SeenEvent& event, const Observation& seen) {
  player_.tell(event, seen);
  ++events_;
}

CapturedSeat::Said CapturedSeat::ask(Question question, const Observation& seen, std::chrono::milliseconds limit) {
  const Said said = function_(question, seen);
  if (!said) return said;
  const std::size_t number = client_->messages();
  const std::jthread answering([&, number] {
    const std::string text = client_->message(number);
    sent_.push_back({events_, text});
    bot_.receive(text + "\n");
    std::optional<protocol::Heard> heard = bot_.next();
    while (heard && !std::holds_alternative<protocol::Request>(*heard)) heard = bot_.next();
    if (!heard) throw std::logic_error("the request did not arrive");
    seat_->answer(bot_.answer(std::get<protocol::Request>(*heard).id, *said), client_.get());
  });
  return player_.ask(question, seen, limit + std::chrono::hours(1));
}

}  // namespace tichu::tests
