#include "arena/record/tch_judge.h"

#include "arena/record/json_record.h"
#include "arena/record/verdict.h"

namespace tichu::arena {
namespace {

std::string score_text(const PerTeam<Points>& score) {
  return std::to_string(score[Team::A].value()) + " - " + std::to_string(score[Team::B].value());
}

/// Whether both partners of a team called and one of them was first out, so that the other's call was lost.
bool partner_called_against(const Record& record, const RoundResult& result) {
  if (result.out_count == 0) return false;
  PerSeat<bool> called;
  for (const RecordedAction& recorded : record.actions) {
    const ActionKind kind = recorded.action.kind;
    if (kind == ActionKind::CallTichu || kind == ActionKind::CallGrandTichu) called[recorded.seat] = true;
  }
  const Seat first = result.out[0];
  return called[first] && called[first.partner()];
}

bool is_bomb_at(const Record& record, int event) {
  const auto index = static_cast<std::size_t>(event);
  return index < record.actions.size() && record.actions[index].action.play.is_bomb();
}

void compare_score(const RoundResult& real, int line, JudgedTchRound& judged) {
  const auto logged = judged.record.result ? judged.record.result->score : std::nullopt;
  judged.record.result = recorded_result(real);
  if (!logged || *logged == real.score) return;
  judged.same_score = false;
  std::string remark = "the log's score is " + score_text(*logged) + ", by RULES 8.3 it is " + score_text(real.score);
  if (partner_called_against(judged.record, real)) {
    remark += "; both partners had called, and the server does not charge the call of the one who was not first out";
  }
  judged.remarks.push_back({line, std::move(remark)});
}

/// The verdict on the events alone, by the record's rules, as `verify` gives it on the written record.
Verdict judge_events(const Record& record) {
  Record events = record;
  events.result.reset();
  return judge_json_record(write_json_record(events));
}

/// The verdict as a remark at the line of its event.
TchRemark remark_on(const Verdict& verdict, const TchRound& round) {
  const auto event = static_cast<std::size_t>(verdict.event);
  const bool stands_in_log = verdict.kind == VerdictKind::Event && event < round.action_lines.size();
  return {stands_in_log ? round.action_lines[event] : round.end_line, to_text(verdict)};
}

/// Judges the events; `has_end` is known. The answer is whether they are legal, by the record's rules.
bool judge_play(const TchRound& round, JudgedTchRound& judged) {
  Verdict verdict = judge_events(judged.record);
  if (verdict.kind == VerdictKind::Result) {  // the log has no score, but the round was played to its end
    judged.record.failure.reset();
    verdict = {};
  }
  judged.legal = verdict.ok();
  if (verdict.ok()) return true;
  judged.remarks.push_back(remark_on(verdict, round));
  if (verdict.clause != "7.3" || !is_bomb_at(judged.record, verdict.event)) return false;
  judged.record.rules.bomb_ignores_wish = true;
  verdict = judge_events(judged.record);
  if (verdict.ok()) {
    judged.remarks.back().text += "; it is kept with bomb_ignores_wish";
  } else {
    judged.remarks.push_back(remark_on(verdict, round));
  }
  return verdict.ok();
}

}  // namespace

JudgedTchRound judge_tch_round(const TchRound& round) {
  JudgedTchRound judged;
  judged.record = round.record;
  judged.has_end = round.record.result.has_value();
  if (judge_play(round, judged)) {
    const Replay replayed = replay(judged.record.deal, judged.record.rules, judged.record.actions);
    if (replayed.result) compare_score(*replayed.result, round.end_line, judged);
  }
  if (!judged.has_end) {
    judged.remarks.push_back({round.end_line, judged.record.failure ? "the log breaks off before the round's end"
                                                                    : "the log breaks off before \"Ergebnis:\""});
  }
  return judged;
}

}  // namespace tichu::arena
