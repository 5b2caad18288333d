#include "arena/seats/table/person_seat.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "arena/hosting/player/answer_legality.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/presentation/live/json_response.h"
#include "arena/seats/table/coach.h"
#include "protocol/json_reading.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;

/// The person has the first seat (RULES 1.2).
constexpr Seat PersonsSeat(0);
/// So many pages wait for news at a time.
constexpr std::size_t MostPolls = 64;

HttpResponse snapshot_answer(SharedText text) {
  HttpResponse made;
  made.body = std::move(text);
  return made;
}

HttpResponse taken(bool is_news) { return json_response(200, {{"taken", is_news}}); }
HttpResponse refused(const AnswerRefusal& refusal) {
  return json_response(422, {{"clause", refusal.clause}, {"problem", refusal.reason}});
}

/// A whole number of a command; nullopt if it has none of this name.
std::optional<std::int64_t> number_of(const Json& command, const char* name) {
  const auto found = command.find(name);
  if (found == command.end() || !found->is_number_integer()) return std::nullopt;
  return found->get<std::int64_t>();
}

/// Whether an event is shown with a beat. Events that follow by themselves come with those before them; so do cards and
/// pushes that are there all at once.
bool has_beat(const SeenEvent& event, const Observation& seen) {
  switch (event.kind) {
    case EventKind::Dealt:
      return seen.stage != Stage::FirstEight;
    case EventKind::Push:
      return event.who == Side::Me;
    case EventKind::TrickTaken:
      return false;
    default:
      return true;
  }
}

/// Whether this is an answer as it was given; others answer at the same time as Grand Tichu and pushes, so that these
/// are shown with a beat as theirs are.
bool is_shown_at_once(const SeenEvent& event) {
  return event.who == Side::Me && event.kind != EventKind::GrandTichu && event.kind != EventKind::Push &&
         event.kind != EventKind::Dealt;
}

}  // namespace

PersonSeat::PersonSeat(AnswerJournal& journal, Beat& beat, TableCaption caption, std::string run)
    : journal_(journal),
      beat_(beat),
      run_(std::move(run)),
      state_(std::move(caption)),
      plays_(std::make_unique<PlayList>()) {}

void PersonSeat::train(Coach& coach) {
  coach_ = &coach;
  coach.start([this] {
    const Lock lock(mutex_);
    if (shown_ != nullptr) publish();
  });
}

void PersonSeat::check_open() const {
  if (closed_) throw SeatsClosed();
  if (undone_) throw AnswerTakenBack{*undone_};
}

void PersonSeat::note(std::uint32_t id, Question question, const Answer& answer, const Observation& seen,
                      bool is_automatic) {
  if (coach_ == nullptr) return;
  coach_->decided(id, question, answer, seen);
  if (is_automatic) return;
  if (question != Question::Bomb || answer.action.kind != ActionKind::NoBomb) decided_.push_back(id);
}

void PersonSeat::await_beat(Lock& lock) {
  beat_.await(lock, changed_, [this] { return is_left(); });
  check_open();
}

void PersonSeat::await_round(std::uint64_t number) {
  if (journal_.take_round(number)) return;
  Lock lock(mutex_);
  replaying_ = false;
  if (number > 1) {
    state_.stage = TableStage::Between;
    publish();
    changed_.wait(lock, [&] { return wanted_ >= number || closed_; });
  }
  check_open();
  journal_.add_round(number);
}

void PersonSeat::begin_round() {
  const Lock lock(mutex_);
  state_.begin_round();
  decided_.clear();
}

void PersonSeat::tell(const SeenEvent& event, const Observation& seen) {
  const bool is_new = !journal_.is_replaying();
  Lock lock(mutex_);
  if (is_new) check_open();
  if (coach_ != nullptr) coach_->told(event, seen);
  const bool at_once = std::exchange(answered_, false) && is_shown_at_once(event);
  const bool beats = has_beat(event, seen);
  if (is_new && beats && !at_once) await_beat(lock);
  if (event.kind == EventKind::TrickTaken) state_.passing = false;
  state_.see(event, seen);
  if (!is_new) return;
  replaying_ = false;
  if (beats) beat_.mark();
  publish();
}

const PlayList* PersonSeat::legal_plays(Question question, const Observation& seen) {
  if (question != Question::Turn && question != Question::Bomb) return nullptr;
  exact_plays(question == Question::Turn ? PlayQuery::turn(seen) : PlayQuery::bomb(seen), *plays_);
  return plays_.get();
}

std::optional<Answer> PersonSeat::pass_on(Lock& lock, Question question, const PlayList* plays) {
  if (!state_.passing || question != Question::Turn || !plays->may_pass()) return std::nullopt;
  beat_.await(lock, changed_, [this] { return is_left() || !state_.passing; });
  check_open();
  if (!state_.passing) return std::nullopt;
  Answer pass;
  pass.action = Action::pass();
  return pass;
}

Answer PersonSeat::ask(Question question, const Observation& seen) {
  if (std::optional<JournalEntry> entry = journal_.take(PersonsSeat, question, seen)) {
    const Lock lock(mutex_);
    if (!entry->answer) throw std::runtime_error("the person's answer cannot be read: " + entry->answer.error().text);
    answered_ = true;
    const bool is_automatic = state_.passing && entry->until_next_trick;
    if (question == Question::Turn) state_.passing = entry->until_next_trick;
    note(entry->id, question, *entry->answer, seen, is_automatic);
    return *entry->answer;
  }
  Lock lock(mutex_);
  check_open();
  replaying_ = false;
  last_id_ = journal_.next_id(PersonsSeat);
  const PlayList* plays = legal_plays(question, seen);
  if (std::optional<Answer> pass = pass_on(lock, question, plays)) {
    journal_.add({PersonsSeat, question, *pass, true});
    note(last_id_, question, *pass, seen, true);
    answered_ = true;
    return *pass;
  }
  if (question != Question::Bomb) await_beat(lock);
  open_.emplace(Open{{last_id_, question, &seen, plays}, std::nullopt});
  open_->asked.held = question == Question::Bomb && beat_.pace() <= std::chrono::milliseconds(0);
  state_.open(open_->asked);
  publish();
  await_reply(lock);
  const std::optional<Answer> reply = std::move(open_->reply);
  open_.reset();
  state_.close();
  check_open();
  note(last_id_, question, *reply, seen, false);
  publish();
  answered_ = true;
  return *reply;
}

void PersonSeat::await_reply(Lock& lock) {
  if (open_->asked.question == Question::Bomb) {
    beat_.await(lock, changed_, [this] { return open_->reply || open_->asked.held || is_left(); });
    if (!open_->reply && !open_->asked.held && !is_left()) {
      Answer none;
      none.action = Action::no_bomb();
      record(none, false);
    }
  }
  changed_.wait(lock, [this] { return open_->reply || is_left(); });
}

void PersonSeat::record(const Answer& answer, bool until_next_trick) {
  journal_.add({PersonsSeat, open_->asked.question, answer, until_next_trick});
  open_->reply = answer;
}

void PersonSeat::end_play() {
  const Lock lock(mutex_);
  check_open();
  decided_.clear();
}

void PersonSeat::end_round(TableRound round) {
  const Lock lock(mutex_);
  state_.rounds.push_back(std::move(round));
}

void PersonSeat::tell_house(std::uint64_t round, PerTeam<Points> score) {
  const Lock lock(mutex_);
  if (round >= state_.rounds.size() || state_.rounds[round].house) return;
  state_.rounds[round].house = score;
  if (shown_ != nullptr) publish();
}

void PersonSeat::rewind() {
  const Lock lock(mutex_);
  coach_->take_back(*undone_);
  undone_.reset();
  replaying_ = true;
  answered_ = false;
  state_.rounds.clear();
}

void PersonSeat::finish() {
  const Lock lock(mutex_);
  state_.stage = TableStage::Over;
  publish();
}

void PersonSeat::fail(const std::string& why) {
  const Lock lock(mutex_);
  replaying_ = false;
  state_.stage = TableStage::Failed;
  state_.trouble = why;
  state_.close();
  publish();
}

void PersonSeat::close() {
  const Lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

void PersonSeat::publish() {
  if (replaying_) return;
  version_text_ = run_ + "-" + std::to_string(++version_);
  state_.coach =
      coach_ == nullptr ? "null" : coach_->text(decided_.empty() ? std::nullopt : std::optional(decided_.back()));
  shown_ = std::make_shared<const std::string>(state_.text(version_text_, beat_.pace().count()));
  for (const auto& later : std::exchange(polls_, {})) later->give(snapshot_answer(shown_));
}

void PersonSeat::poll(std::string_view known, std::shared_ptr<DeferredResponse> later) {
  const Lock lock(mutex_);
  if (shown_ != nullptr && known != version_text_) return later->give(snapshot_answer(shown_));
  // Of pages that were closed nobody tells; the oldest go first.
  if (polls_.size() == MostPolls) {
    polls_.front()->give(polls_.front()->otherwise());
    polls_.erase(polls_.begin());
  }
  polls_.push_back(std::move(later));
}

HttpResponse PersonSeat::take(std::string_view text) {
  const auto command = protocol::parse_json_object(text);
  if (!command) return problem_response(400, command.error());
  const auto what = command->find("do");
  const std::string word = what != command->end() && what->is_string() ? what->get<std::string>() : "";
  const Lock lock(mutex_);
  if (closed_) return problem_response(503, "the table is being closed");
  if (word == "answer") return take_answer(*command);
  if (word == "judge") return judge(*command);
  if (word == "hold") return hold(*command);
  if (word == "next") return want_round(*command);
  if (word == "pace") return set_pace(*command);
  if (word == "advise") return advise(*command);
  if (word == "undo") return undo(*command);
  if (word == "stop_passing") {
    const bool is_news = std::exchange(state_.passing, false);
    if (is_news) publish();
    changed_.notify_all();
    return taken(is_news);
  }
  return problem_response(400, R"("do" is answer, judge, hold, next, pace, stop_passing, advise or undo)");
}

bool PersonSeat::is_open(const Json& command) const {
  return open_ && !open_->reply && number_of(command, "id") == std::int64_t{open_->asked.id};
}

HttpResponse PersonSeat::take_answer(const Json& command) {
  const Json said = command.value("answer", Json::object());
  if (!said.is_object()) return problem_response(400, R"("answer" is an object)");
  if (!is_open(said)) {
    const std::optional<std::int64_t> id = number_of(said, "id");
    if (id && *id > 0 && *id <= std::int64_t{last_id_}) return taken(false);
    return problem_response(409, "a question of this number was never asked here");
  }
  const Question question = open_->asked.question;
  const protocol::Decoded<Answer> named = protocol::read_json_answer(said, question);
  if (!named) return problem_response(400, named.error());
  const tl::expected<Answer, AnswerRefusal> answer = judge_answer(question, *named, *open_->asked.seen);
  if (!answer) return refused(answer.error());
  const bool passes = question == Question::Turn && answer->action.kind == ActionKind::Pass;
  const auto on = command.find("until_next_trick");
  state_.passing = passes && on != command.end() && on->is_boolean() && on->get<bool>();
  record(*answer, state_.passing);
  changed_.notify_all();
  return taken(true);
}

HttpResponse PersonSeat::judge(const Json& command) const {
  const Json said = command.value("answer", Json::object());
  if (!said.is_object() || !is_open(said)) return problem_response(409, "this is not asked any more");
  const protocol::Decoded<Answer> named = protocol::read_json_answer(said, open_->asked.question);
  if (!named) return problem_response(400, named.error());
  const tl::expected<Answer, AnswerRefusal> answer = judge_answer(open_->asked.question, *named, *open_->asked.seen);
  if (answer) return json_response(200, {{"legal", true}});
  return json_response(200, {{"legal", false}, {"clause", answer.error().clause}, {"problem", answer.error().reason}});
}

HttpResponse PersonSeat::hold(const Json& command) {
  if (!is_open(command) || open_->asked.question != Question::Bomb) return taken(false);
  open_->asked.held = true;
  state_.open(open_->asked);
  publish();
  changed_.notify_all();
  return taken(true);
}

HttpResponse PersonSeat::advise(const Json& command) {
  if (coach_ == nullptr || !is_open(command)) return taken(false);
  coach_->advise(last_id_, open_->asked.question, *open_->asked.seen);
  publish();
  return taken(true);
}

HttpResponse PersonSeat::undo(const Json& command) {
  const std::optional<std::int64_t> id = number_of(command, "id");
  const bool decided = std::ranges::any_of(decided_, [&](std::uint32_t each) { return std::int64_t{each} == id; });
  if (!decided || replaying_ || undone_) return taken(false);
  undone_ = static_cast<std::uint32_t>(*id);
  changed_.notify_all();
  return taken(true);
}

HttpResponse PersonSeat::want_round(const Json& command) {
  const std::optional<std::int64_t> round = number_of(command, "round");
  const auto next = static_cast<std::int64_t>(state_.rounds.size()) + 1;
  if (!round || *round > next || *round < 1) return problem_response(409, "this round is not the next one");
  if (*round < next || state_.stage != TableStage::Between) return taken(false);
  wanted_ = static_cast<std::uint64_t>(next);
  changed_.notify_all();
  return taken(true);
}

HttpResponse PersonSeat::set_pace(const Json& command) {
  const std::optional<std::int64_t> pace = number_of(command, "ms");
  if (!pace || *pace < 0 || *pace > MostPace) return problem_response(400, "\"ms\" is a whole number from 0 to 10000");
  beat_.set_pace(std::chrono::milliseconds(*pace));
  changed_.notify_all();
  if (shown_ != nullptr) publish();
  return taken(true);
}

}  // namespace tichu::arena
