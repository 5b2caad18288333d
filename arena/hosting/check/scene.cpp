#include "arena/hosting/check/scene.h"

#include "engine/follow.h"
#include "engine/legality.h"

namespace tichu::arena {
namespace {

/// A turn is one of leading or following, and may be more.
void count_turn(const Observation& seen, SceneCounts& counts) {
  ++counts[seen.table.empty() ? Scene::Lead : Scene::Follow];
  if (seen.may_call_tichu()) ++counts[Scene::TichuWithTurn];
  if (seen.wish != Rank::None && wish_binds(seen.hand, seen.table, seen.wish)) ++counts[Scene::WishToFulfil];
  const bool only_bombs = !seen.table.empty() && !seen.table.is_bomb() && !can_follow(seen.hand, seen.table);
  if (only_bombs) ++counts[Scene::BombOnTurn];
}

}  // namespace

void SceneCounts::count_question(Question question, const Observation& seen) {
  switch (question) {
    case Question::GrandTichu:
      ++(*this)[Scene::GrandTichu];
      break;
    case Question::Tichu:
      ++(*this)[seen.stage == Stage::BeforePush ? Scene::TichuBeforePush : Scene::TichuAfterPush];
      break;
    case Question::Push:
      ++(*this)[Scene::Push];
      break;
    case Question::Turn:
      count_turn(seen, *this);
      break;
    case Question::Bomb:
      ++(*this)[Scene::BombOutOfTurn];
      break;
    case Question::GiveDragon:
      ++(*this)[Scene::DragonGift];
      break;
  }
}

void SceneCounts::count_answer(Question question, const Answer& answer) {
  const bool plays = question == Question::Turn && answer.action.kind == ActionKind::Play;
  if (plays && answer.action.play.cards.contains(Card::mahjong())) ++(*this)[Scene::WishToMake];
}

void SceneCounts::add(const SceneCounts& other) {
  for (std::size_t i = 0; i < SceneCount; ++i) counts[i] += other.counts[i];
}

}  // namespace tichu::arena
