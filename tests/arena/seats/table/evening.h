#pragma once

#include <array>
#include <deque>
#include <future>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "arena/hosting/match/table.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/seats/table/coach.h"
#include "arena/seats/table/journaled_player.h"
#include "arena/seats/table/person_player.h"
#include "engine/deal.h"
#include "tests/arena/hosting/match/function_player.h"
#include "tests/arena/hosting/match/random_answers.h"
#include "tests/arena/seats/table/instant_beat.h"
#include "tests/arena/seats/table/page.h"

namespace tichu::tests {

/// A round of people and bots, as one process plays it.
class Evening {
 public:
  Evening(const std::filesystem::path& file, std::uint64_t number, const arena::AnalystLibrary* analyst = nullptr,
          const std::vector<Seat>& people = {Seat(0)})
      : journal_(file), number_(number) {
    for (const Seat at : people) {
      seats_.push_back(std::make_unique<arena::PersonSeat>(table_, at, arena::TableCaption{}));
      pages.emplace_back(*seats_.back());
      deputies_[at] = random_bot(at);
      seated_[at] = std::make_unique<arena::PersonPlayer>(*seats_.back(), deputies_[at].get());
    }
    if (analyst != nullptr) {
      arena::AnalysisSettings cheap;
      cheap.simulations = 100;
      seat().train(coach_.emplace(*analyst, cheap));
    }
    for (const Seat at : AllSeats) {
      if (seated_[at]) continue;
      deputies_[at] = random_bot(at);
      seated_[at] = std::make_unique<arena::JournaledPlayer>(*deputies_[at], journal_, at);
    }
    round_ = std::async(std::launch::async, [this] { play(); });
  }
  /// As if the process ended.
  ~Evening() { table_.close(); }

  arena::PersonSeat& seat() { return *seats_.front(); }
  const std::optional<arena::RoundOutcome>& outcome() const { return outcome_; }
  void wait() { round_.wait(); }

 private:
  std::unique_ptr<FunctionPlayer> random_bot(Seat at) const {
    auto answers = std::make_shared<RandomAnswers>(4 * number_ + static_cast<std::uint64_t>(at.number()));
    return std::make_unique<FunctionPlayer>([answers](Question question, const Observation& seen) {
      return FunctionPlayer::Said(answers->answer(question, seen));
    });
  }
  void play() {
    const Deal cards = deal(5, number_);
    arena::RoundSetup setup{cards, number_, {}, {}};
    for (const Seat at : AllSeats) setup.players[at] = seated_[at].get();
    bool is_played = false;
    while (!is_played) try {
        table_.await_round(1);
        if (coach_) coach_->begin_round({});
        outcome_ = arena::play_round(setup);
        for (const auto& each : seats_) each->end_round({outcome_->score[Team::A], outcome_->score[Team::B]});
        table_.finish();
        is_played = true;
      } catch (const arena::AnswerTakenBack& answer) {
        seat().rewind();
        journal_.take_back(Seat(0), answer.id);
      } catch (const arena::SeatsClosed&) {
        is_played = true;
      }
  }

  arena::AnswerJournal journal_;
  std::uint64_t number_;
  std::vector<std::unique_ptr<arena::PersonSeat>> seats_;

 public:
  InstantBeat beat;
  std::deque<Page> pages;  ///< of the people, in the order of seats
  Page& page() { return pages.front(); }

 private:
  arena::SharedTable table_{journal_, beat, "run", std::chrono::seconds(100)};
  PerSeat<std::unique_ptr<FunctionPlayer>> deputies_;
  PerSeat<std::unique_ptr<arena::Player>> seated_;
  std::optional<arena::RoundOutcome> outcome_;
  std::optional<arena::Coach> coach_;
  std::future<void> round_;
};

/// What somebody answers who does the first thing that is legal.
inline nlohmann::json first_answer(const nlohmann::json& question, const nlohmann::json& seen) {
  const nlohmann::json& id = question.at("id");
  const std::string ask = question.at("ask");
  if (ask == "grand_tichu" || ask == "tichu") return {{"id", id}, {"call", false}};
  if (ask == "push") {
    const std::string hand = seen.at("hand");
    std::array<std::string, 3> words;
    std::istringstream(hand) >> words[0] >> words[1] >> words[2];
    return {{"id", id}, {"push", words}};
  }
  if (ask == "give_dragon") return {{"id", id}, {"give_to", question.at("receivers").front()}};
  if (question.at("legal").at("plays").empty()) return {{"id", id}, {"pass", true}};
  return {{"id", id}, {"play", question.at("legal").at("plays").front()}};
}

inline nlohmann::json first_answer(const nlohmann::json& snapshot) {
  return first_answer(snapshot.at("question"), snapshot.at("seen"));
}

}  // namespace tichu::tests
