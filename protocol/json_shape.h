#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tichu::protocol {

/// Kinds of values in JSON messages.
enum class JsonShape : std::uint8_t {
  Flag,
  True,
  Count,
  Id,
  Points,
  Text,
  Seed,
  Options,
  Rank,
  ComparedRank,
  Cards,
  Play,
  Plays,
  Kind,
  Push,
  ShownPush,
  PushedCards,
  Side,
  Sides,
  Neighbour,
  CountBySide,
  PointsBySide,
  CardsBySide,
  CallBySide,
  Question,
  Stage,
  EventKind,
  Rules,
  Remark,
  // Objects with a table of members in json_messages.h.
  ArenaHello,
  BotHello,
  NewBot,
  Scores,
  RoundEnd,
  Table,
  Fault,
  Seen,
  Events,
  Legal,
};

/// A line of the one list of shapes.
struct ShapeRow {
  JsonShape shape;
  std::string_view name;    ///< in the schema
  std::string_view wanted;  ///< what a value must be, for faults: "true or false"
  std::string schema;       ///< JSON; empty for an object with a table of members
};

const std::vector<ShapeRow>& shape_rows();
const ShapeRow& row_of(JsonShape shape);

}  // namespace tichu::protocol
