#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/seat.h"
#include "sdk/python/native/table.h"

namespace tichu::training {

/// One field of a layout: bytes at a fixed place of each row.
struct LayoutField {
  std::string_view name;
  int offset = 0;
  int size = 0;
  std::string_view meaning;  ///< what each byte says, with its range
};

/// The game's scores before the round, by team.
using Totals = PerTeam<Points>;

/// A way to write what a seat may know, or a whole table, as a row of bytes. A layout never changes once it is named: a
/// change is a new name.
struct Layout {
  std::string_view name;
  int size = 0;  ///< bytes in a row
  std::span<const LayoutField> fields;
  /// Fills `row`, which has `size` bytes, as `viewer` sees the table.
  void (*write)(const Table& table, const Totals& totals, Seat viewer, std::uint8_t* row) = nullptr;
};

/// What a seat may know, cards one by one: 56 bytes a set.
const Layout& full_layout();
/// What a seat may know, cards as numbers of each rank: 17 bytes a set.
const Layout& compact_layout();
/// All four hands, for critics that may see everything; not for players.
const Layout& state_layout();
/// The layout of observations with this name, or nullptr if there is none.
const Layout* find_layout(std::string_view name);

/// Rows of this many bytes describe single actions (`write_action`).
inline constexpr int ActionRowSize = 96;
std::span<const LayoutField> action_fields();
/// Fills a row of ActionRowSize bytes with what the answer `id` to the table's question does.
void write_action(const Table& table, int id, std::uint8_t* row);
/// The same without a table: what depends on the hand, the wish or the question (goes_out, fulfils, breaks_flush,
/// push_to) is 0.
void write_action(int id, std::uint8_t* row);

}  // namespace tichu::training
