#pragma once

#include <array>
#include <future>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

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

/// A round of a person and three bots, as one process plays it.
class Evening {
 public:
  Evening(const std::filesystem::path& file, std::uint64_t number, const arena::AnalystLibrary* analyst = nullptr)
      : journal_(file), number_(number) {
    if (analyst != nullptr) {
      arena::AnalysisSettings cheap;
      cheap.simulations = 100;
      seat.train(coach_.emplace(*analyst, cheap));
    }
    for (const Seat at : {Seat(1), Seat(2), Seat(3)}) {
      auto answers = std::make_shared<RandomAnswers>(4 * number + static_cast<std::uint64_t>(at.number()));
      bots_[at] = std::make_unique<FunctionPlayer>([answers](Question question, const Observation& seen) {
        return FunctionPlayer::Said(answers->answer(question, seen));
      });
      journaled_[at] = std::make_unique<arena::JournaledPlayer>(*bots_[at], journal_, at);
    }
    round_ = std::async(std::launch::async, [this] { play(); });
  }
  /// As if the process ended.
  ~Evening() { seat.close(); }

  const std::optional<arena::RoundOutcome>& outcome() const { return outcome_; }
  void wait() { round_.wait(); }

 private:
  void play() {
    const Deal cards = deal(5, number_);
    arena::RoundSetup setup{cards, number_, {}, {}};
    setup.players = {&person_, journaled_[Seat(1)].get(), journaled_[Seat(2)].get(), journaled_[Seat(3)].get()};
    bool is_played = false;
    while (!is_played) try {
        seat.await_round(1);
        if (coach_) coach_->begin_round({});
        outcome_ = arena::play_round(setup);
        seat.end_round({outcome_->score[Team::A], outcome_->score[Team::B]});
        seat.finish();
        is_played = true;
      } catch (const arena::AnswerTakenBack& answer) {
        seat.rewind();
        journal_.undo(Seat(0), answer.id);
      } catch (const arena::SeatsClosed&) {
        is_played = true;
      }
  }

  arena::AnswerJournal journal_;
  InstantBeat beat_;
  std::uint64_t number_;

 public:
  arena::PersonSeat seat{journal_, beat_, arena::TableCaption{}, "run"};
  Page page{seat};

 private:
  arena::PersonPlayer person_{seat};
  PerSeat<std::unique_ptr<FunctionPlayer>> bots_;
  PerSeat<std::unique_ptr<arena::JournaledPlayer>> journaled_;
  std::optional<arena::RoundOutcome> outcome_;
  std::optional<arena::Coach> coach_;
  std::future<void> round_;
};

/// What somebody answers who does the first thing that is legal.
inline nlohmann::json first_answer(const nlohmann::json& question, const nlohmann::json& seen) {
  const nlohmann::json id = question.at("id");
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
