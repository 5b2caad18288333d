#include "arena/seats/table/answer_journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "arena/hosting/player/answer_reading.h"
#include "arena/text/file_text.h"
#include "protocol/json_messages.h"
#include "protocol/json_reading.h"

namespace tichu::arena {
namespace {

using protocol::JsonObject;

constexpr std::string_view RoundBegin = "{\"round\":";
constexpr std::string_view UndoBegin = "{\"undo\":";
const std::string SeatBegin = "{\"seat\":";

std::string round_line(std::uint64_t round) { return std::string(RoundBegin) + std::to_string(round) + "}"; }

[[noreturn]] void throw_system(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

std::string line_of(const JournalEntry& entry, std::uint32_t id) {
  protocol::JsonWriter out;
  out.open('{').key("seat").number(entry.seat.number()).key("ask").word(to_text(entry.question));
  if (entry.answer) {
    put_answer(out.key("answer"), {entry.question, id, *entry.answer});
    if (entry.until_next_trick) out.key("until_next_trick").truth(true);
    if (entry.is_absent) out.key("absent").truth(true);
  } else {
    out.key("fault").word(to_text(entry.answer.error().kind)).key("text").text(entry.answer.error().text);
  }
  return std::string(out.close('}').view());
}

/// The entry without what lies on the table.
tl::expected<JournalEntry, std::string> read_entry(const JsonObject& line) {
  const auto question = from_text<Question>(line.value("ask", ""));
  const int seat = line.value("seat", -1);
  if (!question || seat < 0 || seat > 3) return tl::unexpected<std::string>("it names no seat and question");
  JournalEntry entry{Seat(seat), *question, Answer()};
  if (const auto fault = line.find("fault"); fault != line.end()) {
    const auto kind = from_text<FaultKind>(fault->get<std::string>());
    if (!kind) return tl::unexpected<std::string>("it names no fault");
    entry.answer = tl::unexpected(Fault{*kind, line.value("text", ""), {}});
    return entry;
  }
  const protocol::Decoded<Answer> answer = protocol::read_json_answer(line.value("answer", JsonObject()), *question);
  if (!answer) return tl::unexpected(answer.error());
  entry.answer = *answer;
  entry.until_next_trick = line.value("until_next_trick", false);
  entry.id = line.at("answer").value("id", 0U);
  entry.is_absent = line.value("absent", false);
  return entry;
}

}  // namespace

AnswerJournal::AnswerJournal(const std::filesystem::path& file) : file_(file) {
  output_ = FileDescriptor(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!output_.is_open()) throw_system("cannot write " + file.string());
  read();
}

void AnswerJournal::read() {
  const std::string text = read_file_text(file_);
  recorded_.clear();
  count_ = 0;
  counts_ = {};
  const std::size_t whole = text.rfind('\n') + 1;  // 0 if there is none
  for (std::size_t at = 0; at < whole;) {
    const std::size_t end = text.find('\n', at);
    take_line(text.substr(at, end - at));
    at = end + 1;
  }
  if (whole < text.size() && ::ftruncate(output_.fd(), static_cast<off_t>(whole)) != 0) {
    throw_system("cannot write " + file_.string());
  }
}

void AnswerJournal::take_line(std::string line) {
  if (!line.starts_with(UndoBegin)) {
    recorded_.push_back(std::move(line));
    return;
  }
  std::uint32_t answers = 0;
  std::from_chars(line.data() + UndoBegin.size(), line.data() + line.size(), answers);
  if (answers > recorded_.size()) throw std::runtime_error(file_.string() + " takes back more than was answered");
  // The question that was open then has no number any more either.
  for (const Seat seat : AllSeats) {
    const std::string begin = SeatBegin + std::to_string(seat.number());
    counts_[seat] += static_cast<std::uint32_t>(
                         std::ranges::count_if(recorded_.end() - answers, recorded_.end(),
                                               [&](const std::string& each) { return each.starts_with(begin); })) +
                     1;
  }
  recorded_.resize(recorded_.size() - answers);
}

void AnswerJournal::take_back(Seat seat, std::uint32_t id) {
  if (!recorded_.empty()) refuse("entries are left");
  read();
  const auto found = std::find_if(recorded_.rbegin(), recorded_.rend(), [&](const std::string& text) {
    const auto line = protocol::parse_json_object(text);
    if (!line || line->contains("round")) return line.has_value();
    return line->value("seat", -1) == seat.number() && line->contains("answer") &&
           line->at("answer").value("id", 0U) == id;
  });
  if (found == recorded_.rend() || found->starts_with(RoundBegin)) {
    throw std::runtime_error(file_.string() + ": answer " + std::to_string(id) + " cannot be taken back");
  }
  const auto answers = std::distance(recorded_.rbegin(), found) + 1;
  recorded_.clear();
  write(std::string(UndoBegin) + std::to_string(answers) + "}");
  read();
}

void AnswerJournal::refuse(const std::string& why) const {
  throw std::runtime_error(file_.string() + ": entry " + std::to_string(count_ + 1) +
                           " is not what this table asks for: " + why);
}

std::optional<JournalEntry> AnswerJournal::take(Seat seat, Question question, const Observation& seen) {
  if (recorded_.empty()) return std::nullopt;
  const protocol::Decoded<JsonObject> line = protocol::parse_json_object(recorded_.front());
  if (!line) refuse(line.error());
  tl::expected<JournalEntry, std::string> entry;
  try {
    entry = read_entry(*line);
  } catch (const nlohmann::json::exception& error) {
    refuse(error.what());
  }
  if (!entry) refuse(entry.error());
  if (entry->seat != seat || entry->question != question) refuse("it is of another question");
  if (entry->answer) {
    tl::expected<Answer, Fault> read = read_answer(question, *entry->answer, seen);
    entry->answer = std::move(read);
  }
  recorded_.pop_front();
  ++count_;
  ++counts_[seat];
  return *std::move(entry);
}

void AnswerJournal::add(const JournalEntry& entry) {
  write(line_of(entry, next_id(entry.seat)));
  ++count_;
  ++counts_[entry.seat];
}

bool AnswerJournal::take_round(std::uint64_t round) {
  if (recorded_.empty()) return false;
  if (recorded_.front() != round_line(round)) {
    refuse("round " + std::to_string(round) + " should begin there");
  }
  recorded_.pop_front();
  return true;
}

void AnswerJournal::add_round(std::uint64_t round) { write(round_line(round)); }

void AnswerJournal::write(std::string line) {
  if (!recorded_.empty()) refuse("entries are left");
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(output_.fd(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_system("cannot write " + file_.string());
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace tichu::arena
