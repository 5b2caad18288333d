#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "arena/record/json_record.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// What a verdict found wrong, and so what it can name.
enum class VerdictKind : std::uint8_t {
  Ok,          ///< a legal round, and everything that the record says of it is true
  Event,       ///< an event breaks the rules, or the round stops before its end
  Result,      ///< the events are legal, but the result or the failure says otherwise
  Unreadable,  ///< the line is no record
};

constexpr std::array<std::string_view, 4> words_of(VerdictKind) { return {"ok", "event", "result", "unreadable"}; }

/// The judgement on one record.
struct Verdict {
  VerdictKind kind = VerdictKind::Ok;
  /// Event: its number in `events`, from 0; the number of events if the round stops before its end.
  int event = 0;
  std::string clause;   ///< the clause of engine/RULES.md; empty in Ok and Unreadable
  std::string message;  ///< one sentence without a full stop; empty in Ok

  bool ok() const { return kind == VerdictKind::Ok; }
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Replays a record by the engine and names the first thing that is wrong. A record with a failure may stop anywhere,
/// but up to there must be legal; of its result only `out` is compared, since no rule scores an unfinished round.
Verdict judge_record(const ReadRecord& read);
/// The same for a line of JSON.
Verdict judge_json_record(std::string_view line);

/// `ok`, `event 17: RULES 7.3: …`, `result: RULES 8.3: …` or `unreadable: …`.
std::string to_text(const Verdict& verdict);
/// The verdict on one line of a file as a JSON object: `line` (from 1), `ok`, and if it is bad `kind` ("event",
/// "result", "unreadable"), `event`, `clause`, `message`, as far as the kind has them. `file` is left out if it is
/// empty.
std::string verdict_json(const Verdict& verdict, std::string_view file, std::size_t line);

}  // namespace tichu::arena
