#include <nlohmann/json.hpp>

#include "protocol/json_messages.h"

namespace tichu::protocol {
namespace {

using nlohmann::ordered_json;

ordered_json reference(std::string_view name) { return {{"$ref", "#/$defs/" + std::string(name)}}; }

/// An object of these members. `open`: others may be there too, as later arenas may add some.
template <typename T>
ordered_json object_of(std::span<const JsonMember<T>> members, bool open) {
  ordered_json object{{"type", "object"}, {"properties", ordered_json::object()}, {"required", ordered_json::array()}};
  for (const JsonMember<T>& member : members) {
    ordered_json& property = object["properties"][std::string(member.name)];
    property = reference(row_of(member.shape).name);
    property["description"] = member.meaning;
    if (member.is_there == nullptr) object["required"].push_back(member.name);
  }
  if (!open) object["additionalProperties"] = false;
  return object;
}

ordered_json only(const char* member, std::string_view definition) {
  return {{"type", "object"}, {"properties", {{member, reference(definition)}}}, {"required", {member}}};
}

ordered_json or_null(const ordered_json& schema) { return {{"anyOf", {schema, {{"type", "null"}}}}}; }

}  // namespace

std::string json_schema() {
  ordered_json definitions;
  for (const ShapeRow& row : shape_rows()) {
    if (!row.schema.empty()) definitions[std::string(row.name)] = ordered_json::parse(row.schema);
  }
  definitions["arena_hello"] = object_of(arena_hello_members(), true);
  definitions["bot_hello"] = object_of(bot_hello_members(), false);
  definitions["new_bot"] = object_of(new_bot_members(), true);
  definitions["scores"] = object_of(scores_members(), true);
  definitions["round_end"] = object_of(round_end_members(), true);
  definitions["table"] = or_null(object_of(table_members(), true));
  definitions["event"] = object_of(event_members(), true);
  definitions["fault"] = object_of(fault_members(), true);
  definitions["seen"] = object_of(seen_members(), true);
  definitions["legal"] = object_of(legal_members(), true);
  definitions["question"] = object_of(question_members(), true);
  definitions["answer"] = object_of(answer_members(), false);
  definitions["goodbye"] = only("goodbye", "true");
  definitions["of_arena"] = {{"anyOf", {only("hello", "arena_hello"), reference("question"), reference("goodbye")}}};
  definitions["of_bot"] = {{"anyOf", {only("hello", "bot_hello"), reference("answer")}}};
  const ordered_json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                            {"title", "The protocol between the Tichu arena and a bot in JSON, one message a line"},
                            {"anyOf", {reference("of_arena"), reference("of_bot")}},
                            {"$defs", definitions}};
  return schema.dump(2) + "\n";
}

}  // namespace tichu::protocol
