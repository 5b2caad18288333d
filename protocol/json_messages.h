#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "protocol/arena_coding.h"
#include "protocol/json_shape.h"
#include "protocol/json_writer.h"

namespace tichu::protocol {

/// One member of a JSON message: both ends of the wire, the schema and the tables of JSON.md follow this description.
template <typename T>
struct JsonMember {
  std::string_view name;
  JsonShape shape;
  std::string_view meaning;  ///< a clause for JSON.md and the schema
  void (*put)(JsonWriter&, const T&);
  /// Sets what the value says. False if the value does not have the shape; what else is wrong is the error. Null where
  /// nothing that reads these messages needs the member.
  Decoded<bool> (*take)(const nlohmann::json&, T&) = nullptr;
  /// Whether a message has this member; null: each has it.
  bool (*is_there)(const T&) = nullptr;
};

/// The end of a round.
struct JsonRoundEnd {
  TeamScores scores;
  std::string events;  ///< those after the round's last question, as members of a list
};

/// What a question says besides what is seen.
struct JsonQuestion {
  AskedQuestion asked;
  std::uint32_t round = 0;                    ///< of this instance, from 1
  const NewBot* new_bot = nullptr;            ///< if the instance is new
  const JsonRoundEnd* round_ended = nullptr;  ///< if a round has ended since the last question
  std::string_view events;                    ///< the round so far, as members of a list
};

/// An answer with what it answers.
struct JsonAnswer {
  Question question = Question::GrandTichu;
  std::uint32_t id = 0;
  Answer answer;
  bool passes = false;  ///< says so
};

std::span<const JsonMember<ArenaHello>> arena_hello_members();
std::span<const JsonMember<BotHello>> bot_hello_members();
std::span<const JsonMember<NewBot>> new_bot_members();
std::span<const JsonMember<TeamScores>> scores_members();
std::span<const JsonMember<JsonRoundEnd>> round_end_members();
std::span<const JsonMember<AnswerFault>> fault_members();
std::span<const JsonMember<JsonQuestion>> question_members();
std::span<const JsonMember<Observation>> table_members();
std::span<const JsonMember<JsonQuestion>> seen_members();
std::span<const JsonMember<SeenEvent>> event_members();
std::span<const JsonMember<PlayList>> legal_members();
std::span<const JsonMember<JsonAnswer>> answer_members();

/// Whether this member of an answer counts with the question.
bool counts(std::string_view member, Question question);

/// Writes the members of `value` as an object.
template <typename T>
void put_object(JsonWriter& out, std::span<const JsonMember<T>> members, const T& value) {
  out.open('{');
  for (const JsonMember<T>& member : members) {
    if (member.is_there != nullptr && !member.is_there(value)) continue;
    out.key(member.name);
    member.put(out, value);
  }
  out.close('}');
}

/// Writes an answer as an object: the members that count with its question.
void put_answer(JsonWriter& out, const JsonAnswer& said);

/// The JSON schema (2020-12) of all messages, indented.
std::string json_schema();

}  // namespace tichu::protocol
