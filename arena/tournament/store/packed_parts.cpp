#include "arena/tournament/store/packed_parts.h"

#include <optional>
#include <stdexcept>

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

std::optional<PerTeam<Points>> unpack_points(const google::protobuf::RepeatedField<std::int32_t>& packed) {
  if (packed.empty()) return std::nullopt;
  if (packed.size() != 2) refuse_rounds("points of two teams are two");
  return PerTeam<Points>{{Points(packed.Get(0)), Points(packed.Get(1))}};
}

}  // namespace

void refuse_rounds(const std::string& what) { throw std::runtime_error("stored rounds: " + what); }

std::string utf8_of(const std::string& text) { return is_utf8(text) ? text : bounded_utf8(text, 3 * text.size()); }

int bounded_number(std::uint32_t number, std::uint32_t most, const char* what) {
  if (number > most)
    refuse_rounds(std::string(what) + " " + std::to_string(number) + " is more than " + std::to_string(most));
  return static_cast<int>(number);
}

Seat seat_numbered(std::uint32_t number) { return Seat(bounded_number(number, 3, "the seat")); }

void pack_remark(const RecordedRemark& recorded, tichu::store::Remark& packed) {
  packed.set_seat(static_cast<std::uint32_t>(recorded.seat.number()));
  packed.set_question(static_cast<std::uint32_t>(recorded.question));
  packed.set_after(static_cast<std::uint32_t>(recorded.after));
  packed.set_note(utf8_of(recorded.remark.note));
  if (recorded.remark.value) packed.set_value(*recorded.remark.value);
  for (const MoveProbability& choice : recorded.remark.probabilities) {
    packed.add_moves(utf8_of(choice.move));
    packed.add_probabilities(choice.probability);
  }
}

void pack_result(const RecordedResult& result, tichu::store::Result& packed) {
  if (result.out) {
    std::string& out = *packed.mutable_out();
    for (const Seat seat : *result.out) out += static_cast<char>(seat.number());
  }
  if (result.cards) {
    for (const Points points : result.cards->values) packed.add_cards(points.value());
  }
  if (result.score) {
    for (const Points points : result.score->values) packed.add_score(points.value());
  }
}

RecordedRemark unpack_remark(const tichu::store::Remark& packed) {
  if (packed.moves_size() != packed.probabilities_size()) refuse_rounds("moves without probabilities");
  RecordedRemark recorded;
  recorded.seat = seat_numbered(packed.seat());
  recorded.question = static_cast<Question>(bounded_number(packed.question(), 5, "the question"));
  recorded.after = packed.after();
  recorded.remark.note = packed.note();
  if (packed.has_value()) recorded.remark.value = packed.value();
  for (int i = 0; i < packed.moves_size(); ++i) {
    recorded.remark.probabilities.push_back({packed.moves(i), packed.probabilities(i)});
  }
  return recorded;
}

RecordedResult unpack_result(const tichu::store::Result& packed) {
  RecordedResult result;
  if (packed.has_out()) {
    result.out.emplace();
    result.out->reserve(packed.out().size());
    for (const char seat : packed.out()) result.out->push_back(seat_numbered(static_cast<unsigned char>(seat)));
  }
  result.cards = unpack_points(packed.cards());
  result.score = unpack_points(packed.score());
  return result;
}

}  // namespace tichu::arena
