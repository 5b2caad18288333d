#include "arena/tournament/store/packed_rounds.h"

#include <google/protobuf/arena.h>

#include <array>
#include <stdexcept>
#include <utility>

#include "arena/hosting/match/board.h"
#include "arena/record/packed_actions.h"
#include "arena/tournament/store/packed_parts.h"
#include "arena/tournament/store/stored_rounds.pb.h"
#include "engine/deal.h"

namespace tichu::arena {
namespace {

/// Below this compressing saves too little for its time: a board of rounds without remarks.
constexpr std::size_t LeastCompressed = 2048;
/// The first byte of a message with a round: field 1, of a length. A Zstandard frame begins with another.
constexpr char FirstByte = 0x0a;

bool is_compressed(std::string_view packed) { return !packed.empty() && packed.front() != FirstByte; }

void pack_failure(const RecordFailure& failure, tichu::store::Failure& packed) {
  if (failure.seat) packed.set_seat(static_cast<std::uint32_t>(failure.seat->number()));
  packed.set_kind(utf8_of(failure.kind));
  packed.set_text(utf8_of(failure.text));
}

/// The deals of a seed, of which a board's tables want the same.
class SeededDeals {
 public:
  explicit SeededDeals(std::optional<std::uint64_t> seed) : seed_(seed) {}

  bool has(const Record& record) {
    if (!seed_ || !record.deal_index) return false;
    if (index_ != record.deal_index) {
      latest_ = deal(*seed_, *record.deal_index);
      index_ = record.deal_index;
    }
    return record.deal == latest_;
  }

 private:
  std::optional<std::uint64_t> seed_;
  std::optional<std::uint64_t> index_;
  Deal latest_;
};

void pack_round(const StoredRound& round, SeededDeals& deals, tichu::store::Round& packed) {
  packed.set_seating(static_cast<std::uint32_t>(round.seating.value()));
  packed.set_number(static_cast<std::uint32_t>(round.number.value()));
  packed.set_first_score(round.score[0].value());
  packed.set_second_score(round.score[1].value());
  const Record& record = round.record;
  if (record.deal_index) packed.set_deal_index(*record.deal_index);
  packed.set_no_deal_index(!record.deal_index);
  if (!deals.has(record)) packed.set_deal(pack_deal(record.deal));
  packed.set_actions(pack_actions(record.actions));
  for (const RecordedRemark& remark : record.remarks) pack_remark(remark, *packed.add_remarks());
  if (record.result) pack_result(*record.result, *packed.mutable_result());
  if (record.failure) pack_failure(*record.failure, *packed.mutable_failure());
}

Deal unpack_deal_of(const tichu::store::Round& packed, std::optional<std::uint64_t> seed) {
  if (packed.deal().empty()) {
    if (!seed) refuse_rounds("the deal follows from a seed that is not told");
    return deal(*seed, packed.deal_index());
  }
  const std::optional<Deal> unpacked = unpack_deal(packed.deal());
  if (!unpacked) refuse_rounds("the deal is none");
  return *unpacked;
}

RecordFailure unpack_failure(const tichu::store::Failure& packed) {
  RecordFailure failure;
  if (packed.has_seat()) failure.seat = seat_numbered(packed.seat());
  failure.kind = packed.kind();
  failure.text = packed.text();
  return failure;
}

StoredRound unpack_round(const tichu::store::Round& packed, std::optional<std::uint64_t> seed) {
  constexpr std::uint32_t MostRounds = 1'000'000;
  StoredRound round;
  round.seating = SeatingNumber(bounded_number(packed.seating(), MaxTables - 1, "the seating"));
  round.number = RoundNumber(bounded_number(packed.number(), MostRounds, "the round's number"));
  round.score = {Points(packed.first_score()), Points(packed.second_score())};
  Record& record = round.record;
  if (!packed.no_deal_index()) record.deal_index = packed.deal_index();
  record.deal = unpack_deal_of(packed, seed);
  std::optional<std::vector<RecordedAction>> actions = unpack_actions(packed.actions());
  if (!actions) refuse_rounds("the events cannot be read");
  record.actions = std::move(*actions);
  for (const tichu::store::Remark& remark : packed.remarks()) record.remarks.push_back(unpack_remark(remark));
  if (packed.has_result()) record.result = unpack_result(packed.result());
  if (packed.has_failure()) record.failure = unpack_failure(packed.failure());
  return round;
}

}  // namespace

std::string pack_rounds(const std::vector<StoredRound>& rounds, std::optional<std::uint64_t> seed, std::size_t most) {
  alignas(std::uint64_t) std::array<char, 4096> room;  // for a board of some rounds; longer games take more
  google::protobuf::Arena arena(room.data(), room.size());
  auto& packed = *google::protobuf::Arena::CreateMessage<tichu::store::Rounds>(&arena);
  SeededDeals deals(seed);
  for (const StoredRound& round : rounds) pack_round(round, deals, *packed.add_rounds());
  const std::size_t size = packed.ByteSizeLong();
  if (size > most) {
    throw std::length_error("the rounds of a job are " + std::to_string(size) + " bytes; at most " +
                            std::to_string(most) + " can be stored");
  }
  std::string bytes = packed.SerializeAsString();
  return bytes.size() < LeastCompressed ? bytes : compressed(bytes);
}

std::uint64_t unpacked_size(std::string_view packed) {
  return is_compressed(packed) ? decompressed_size(packed) : packed.size();
}

std::vector<StoredRound> unpack_rounds(std::string_view bytes, std::optional<std::uint64_t> seed) {
  std::string message;
  if (is_compressed(bytes)) {
    message = decompressed(bytes);
    bytes = message;
  }
  tichu::store::Rounds packed;
  if (!packed.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    refuse_rounds("these bytes are no such message");
  std::vector<StoredRound> rounds;
  for (const tichu::store::Round& round : packed.rounds()) rounds.push_back(unpack_round(round, seed));
  return rounds;
}

}  // namespace tichu::arena
