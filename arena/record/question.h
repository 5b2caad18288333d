#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tichu::arena {

/// What a bot is asked; the numbers are those of the plug-in interface and of the protocol.
enum class Question : std::uint8_t { GrandTichu, Tichu, Push, Turn, Bomb, GiveDragon };

/// The names of questions in records and results: grand_tichu, tichu, push, turn, bomb, give_dragon.
std::string_view to_text(Question question);
/// The question of that name; nothing where none has it.
std::optional<Question> question_named(std::string_view name);

}  // namespace tichu::arena
