#include "engine/question.h"

namespace tichu {

std::string_view in_words(Question question) {
  switch (question) {
    case Question::GrandTichu:
      return "Grand Tichu";
    case Question::Tichu:
      return "Tichu";
    case Question::Push:
      return "the push";
    case Question::Turn:
      return "its turn";
    case Question::Bomb:
      return "a bomb out of turn";
    case Question::GiveDragon:
      return "the Dragon's gift";
  }
  return "";
}

}  // namespace tichu
