#include "arena/seats/remote_seat.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "arena/hosting/player/remote_seats.h"
#include "arena/presentation/live/json_response.h"
#include "arena/text/digest.h"
#include "protocol/json_messages.h"
#include "protocol/json_reading.h"

namespace tichu::arena {
namespace {

/// A question that is handed out anew so often was never answered in time.
constexpr int MostHandOuts = 100;
/// The network's time is believed up to here: a client that delays its signs of life gains no more.
constexpr std::chrono::milliseconds MostNetworkTime{1000};
constexpr std::chrono::seconds BetweenMeasurements{1};
/// A client that is late and gives no sign of life within this time is away.
constexpr std::chrono::seconds SignOfLifeTime{5};
/// A client that polls asks again within this time, though a poll that gets no question takes 25 seconds.
constexpr std::chrono::seconds PollingTime{35};

/// A client that polls asks again at once when it has answered, and one with a WebSocket closes it at the goodbye: on a
/// busy machine within this time.
constexpr std::chrono::seconds LeaveTime{15};
/// A client whose connection is cut comes again within this time, unless it had the goodbye.
constexpr std::chrono::seconds ReturnTime{2};

/// Of the faults that one message tells of.
constexpr std::size_t MostFaultBytes = 4096;
/// Half of all numbers: the others are left for what is asked.
constexpr std::uint64_t FirstIds = std::uint64_t{1} << 31;

/// The number that a message answers; nullopt if it is no message or has none.
std::optional<std::uint32_t> id_of(std::string_view text) {
  const auto message = protocol::parse_json_object(text);
  if (!message) return std::nullopt;
  const auto id = protocol::read_json_id(*message);
  return id ? std::optional(*id) : std::nullopt;
}

}  // namespace

RemoteSeat::RemoteSeat(std::string name, const RemoteLimits& limits, std::uint32_t first_id)
    : name_(std::move(name)), limits_(limits), first_id_(first_id), last_id_(first_id) {}

std::uint32_t RemoteSeat::random_first_id() { return static_cast<std::uint32_t>(random_number() % FirstIds); }

SeatFigures RemoteSeat::figures() const {
  const std::scoped_lock lock(mutex_);
  return figures_;
}

SeatPresence RemoteSeat::presence() const {
  const std::scoped_lock lock(mutex_);
  if (!came_at_) return {};
  const Clock::time_point now = Clock::now();
  const bool is_connected = is_client_connected(now);
  return {is_connected, now - (is_connected ? *came_at_ : seen_at_)};
}

bool RemoteSeat::is_client_connected(Clock::time_point now) const {
  const bool has_question = open_ && open_->handed_at;
  return end_ != nullptr || (polls_ && (has_question || now < seen_at_ + PollingTime));
}

void RemoteSeat::note_arrival() {
  const Clock::time_point now = Clock::now();
  if (!came_at_ || !is_client_connected(now)) came_at_ = now;
  seen_at_ = now;
}

std::uint32_t RemoteSeat::take_chair() {
  const std::scoped_lock lock(mutex_);
  std::uint32_t chair = 1;
  while (!chairs_.insert(chair).second) ++chair;
  return chair;
}

void RemoteSeat::leave_chair(std::uint32_t chair) {
  const std::scoped_lock lock(mutex_);
  chairs_.erase(chair);
}

std::uint64_t RemoteSeat::await_client(std::optional<std::chrono::milliseconds> patience) {
  Lock lock(mutex_);
  const auto is_decided = [this] { return end_ != nullptr || polls_ || closed_ || off_; };
  if (patience) {
    changed_.wait_for(lock, *patience, is_decided);
  } else {
    changed_.wait(lock, is_decided);
  }
  if (off_ || (end_ == nullptr && !polls_)) throw SeatsClosed();
  return session_number_;
}

BotIdentity RemoteSeat::identity() const {
  const std::scoped_lock lock(mutex_);
  return identity_;
}

std::uint32_t RemoteSeat::next_id() {
  const std::scoped_lock lock(mutex_);
  return ++last_id_;
}

std::optional<RemoteSeat::Reply> RemoteSeat::ask(std::uint64_t session, std::uint32_t id, const std::string& question,
                                                 std::chrono::milliseconds limit) {
  Lock lock(mutex_);
  changed_.wait(lock, [&] { return !open_ || session != session_number_; });
  if (session != session_number_) lose("its program was started anew");
  open_ = Open{id, session, &question, std::nullopt, Clock::now(), 0, std::nullopt, std::nullopt};
  const auto close = [this] {
    open_.reset();
    changed_.notify_all();
  };
  hand_out();
  try {
    std::optional<Reply> reply = await_reply(lock, session, limit);
    close();
    return reply;
  } catch (...) {
    close();
    throw;
  }
}

std::optional<RemoteSeat::Reply> RemoteSeat::await_reply(Lock& lock, std::uint64_t session,
                                                         std::chrono::milliseconds limit) {
  while (true) {
    if (off_) throw SeatsClosed();
    if (open_->reply) {
      Reply reply = std::move(*open_->reply);
      const std::chrono::nanoseconds network = std::min<std::chrono::nanoseconds>(
          {round_trip_.value_or(std::chrono::nanoseconds(0)), MostNetworkTime, reply.think_time});
      reply.think_time -= network;
      figures_.network += network;
      figures_.thinking += reply.think_time;
      figures_.questions += 1;
      if (reply.think_time > limit) return std::nullopt;
      return reply;
    }
    if (session != session_number_) lose("its program was started anew");
    const std::optional<Clock::time_point> next = next_look(limit);
    if (!next) return std::nullopt;
    changed_.wait_until(lock, *next);
  }
}

std::optional<RemoteSeat::Clock::time_point> RemoteSeat::next_look(std::chrono::milliseconds limit) {
  const Clock::time_point now = Clock::now();
  if (open_->hand_outs > MostHandOuts) lose(fmt::format("a question was handed out {} times", MostHandOuts));
  if (!open_->handed_at) {
    if (closed_) throw SeatsClosed();
    const Clock::time_point end = open_->alone_since + limits_.away;
    if (now < end) return end;
    lose(fmt::format("its bot was away for {} ms (the limit remote_away_ms)", limits_.away.count()));
  }
  const Clock::time_point late = *open_->handed_at + limit + MostNetworkTime;
  if (now < late) return late;
  if (end_ == nullptr) {  // it polls: nobody can ask whether it is there
    const Clock::time_point end = late + limits_.away;
    if (now < end && !closed_) return end;
    polls_ = false;
    if (closed_) throw SeatsClosed();
    lose(fmt::format("its bot took a question and was not seen again for {} ms", limits_.away.count()));
  }
  if (!open_->pinged_at) {
    open_->pinged_at = now;
    end_->ping();
  }
  if (heard_at_ > open_->pinged_at) return std::nullopt;
  const Clock::time_point silent = *open_->pinged_at + SignOfLifeTime;
  if (now < silent) return silent;
  end_->close(seat_close::Silent, "no sign of life");
  end_ = nullptr;
  seen_at_ = *open_->handed_at;
  be_alone();
  return now;
}

void RemoteSeat::lose(const std::string& why) {
  figures_.lost_boards += 1;
  throw SeatLost("the seat " + name_ + " lost the board: " + why);
}

void RemoteSeat::hand_out() {
  const auto note = [this] {
    open_->handed_at = Clock::now();
    open_->pinged_at.reset();
    if (open_->hand_outs++ > 0) figures_.asked_again += 1;
  };
  if (!open_ || open_->reply || open_->session != session_number_) return;
  if (end_ != nullptr) {
    end_->send(*open_->question);
    note();
    if (Clock::now() >= measured_at_ + BetweenMeasurements) measure_network();
  } else if (poll_ != nullptr && polled_after_ != open_->id) {
    note();
    std::exchange(poll_, nullptr)->give(written_json_response(*open_->question));
  }
}

void RemoteSeat::measure_network() {
  measured_at_ = Clock::now();
  end_->ping();
}

void RemoteSeat::be_alone() {
  round_trip_.reset();
  if (!open_) return;
  open_->handed_at.reset();
  open_->pinged_at.reset();
  open_->alone_since = Clock::now();
}

void RemoteSeat::note_session(const std::string& session) {
  if (session_ == session) return;
  session_ = session;
  session_number_ += 1;
}

void RemoteSeat::send_away() {
  if (end_ != nullptr)
    std::exchange(end_, nullptr)->close(seat_close::TakenOver, "another connection has the seat now");
  if (poll_ != nullptr) {
    std::exchange(poll_, nullptr)->give(problem_response(409, "another connection has the seat now"));
  }
}

void RemoteSeat::come(std::shared_ptr<WebSocketEnd> end, const std::string& session, BotIdentity identity) {
  const std::scoped_lock lock(mutex_);
  note_arrival();
  send_away();
  polls_ = false;
  end_ = std::move(end);
  identity_ = std::move(identity);
  figures_.connections += 1;
  note_session(session);
  be_alone();
  measure_network();
  hand_out();
  dismiss();
  changed_.notify_all();
}

void RemoteSeat::go(const WebSocketEnd& end, bool is_closed) {
  const std::scoped_lock lock(mutex_);
  if (leaving_ == &end) {
    leaving_ = nullptr;
    if (is_closed) {
      leaves_by_.reset();
    } else if (leaves_by_) {
      leaves_by_ = std::min(*leaves_by_, Clock::now() + ReturnTime);
    }
    changed_.notify_all();
  }
  if (end_.get() != &end) return;
  end_ = nullptr;
  seen_at_ = Clock::now();
  be_alone();
  changed_.notify_all();
}

void RemoteSeat::poll(std::optional<std::uint32_t> after, const std::string& session,
                      std::shared_ptr<DeferredResponse> later) {
  const std::scoped_lock lock(mutex_);
  if (!polls_ || session_ != session) figures_.connections += 1;
  note_arrival();
  send_away();
  polls_ = true;
  if (identity_.name.empty()) identity_.name = name_;
  note_session(session);
  poll_ = std::move(later);
  polled_after_ = after;
  if (open_ && open_->id != after) be_alone();
  hand_out();
  dismiss();
  changed_.notify_all();
}

AnswerReceipt RemoteSeat::answer(std::string_view text, const WebSocketEnd* from) {
  const std::scoped_lock lock(mutex_);
  if (from != nullptr && from != end_.get()) return AnswerReceipt::Known;
  const std::optional<std::uint32_t> id = id_of(text);
  const bool is_asked = open_ && open_->handed_at && !open_->reply;
  if (!id) {
    if (!is_asked) return AnswerReceipt::Unread;
  } else if (!is_asked || *id != open_->id) {
    return *id > first_id_ && *id <= last_id_ ? AnswerReceipt::Known : AnswerReceipt::Unasked;
  }
  take_reply({std::string(text)});
  return AnswerReceipt::Taken;
}

void RemoteSeat::refuse_long_answer(const WebSocketEnd* from) {
  const std::scoped_lock lock(mutex_);
  if (from != nullptr && from != end_.get()) return;
  if (open_ && open_->handed_at && !open_->reply) take_reply({{}, {}, true});
}

void RemoteSeat::take_reply(Reply reply) {
  seen_at_ = Clock::now();
  reply.think_time = Clock::now() - *open_->handed_at;
  open_->reply = std::move(reply);
  changed_.notify_all();
}

void RemoteSeat::measure(const WebSocketEnd& end, std::chrono::nanoseconds round_trip) {
  const std::scoped_lock lock(mutex_);
  if (end_.get() != &end) return;
  heard_at_ = Clock::now();
  round_trip_ = std::min(round_trip, round_trip_.value_or(round_trip));
  changed_.notify_all();
}

void RemoteSeat::note_fault(protocol::AnswerFault fault) {
  const std::scoped_lock lock(mutex_);
  if (fault_) {
    const std::string before = fmt::format("; question {}: {}", fault_->id, fault_->text);
    fault.text += fault.text.size() + before.size() > MostFaultBytes ? "; and others before" : before;
  }
  fault_ = std::move(fault);
}

void RemoteSeat::note_retry() {
  const std::scoped_lock lock(mutex_);
  figures_.retries += 1;
}

std::optional<protocol::AnswerFault> RemoteSeat::take_fault() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(fault_, std::nullopt);
}

void RemoteSeat::stop_waiting() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

void RemoteSeat::break_off(bool is_off) {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(off_, is_off) != is_off) changed_.notify_all();
}

void RemoteSeat::say_goodbye() {
  const std::scoped_lock lock(mutex_);
  protocol::JsonWriter goodbye;
  goodbye.open('{').key("goodbye").truth(true);
  if (fault_) put_object(goodbye.key("fault"), protocol::fault_members(), *fault_);
  goodbye_ = goodbye.close('}').view();
  goodbye_at_ = Clock::now();
  if (came_at_) leaves_by_ = seen_at_ + (polls_ ? LeaveTime : ReturnTime);
  dismiss();
}

void RemoteSeat::await_leave() {
  Lock lock(mutex_);
  while (leaves_by_ && Clock::now() < *leaves_by_) changed_.wait_until(lock, Clock::time_point(*leaves_by_));
}

void RemoteSeat::dismiss() {
  if (!goodbye_) return;
  if (end_ != nullptr) {
    end_->send(*goodbye_);
    leaving_ = end_.get();
    if (leaves_by_) leaves_by_ = goodbye_at_ + LeaveTime;
    std::exchange(end_, nullptr)->close(seat_close::Done, "nothing more will be asked");
  }
  if (poll_ != nullptr) {
    std::exchange(poll_, nullptr)->give(written_json_response(*goodbye_));
    polls_ = false;
    leaves_by_.reset();
  }
}

}  // namespace tichu::arena
