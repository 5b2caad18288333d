#include "arena/seats/table/person_seat.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "arena/hosting/player/answer_legality.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/presentation/live/json_response.h"
#include "arena/seats/table/coach.h"
#include "engine/follow.h"
#include "protocol/json_reading.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;

/// So many pages wait for news at a time.
constexpr std::size_t MostPolls = 64;
/// A page asks again sooner than this.
constexpr std::chrono::seconds MostSilence{35};
/// The part of the clock for a person who was away at the last decision.
constexpr int ClocksOfAway = 10;

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

/// Whether a person's answer is shown as it was given; others answer at the same time as Grand Tichu and pushes, so
/// that these are shown with a beat as theirs are.
bool is_shown_at_once(const SeenEvent& event) {
  return event.kind != EventKind::GrandTichu && event.kind != EventKind::Push && event.kind != EventKind::Dealt;
}

}  // namespace

PersonSeat::PersonSeat(SharedTable& table, Seat place, TableCaption caption)
    : table_(table), place_(place), state_(std::move(caption)), plays_(std::make_unique<PlayList>()) {
  table_.people.push_back(this);
  // Several people must all come first.
  if (table_.is_company()) {
    for (PersonSeat* person : table_.people) person->wanted_ = 0;
  }
}

void PersonSeat::train(Coach& coach) {
  coach_ = &coach;
  coach.start([this] {
    const Lock lock(table_.mutex);
    if (shown_ != nullptr) publish();
  });
}

void PersonSeat::check_open() const {
  if (table_.closed) throw SeatsClosed();
  if (taken_back_) throw AnswerTakenBack{*taken_back_};
}

void PersonSeat::note(std::uint32_t id, Question question, const Answer& answer, const Observation& seen,
                      bool is_automatic) {
  if (coach_ == nullptr) return;
  coach_->decided(id, question, answer, seen);
  if (is_automatic) return;
  if (question != Question::Bomb || answer.action.kind != ActionKind::NoBomb) decided_.push_back(id);
}

void PersonSeat::await_beat(Lock& lock) {
  table_.beat.await(lock, table_.changed, [this] { return is_left(); });
  check_open();
}

void PersonSeat::begin_round() {
  const Lock lock(table_.mutex);
  state_.begin_round();
  trick_without_ = false;
  decided_.clear();
  table_.absences.clear();
}

void PersonSeat::tell(const SeenEvent& event, const Observation& seen) {
  const bool is_new = !table_.journal.is_replaying();
  Lock lock(table_.mutex);
  if (is_new) check_open();
  if (coach_ != nullptr) coach_->told(event, seen);
  const bool is_answer = std::exchange(table_.answered, std::nullopt) == place_.at(event.who);
  const bool beats = has_beat(event, seen);
  // People are told of an event one after the other: the first waits for its beat.
  const bool is_first = beats && ++beats_ > table_.beats;
  if (is_first) table_.beats = beats_;
  if (is_new && is_first && !(is_answer && is_shown_at_once(event))) await_beat(lock);
  if (event.kind == EventKind::TrickTaken) state_.passing = trick_without_ = false;
  state_.see(event, seen);
  if (!is_new) return;
  if (is_first) table_.beat.mark();
  open_window(is_unhurried() ? BombTime::None : bomb_time(event, seen), seen);
  table_.end_replay();
  // A trick may be taken with the last pass or after bombs were declined, which would tell of them: it is shown with
  // what follows.
  holds_back_ = event.kind == EventKind::TrickTaken;
  publish();
  if (this == table_.people.back()) await_windows(lock);
}

PersonSeat::BombTime PersonSeat::bomb_time(const SeenEvent& event, const Observation& seen) {
  constexpr int SmallestBomb = 4;
  const bool is_play = event.kind == EventKind::Play;
  if ((!is_play && event.kind != EventKind::Pass) || seen.stage != Stage::Play || seen.table.empty()) {
    return BombTime::None;
  }
  const auto others =
      std::ranges::count_if(AllSides, [&](Side s) { return s != seen.table_owner && seen.hand_size[s] > 0; });
  const bool ends_trick = seen.passes >= others;
  if (seen.to_act == Side::Me && !ends_trick) return BombTime::None;
  CardSet left = CardSet::deck();
  for (const CardSet& played : seen.played.values) left -= played;
  if (seen.hand_size[Side::Me] < SmallestBomb || !holds_bomb(left, seen.table)) return BombTime::None;
  // Over an own play a bomb makes sense to keep the Dragon's trick (RULES 7.6).
  if (seen.table_owner == Side::Me && !seen.table.is_dragon()) return BombTime::Beat;
  return is_play || ends_trick ? BombTime::Long : BombTime::Beat;
}

bool PersonSeat::is_unhurried() const {
  return !table_.is_company() && table_.beat.pace() <= std::chrono::milliseconds(0);
}

void PersonSeat::open_window(BombTime time, const Observation& seen) {
  time_ = time;
  if (time != BombTime::None) wants_bomb_ = has_no_bomb_ = false;
  window_ = time != BombTime::None && !legal_plays(Question::Bomb, seen)->empty();
  if (window_) {
    state_.open({0, Question::Bomb, &seen, plays_.get(), false});
  } else {
    state_.close();
  }
  state_.window = is_choosing() ? std::optional(beats_) : std::nullopt;
}

bool PersonSeat::is_choosing() const {
  return time_ == BombTime::Long && !wants_bomb_ && !has_no_bomb_ && !trick_without_ && !state_.passing && !away_;
}

void PersonSeat::await_windows(Lock& lock) {
  if (std::ranges::all_of(table_.people, [](const PersonSeat* each) { return each->time_ == BombTime::None; })) return;
  const auto is_long = [this] { return std::ranges::any_of(table_.people, &PersonSeat::is_choosing); };
  const auto ends = [this] { return is_left() || (wants_bomb_ && !table_.is_company()); };
  table_.beat.await_window(lock, table_.changed, ends, is_long);
  check_open();
  for (PersonSeat* person : table_.people) person->close_window();
}

void PersonSeat::end_window() {
  window_ = false;
  state_.window.reset();
  state_.close();
  publish();
}

void PersonSeat::close_window() {
  time_ = BombTime::None;
  if (window_ || state_.window) end_window();
}

const PlayList* PersonSeat::legal_plays(Question question, const Observation& seen) {
  if (question != Question::Turn && question != Question::Bomb) return nullptr;
  exact_plays(question == Question::Turn ? PlayQuery::turn(seen) : PlayQuery::bomb(seen), *plays_);
  return plays_.get();
}

std::optional<Answer> PersonSeat::pass_on(Lock& lock, Question question, const PlayList* plays) {
  if (!state_.passing || question != Question::Turn || !plays->may_pass()) return std::nullopt;
  table_.beat.await(lock, table_.changed, [this] { return is_left() || !state_.passing; });
  check_open();
  if (!state_.passing) return std::nullopt;
  Answer pass;
  pass.action = Action::pass();
  return pass;
}

std::optional<Answer> PersonSeat::replayed(Question question, const Observation& seen) {
  std::optional<JournalEntry> entry = table_.journal.take(place_, question, seen);
  if (!entry) return std::nullopt;
  const Lock lock(table_.mutex);
  if (!entry->answer) throw std::runtime_error("a person's answer cannot be read: " + entry->answer.error().text);
  table_.answered = place_;
  const bool is_automatic = state_.passing && entry->until_next_trick;
  if (question == Question::Turn) state_.passing = entry->until_next_trick;
  if (entry->is_absent) table_.absences.push_back({place_, question});
  note(entry->id, question, *entry->answer, seen, is_automatic);
  return *entry->answer;
}

std::optional<Answer> PersonSeat::declined(Question question, const Observation& seen) {
  if (question != Question::Bomb || wants_bomb_ || is_unhurried()) return std::nullopt;
  Answer none;
  none.action = Action::no_bomb();
  table_.journal.add({place_, question, none});
  note(last_id_, question, none, seen, true);
  return none;
}

std::optional<Answer> PersonSeat::ask(Question question, const Observation& seen) {
  if (std::optional<Answer> answer = replayed(question, seen)) return answer;
  Lock lock(table_.mutex);
  check_open();
  holds_back_ = false;
  // A former process may have been told that a bomb is coming.
  if (table_.replaying) wants_bomb_ = true;
  table_.end_replay();
  last_id_ = table_.journal.next_id(place_);
  if (std::optional<Answer> none = declined(question, seen)) return none;
  const PlayList* plays = legal_plays(question, seen);
  if (std::optional<Answer> pass = pass_on(lock, question, plays)) {
    table_.journal.add({place_, question, *pass, true});
    note(last_id_, question, *pass, seen, true);
    table_.answered = place_;
    return *pass;
  }
  if (question != Question::Bomb) await_beat(lock);
  open_.emplace(Open{{last_id_, question, &seen, plays}, std::nullopt});
  open_->asked.held = question == Question::Bomb;
  state_.open(open_->asked);
  publish();
  away_ = !await_reply(lock);
  const std::optional<Answer> reply = std::move(open_->reply);
  open_.reset();
  state_.close();
  check_open();
  if (reply) note(last_id_, question, *reply, seen, false);
  publish();
  table_.answered = place_;
  return reply;
}

bool PersonSeat::await_reply(Lock& lock) {
  const auto ends = [this] { return open_->reply || is_left(); };
  if (table_.is_company()) {
    if (away_) {
      // A person who comes back has the whole clock.
      const bool is_back = table_.beat.await_within(lock, table_.changed, table_.clock() / ClocksOfAway,
                                                    [&] { return !away_ || ends(); });
      if (!is_back) return false;
    }
    return table_.beat.await_within(lock, table_.changed, table_.clock(), ends);
  }
  table_.changed.wait(lock, ends);
  return true;
}

void PersonSeat::answer_for(Question question, const Answer& answer) {
  const Lock lock(table_.mutex);
  JournalEntry entry{place_, question, answer};
  entry.is_absent = true;
  table_.journal.add(entry);
  table_.absences.push_back({place_, question});
  table_.publish_all();
}

void PersonSeat::record(const Answer& answer, bool until_next_trick) {
  table_.journal.add({place_, open_->asked.question, answer, until_next_trick});
  open_->reply = answer;
  table_.changed.notify_all();
  state_.close();
  publish();  // who looks before the table's thread goes on finds no question
}

void PersonSeat::end_play() {
  const Lock lock(table_.mutex);
  holds_back_ = false;
  check_open();
  decided_.clear();
}

void PersonSeat::end_round(TableRound round) {
  const Lock lock(table_.mutex);
  state_.rounds.push_back(std::move(round));
}

void PersonSeat::tell_house(std::uint64_t round, PerTeam<Points> score) {
  const Lock lock(table_.mutex);
  if (round >= state_.rounds.size() || state_.rounds[round].house) return;
  state_.rounds[round].house = score;
  if (shown_ != nullptr) publish();
}

void PersonSeat::rewind() {
  const Lock lock(table_.mutex);
  coach_->take_back(*taken_back_);
  taken_back_.reset();
  table_.replaying = true;
  table_.answered.reset();
  table_.beats = beats_ = 0;
  state_.rounds.clear();
}

void PersonSeat::show_failure(const std::string& why) {
  holds_back_ = false;
  state_.stage = TableStage::Failed;
  state_.trouble = why;
  state_.close();
}

bool PersonSeat::refresh_presence() {
  const bool connected = heard_ && std::chrono::steady_clock::now() - *heard_ < MostSilence;
  return std::exchange(connected_, connected) != connected;
}

void PersonSeat::publish() {
  if (table_.replaying || holds_back_) return;
  version_text_ = table_.run + "-" + std::to_string(++version_);
  state_.people = table_.people_text(place_);
  state_.coach =
      coach_ == nullptr ? "null" : coach_->text(decided_.empty() ? std::nullopt : std::optional(decided_.back()));
  shown_ = std::make_shared<const std::string>(
      state_.text(version_text_, table_.beat.pace().count(), table_.beat.bomb_time().count()));
  for (const auto& later : std::exchange(polls_, {})) later->give(snapshot_answer(shown_));
}

void PersonSeat::poll(std::string_view known, std::shared_ptr<DeferredResponse> later) {
  const Lock lock(table_.mutex);
  hear();
  table_.refresh_presence();
  if (shown_ != nullptr && known != version_text_) return later->give(snapshot_answer(shown_));
  // Of pages that were closed nobody tells; the oldest go first.
  if (polls_.size() == MostPolls) {
    polls_.front()->give(polls_.front()->otherwise());
    polls_.erase(polls_.begin());
  }
  polls_.push_back(std::move(later));
}

void PersonSeat::hear() {
  heard_ = std::chrono::steady_clock::now();
  if (std::exchange(away_, false)) table_.changed.notify_all();
  if (wanted_ > 0) return;
  wanted_ = 1;
  table_.publish_all();
  table_.changed.notify_all();
}

void PersonSeat::end_polls() {
  for (const auto& later : std::exchange(polls_, {})) later->give(later->otherwise());
}

HttpResponse PersonSeat::leave() {
  heard_.reset();
  table_.refresh_presence();
  return taken(true);
}

HttpResponse PersonSeat::take(std::string_view text) {
  const auto command = protocol::parse_json_object(text);
  if (!command) return problem_response(400, command.error());
  const auto what = command->find("do");
  const std::string word = what != command->end() && what->is_string() ? what->get<std::string>() : "";
  const Lock lock(table_.mutex);
  if (table_.closed) return problem_response(503, "the table is being closed");
  const bool is_setting = word == "pace" || word == "bomb_time" || word == "leave";
  if (table_.replaying && !is_setting) return problem_response(503, "the table is being opened");
  if (word == "answer") return take_answer(*command);
  if (word == "judge") return judge(*command);
  if (word == "hold") return hold(*command);
  if (word == "no_bomb") return no_bomb(*command);
  if (word == "next") return want_round(*command);
  if (word == "pace" || word == "bomb_time") return set_time(*command, word == "pace");
  if (word == "hint") return hint(*command);
  if (word == "take_back") return take_back(*command);
  if (word == "leave") return leave();
  if (word == "stop_passing") {
    const bool is_news = std::exchange(state_.passing, false);
    if (is_news) publish();
    table_.changed.notify_all();
    return taken(is_news);
  }
  return problem_response(
      400, R"("do" is answer, judge, hold, no_bomb, next, pace, bomb_time, stop_passing, leave, hint or take_back)");
}

bool PersonSeat::is_open(const Json& command) const {
  return open_ && !open_->reply && number_of(command, "id") == std::int64_t{open_->asked.id};
}

HttpResponse PersonSeat::take_answer(const Json& command) {
  const Json said = command.value("answer", Json::object());
  if (!said.is_object()) return problem_response(400, R"("answer" is an object)");
  if (!is_open(said)) {
    const std::int64_t id = number_of(said, "id").value_or(0);
    const std::int64_t next = table_.journal.next_id(place_);
    if (id > 0 && id < next) return taken(false);
    if (id == next) return problem_response(503, "this question is asked in a moment");
    return problem_response(409, "a question of this number was never asked here");
  }
  const Question question = open_->asked.question;
  const protocol::Decoded<Answer> named = protocol::read_json_answer(said, question);
  if (!named) return problem_response(400, named.error());
  const tl::expected<Answer, AnswerRefusal> answer = judge_answer(question, *named, *open_->asked.seen);
  if (!answer) return refused(answer.error());
  const auto on = command.find("until_next_trick");
  const bool goes_on = question == Question::Turn && answer->action.kind == ActionKind::Pass && on != command.end() &&
                       on->is_boolean() && on->get<bool>();
  if (question == Question::Turn) state_.passing = goes_on;
  record(*answer, goes_on);
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
  if (!window_ || number_of(command, "id") != 0) return taken(false);
  wants_bomb_ = true;
  end_window();
  table_.changed.notify_all();
  return taken(true);
}

HttpResponse PersonSeat::no_bomb(const Json& command) {
  const std::optional<std::int64_t> window = number_of(command, "window");
  if (!window || !state_.window || static_cast<std::uint64_t>(*window) != *state_.window) return taken(false);
  has_no_bomb_ = true;
  trick_without_ = command.value("until_next_trick", Json()) == true;
  end_window();
  table_.changed.notify_all();
  return taken(true);
}

HttpResponse PersonSeat::hint(const Json& command) {
  if (coach_ == nullptr || !is_open(command)) return taken(false);
  coach_->hint(last_id_, open_->asked.question, *open_->asked.seen);
  publish();
  return taken(true);
}

HttpResponse PersonSeat::take_back(const Json& command) {
  const std::optional<std::int64_t> id = number_of(command, "id");
  const bool decided = std::ranges::any_of(decided_, [&](std::uint32_t each) { return std::int64_t{each} == id; });
  if (!decided || table_.replaying || taken_back_) return taken(false);
  taken_back_ = static_cast<std::uint32_t>(*id);
  table_.changed.notify_all();
  return taken(true);
}

HttpResponse PersonSeat::want_round(const Json& command) {
  const std::optional<std::int64_t> round = number_of(command, "round");
  const auto next = static_cast<std::int64_t>(state_.rounds.size()) + 1;
  if (!round || *round > next || *round < 1) return problem_response(409, "this round is not the next one");
  if (*round < next || state_.stage != TableStage::Between) return taken(false);
  wanted_ = static_cast<std::uint64_t>(next);
  if (table_.is_company()) table_.publish_all();
  table_.changed.notify_all();
  return taken(true);
}

HttpResponse PersonSeat::set_time(const Json& command, bool is_pace) {
  const std::optional<std::int64_t> ms = number_of(command, "ms");
  if (!ms || *ms < 0 || *ms > MostPace) return problem_response(400, "\"ms\" is a whole number from 0 to 10000");
  const bool is_company = table_.is_company();
  const std::chrono::milliseconds time(*ms);
  const std::chrono::milliseconds least_bomb_time(is_company ? LeastSharedPace : std::chrono::milliseconds(0));
  if (const auto least = is_pace ? table_.least_pace() : least_bomb_time; time < least) {
    return problem_response(400, fmt::format("\"ms\" is at least {} here: {}", least.count(),
                                             is_company ? "sooner nobody could say that a bomb comes"
                                                        : "in less, time would tell of cards"));
  }
  is_pace ? table_.beat.set_pace(time) : table_.beat.set_bomb_time(time);
  table_.changed.notify_all();
  if (shown_ != nullptr) table_.publish_all();
  return taken(true);
}

}  // namespace tichu::arena
