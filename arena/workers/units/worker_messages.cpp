#include "arena/workers/units/worker_messages.h"

#include <algorithm>
#include <utility>

#include "arena/workers/units/message_form.h"
#include "arena/workers/units/message_limits.h"
#include "arena/workers/units/serialized_message.h"
#include "arena/workers/units/unit_messages.h"
#include "arena/workers/units/units.pb.h"

namespace tichu::arena {
namespace {

constexpr std::size_t LongestLine = 1024;
constexpr std::uint32_t MostFilesPieces = 4096;
constexpr double MostOfNumbers = 1e12;

/// Of messages by which two versions find out about each other.
const MessageLimits& plain_limits() {
  static const MessageLimits limits{MostFields};
  return limits;
}

const MessageLimits& beat_limits() {
  static const MessageLimits unit{2};
  static const MessageLimits limits{
      8, {{5, {"under_way", &unit, MostUnitsOfBeat}}, {6, {"finished", &unit, MostUnitsOfBeat}}}};
  return limits;
}

const MessageLimits& word_limits() {
  static const MessageLimits unit{2};
  static const MessageLimits limits{MostFields, {{4, {"units", &unit, MostUnitsOfBeat}}}};
  return limits;
}

using UnitNames = google::protobuf::RepeatedPtrField<units::UnitName>;

void add_units(const std::vector<UnitId>& ids, UnitNames& names) {
  for (const UnitId& id : ids) {
    units::UnitName& name = *names.Add();
    name.set_tournament(id.tournament);
    name.set_unit(id.number.value());
  }
}

std::vector<UnitId> units_of(MessageForm& form, std::string_view field, const UnitNames& names) {
  const FieldPath top;
  std::vector<UnitId> ids;
  for (int i = 0; i < names.size() && form.ok(); ++i) {
    const FieldPath here{&top, field, static_cast<std::size_t>(i)};
    ids.push_back(form.unit_id(here, names[i].tournament(), names[i].unit()));
  }
  return ids;
}

std::string worker_name(MessageForm& form, const FieldPath& at, const std::string& name) {
  form.expect(is_worker_name(name), at, "must be letters, digits, '_' and '-', 1 to 32 of them");
  return form.ok() ? name : std::string();
}

WorkerHello hello_of(const units::Hello& message, MessageForm& form) {
  const FieldPath top;
  WorkerHello hello;
  hello.version = message.version();
  hello.worker = worker_name(form, {&top, "worker"}, message.worker());
  hello.build = form.line({&top, "build"}, message.build(), 1, LongestLine);
  hello.machine = form.line({&top, "machine"}, message.machine(), 0, LongestLine);
  hello.cores = static_cast<std::uint32_t>(form.number({&top, "cores"}, message.cores(), 1, 65'536));
  hello.speed = form.real({&top, "speed"}, message.speed(), 0, MostOfNumbers);
  hello.sandbox = form.line({&top, "sandbox"}, message.sandbox(), 1, LongestLine);
  return hello;
}

WorkerBeat beat_of(const units::Beat& message, MessageForm& form) {
  const FieldPath top;
  WorkerBeat beat;
  beat.worker = worker_name(form, {&top, "worker"}, message.worker());
  beat.load = form.real({&top, "load"}, message.load(), 0, MostOfNumbers);
  beat.slots = static_cast<std::uint32_t>(form.number({&top, "slots"}, message.slots(), 0, 65'536));
  beat.under_way = units_of(form, "under_way", message.under_way());
  beat.finished = units_of(form, "finished", message.finished());
  beat.units = message.units();
  beat.draining = message.draining();
  return beat;
}

LeaderMessage word_of(const units::Word& message, MessageForm& form) {
  const FieldPath top;
  LeaderMessage word;
  word.kind = form.word<LeaderWordKind>({&top, "kind"}, message.kind());
  word.text = form.line({&top, "text"}, message.text(), 0, LongestLine);
  word.units = units_of(form, "units", message.units());
  return word;
}

FilesRequest request_of(const units::FilesRequest& message, MessageForm& form) {
  const FieldPath top;
  FilesRequest request;
  request.artifact = form.digits({&top, "artifact"}, message.artifact(), ArtifactDigits);
  request.piece = static_cast<std::uint32_t>(form.number({&top, "piece"}, message.piece(), 0, MostFilesPieces - 1));
  return request;
}

FilesPiece piece_of(const units::FilesPiece& message, MessageForm& form) {
  const FieldPath top;
  FilesPiece piece;
  piece.artifact = form.digits({&top, "artifact"}, message.artifact(), ArtifactDigits);
  piece.pieces = static_cast<std::uint32_t>(form.number({&top, "pieces"}, message.pieces(), 1, MostFilesPieces));
  piece.piece = static_cast<std::uint32_t>(form.number({&top, "piece"}, message.piece(), 0, piece.pieces - 1));
  piece.bytes = form.bytes({&top, "bytes"}, message.bytes(), MostFilesPiece);
  return piece;
}

}  // namespace

bool is_worker_name(std::string_view name) {
  return !name.empty() && name.size() <= LongestWorkerName && std::all_of(name.begin(), name.end(), [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
  });
}

std::string encode(const WorkerHello& hello) {
  units::Hello message;
  message.set_version(hello.version);
  message.set_worker(hello.worker);
  message.set_build(hello.build);
  message.set_machine(hello.machine);
  message.set_cores(hello.cores);
  message.set_speed(hello.speed);
  message.set_sandbox(hello.sandbox);
  return serialized(message, plain_limits(), MostControlBytes, "a hello");
}

std::string encode(const WorkerBeat& beat) {
  units::Beat message;
  message.set_version(UnitMessagesVersion);
  message.set_worker(beat.worker);
  message.set_load(beat.load);
  message.set_slots(beat.slots);
  add_units(beat.under_way, *message.mutable_under_way());
  add_units(beat.finished, *message.mutable_finished());
  message.set_units(beat.units);
  message.set_draining(beat.draining);
  return serialized(message, beat_limits(), MostControlBytes, "a beat");
}

std::string encode(const LeaderMessage& word) {
  units::Word message;
  message.set_version(UnitMessagesVersion);
  message.set_kind(std::string(to_text(word.kind)));
  message.set_text(word.text);
  add_units(word.units, *message.mutable_units());
  return serialized(message, word_limits(), MostControlBytes, "a word");
}

std::string encode(const FilesRequest& request) {
  units::FilesRequest message;
  message.set_version(UnitMessagesVersion);
  message.set_artifact(request.artifact);
  message.set_piece(request.piece);
  return serialized(message, plain_limits(), MostControlBytes, "a request for files");
}

std::string encode(const FilesPiece& piece) {
  units::FilesPiece message;
  message.set_version(UnitMessagesVersion);
  message.set_artifact(piece.artifact);
  message.set_piece(piece.piece);
  message.set_pieces(piece.pieces);
  message.set_bytes(piece.bytes);
  return serialized(message, plain_limits(), MostPartBytes, "a piece of files");
}

OrInputError<WorkerHello> decode_hello(std::string_view bytes, const std::string& from) {
  return parsed<WorkerHello, units::Hello>(bytes, plain_limits(), MostControlBytes, from, hello_of, TakenVersions::Any);
}

OrInputError<WorkerBeat> decode_beat(std::string_view bytes, const std::string& from) {
  return parsed<WorkerBeat, units::Beat>(bytes, beat_limits(), MostControlBytes, from, beat_of);
}

OrInputError<LeaderMessage> decode_word(std::string_view bytes, const std::string& from) {
  return parsed<LeaderMessage, units::Word>(bytes, word_limits(), MostControlBytes, from, word_of, TakenVersions::Any);
}

OrInputError<FilesRequest> decode_files_request(std::string_view bytes, const std::string& from) {
  return parsed<FilesRequest, units::FilesRequest>(bytes, plain_limits(), MostControlBytes, from, request_of);
}

OrInputError<FilesPiece> decode_files_piece(std::string_view bytes, const std::string& from) {
  return parsed<FilesPiece, units::FilesPiece>(bytes, plain_limits(), MostPartBytes, from, piece_of);
}

}  // namespace tichu::arena
