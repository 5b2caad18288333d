#include "arena/service/remote/ladder_board.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/record/json_record.h"
#include "arena/text/words.h"

namespace tichu::arena {
namespace {

using BoardJson = nlohmann::json;

template <HasWords E>
E known_word(const BoardJson& json, const char* name) {
  const auto value = from_text<E>(json.at(name).get<std::string>());
  if (!value) throw std::runtime_error("its " + std::string(name) + " is unknown to this program");
  return *value;
}

Seat seat_in(const BoardJson& json) {
  const int number = json.at("seat").get<int>();
  if (number < 0 || number > 3) throw std::runtime_error("it names a seat that there is not");
  return Seat(number);
}

FinishedFault fault_in(const BoardJson& json, const LadderSeat& seat) {
  FinishedFault fault;
  fault.job = seat.board.job.number;
  fault.seating = seat.table;
  fault.seat = seat.seat;
  fault.round = RoundNumber(json.at("round").get<std::uint64_t>());
  fault.kind = known_word<FaultKind>(json, "kind");
  fault.text = json.at("text").get<std::string>();
  fault.actions = json.at("actions").get<std::size_t>();
  if (!json.at("question").get<std::string>().empty()) fault.question = known_word<Question>(json, "question");
  return fault;
}

LadderSeat seat_of(const BoardJson& json, std::uint64_t board) {
  LadderSeat seat;
  seat.version = json.at("version").get<std::string>();
  seat.table = SeatingNumber(json.at("table").get<std::uint64_t>());
  seat.seat = seat_in(json);
  seat.seed = std::stoull(json.at("seed").get<std::string>());
  seat.board.job.number = JobNumber(board);
  for (const BoardJson& record : json.at("records")) {
    auto read = read_json_record(record.dump());
    if (!read) throw std::runtime_error(read.error().place + ": " + read.error().message);
    seat.rules = read->record.rules;
    const RoundNumber number(seat.board.rounds.size());
    seat.board.rounds.push_back({seat.table, number, {}, std::move(read->record)});
  }
  if (seat.board.rounds.empty()) throw std::runtime_error("a table has no rounds");
  if (!json.at("fault").is_null()) seat.fault = fault_in(json.at("fault"), seat);
  return seat;
}

}  // namespace

OrInputError<std::vector<LadderSeat>> own_seats_at(const LadderClient& client, std::uint64_t board) {
  const auto wrong = [&](const std::string& problem) {
    return tl::unexpected(InputError{"--board", std::to_string(board), problem});
  };
  const HttpReply reply = client.get("api/v1/boards/" + std::to_string(board) + "/seats");
  if (!reply.ok()) return wrong(problem_of(reply).detail);
  std::vector<LadderSeat> seats;
  try {
    const BoardJson answer = BoardJson::parse(reply.body);
    for (const BoardJson& seat : answer.at("seats")) seats.push_back(seat_of(seat, board));
  } catch (const std::exception& error) {
    return wrong(std::string("the ladder's answer is none that this program understands: ") + error.what());
  }
  if (seats.empty()) return wrong("is a board at which no bot of yours sat");
  return seats;
}

}  // namespace tichu::arena
