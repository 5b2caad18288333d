#include "arena/seats/remote_player.h"

#include <utility>

#include "arena/hosting/player/answer_reading.h"
#include "arena/hosting/player/fault_texts.h"
#include "engine/plays.h"

namespace tichu::arena {

RemotePlayer::RemotePlayer(std::shared_ptr<RemoteSeat> seat, std::optional<std::chrono::milliseconds> patience)
    : seat_(std::move(seat)),
      patience_(patience),
      chair_(seat_->take_chair()),
      coding_(protocol::make_coding(protocol::Coding::Json, MostAnswerBytes)) {}

tl::expected<void, Fault> RemotePlayer::sit_down(const SeatSetup& setup) {
  fault_.reset();
  session_ = seat_->await_client(patience_);
  retries_.allow(setup.retries);
  coding_->new_bot({setup.seed, setup.rules, setup.options, setup.remarks});
  return {};
}

void RemotePlayer::begin_round(const Observation& seen) {
  coding_->begin_round({Points(seen.own_score), Points(seen.their_score)});
}

void RemotePlayer::tell(const SeenEvent& event, const Observation& /*seen*/) { coding_->tell(event); }

void RemotePlayer::end_round(Points own, Points theirs) { coding_->end_round({own, theirs}); }

std::string RemotePlayer::text_of(protocol::AskedQuestion asked) {
  std::unique_ptr<PlayList> legal;  // not kept: a thousand players may wait for answers
  if (asked.question == Question::Turn || asked.question == Question::Bomb) {
    const Observation& seen = *asked.seen;
    legal = std::make_unique<PlayList>();
    canonical_plays(asked.question == Question::Turn ? PlayQuery::turn(seen) : PlayQuery::bomb(seen), *legal);
    asked.legal = legal.get();
  }
  std::string text(coding_->ask(asked));
  text.pop_back();  // its line feed
  return text;
}

tl::expected<TimedAnswer, Fault> RemotePlayer::ask(Question question, const Observation& seen,
                                                   std::chrono::milliseconds limit) {
  if (fault_) return tl::unexpected(*fault_);
  const std::chrono::milliseconds left = retries_.begin(limit);
  const std::string wrong = retries_.take_wrong();
  const std::optional<protocol::AnswerFault> fault =
      wrong.empty() ? seat_->take_fault() : protocol::AnswerFault{asked_, wrong, true};
  asked_ = seat_->next_id();
  const std::string text = text_of({asked_, question, left, &seen, nullptr, chair_, fault ? &*fault : nullptr});
  const std::optional<RemoteSeat::Reply> reply = seat_->ask(session_, asked_, text, left);
  if (!reply) return fail(late_answer(limit));
  retries_.note_answer(reply->think_time);
  tl::expected<Answer, Fault> answer = read(question, seen, *reply);
  if (!answer) return fail(std::move(answer.error()));
  return TimedAnswer{*std::move(answer), retries_.spent()};
}

bool RemotePlayer::retry(const Fault& fault) {
  if (!retries_.ask_again(fault)) return false;
  seat_->note_retry();
  fault_.reset();
  return true;
}

void RemotePlayer::charge(const Fault& fault) { seat_->note_fault({asked_, fault.text}); }

tl::expected<Answer, Fault> RemotePlayer::read(Question question, const Observation& seen,
                                               const RemoteSeat::Reply& reply) {
  if (reply.is_oversized) {
    return tl::unexpected(
        Fault{FaultKind::Oversized, "answered with more than " + std::to_string(MostAnswerBytes) + " bytes", {}});
  }
  const auto bad = [&](const std::string& problem) {
    return tl::unexpected(Fault{FaultKind::BadMessage, problem + "; it began with " + coding_->shown(reply.text), {}});
  };
  if (const auto parsed = coding_->parse(reply.text, false); !parsed) return bad(parsed.error());
  if (const auto id = coding_->read_id(); !id) return bad(id.error());
  const protocol::Decoded<Answer> answer = coding_->read_answer(question);
  if (!answer) return bad(answer.error());
  return read_answer(question, *answer, seen);
}

tl::unexpected<Fault> RemotePlayer::fail(Fault fault) {
  fault_ = fault;
  return tl::unexpected(std::move(fault));
}

}  // namespace tichu::arena
