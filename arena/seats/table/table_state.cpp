#include "arena/seats/table/table_state.h"

#include "arena/hosting/player/answer_legality.h"
#include "engine/notation.h"
#include "protocol/json_messages.h"
#include "protocol/seen_words.h"

namespace tichu::arena {
namespace {

using protocol::JsonWriter;

void put_scores(JsonWriter& out, Points own, Points theirs) {
  put_object(out, protocol::scores_members(), {own, theirs});
}

void put_rounds(JsonWriter& out, const std::vector<TableRound>& rounds) {
  out.open('[');
  for (const TableRound& round : rounds) {
    out.separate().open('{').key("own").number(round.own.value()).key("theirs").number(round.theirs.value());
    out.key("job").number(static_cast<std::int64_t>(round.job));
    out.key("round").number(static_cast<std::int64_t>(round.round));
    out.key("troubles").open('[');
    for (const std::string& trouble : round.troubles) out.separate().text(trouble);
    out.close(']').key("house");
    if (round.house) {
      put_scores(out, (*round.house)[Team::A], (*round.house)[Team::B]);
    } else {
      out.null();
    }
    out.close('}');
  }
  out.close(']');
}

void put_legal(JsonWriter& out, const PlayList& plays) {
  put_object(out.key("legal"), protocol::legal_members(), plays);
  bool may_wish = false;
  for (const Combination& play : plays) may_wish = may_wish || play.cards.contains(Card::mahjong());
  // Whoever plays this card may make a wish (RULES 7.1).
  if (may_wish) out.key("wish_with").word(to_text(Card::mahjong()));
}

}  // namespace

void TableState::begin_round() {
  events_.clear();
  seen_.clear();
  question_.clear();
  passing = false;
  window.reset();
  stage = TableStage::Round;
}

void TableState::see(const SeenEvent& event, const Observation& seen) {
  put_object(events_.empty() ? events_ : events_.raw(","), protocol::event_members(), event);
  protocol::JsonQuestion told;
  told.asked.seen = &seen;
  told.events = events_.view();
  JsonWriter out;
  put_object(out, protocol::seen_members(), told);
  seen_ = out.view();
}

void TableState::open(const OpenQuestion& asked) {
  JsonWriter out;
  out.open('{').key("id").number(asked.id).key("ask").word(to_text(asked.question));
  if (asked.plays != nullptr) put_legal(out, *asked.plays);
  if (asked.question == Question::Turn || asked.question == Question::Tichu) {
    out.key("may_call").truth(asked.seen->may_call_tichu());
  }
  if (asked.question == Question::Bomb) out.key("held").truth(asked.held);
  if (asked.question == Question::GiveDragon) {
    out.key("receivers").open('[');
    for (const Side side : {Side::Right, Side::Left}) {
      if (may_receive_dragon(side, *asked.seen)) out.separate().word(to_text(side));
    }
    out.close(']');
  }
  question_ = out.close('}').view();
}

std::string TableState::text(std::string_view version, std::int64_t pace_ms, std::int64_t bomb_ms) const {
  JsonWriter out;
  out.open('{').key("format").word("tichu-table/1").key("version").word(version);
  out.key("tournament").text(caption_.tournament).key("names").open('{');
  for (const Side side : AllSides) out.key(to_text(side)).text(caption_.names[side]);
  out.close('}').key("planned");
  if (caption_.rounds == 0) {
    out.null();
  } else {
    out.number(static_cast<std::int64_t>(caption_.rounds));
  }
  out.key("target").number(caption_.target.value()).key("pace_ms").number(pace_ms);
  out.key("bomb_ms").number(bomb_ms).key("window");
  if (window) {
    out.number(static_cast<std::int64_t>(*window));
  } else {
    out.null();
  }
  out.key("stage").word(to_text(stage));
  put_rounds(out.key("rounds"), rounds);
  Points own;
  Points theirs;
  for (const TableRound& round : rounds) {
    own += round.own;
    theirs += round.theirs;
  }
  put_scores(out.key("totals"), own, theirs);
  out.key("passing").truth(passing).key("trouble").text(trouble);
  out.key("coach").raw(coach).key("people").raw(people);
  out.key("seen").raw(seen_.empty() ? "null" : seen_).key("question").raw(question_.empty() ? "null" : question_);
  return std::string(out.close('}').view());
}

}  // namespace tichu::arena
