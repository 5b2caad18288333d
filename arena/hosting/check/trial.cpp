#include "arena/hosting/check/trial.h"

#include <cassert>
#include <exception>
#include <utility>

#include "arena/hosting/check/sparring_player.h"
#include "arena/hosting/match/table.h"
#include "arena/hosting/player/forwarding_player.h"
#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/question_text.h"
#include "engine/deal.h"

namespace tichu::arena {
namespace {

/// What the players of one table share: its state, and what was decided.
struct TableProgress {
  CheckPlace place;
  TrialOutcome outcome;
  const Interruption& interruption;
  const TrialBots& bots;
  bool broken_off = false;
};

/// Lets a bot's player do its work and notes each decision.
class WatchedPlayer : public ForwardingPlayer {
 public:
  WatchedPlayer(Player& bot, Seat seat, TableProgress& progress)
      : ForwardingPlayer(bot), seat_(seat), progress_(progress) {}

  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override {
    CheckPlace& place = progress_.place;
    ++place.decision;
    place.seat = seat_.number();
    place.question = in_words(question);
    place.what_it_knew = knowledge_text(question, seen);
    progress_.bots.watch(place);
    if (place.decision == progress_.interruption.decision) {
      if (!progress_.interruption.act) {
        progress_.broken_off = true;
        return tl::unexpected(Fault{FaultKind::Crash, "broken off", {}});
      }
      progress_.interruption.act(player());
    }
    tl::expected<TimedAnswer, Fault> said = player().ask(question, seen, limit);
    progress_.outcome.coverage.note(question, seen, said ? &*said : nullptr);
    if (said) progress_.bots.note_answer(said->think_time);
    if (said) progress_.outcome.decisions.push_back({place, question, *said});
    return said;
  }

 private:
  Seat seat_;
  TableProgress& progress_;
};

/// One table: its four players and the rounds.
class Trial {
 public:
  Trial(const TrialSetup& setup, TrialBots& bots, const Interruption& interruption)
      : setup_(setup), bots_(bots), progress_{{}, {}, interruption, bots, false} {
    progress_.place.seed = setup.seed;
    progress_.place.table = setup.number;
    progress_.place.rules = setup.preset;
    for (const Seat seat : AllSeats) {
      if (setup.bot_seats.contains(seat)) {
        players_[seat] = std::make_unique<WatchedPlayer>(bots.at(seat), seat, progress_);
      } else {
        players_[seat] = std::make_unique<SparringPlayer>(trial_seed(setup, seat));
      }
    }
  }

  TrialOutcome play() {
    if (sit_down()) play_rounds();
    return std::move(progress_.outcome);
  }

 private:
  bool sit_down() {
    progress_.place.round = 1;
    progress_.place.deal_index = setup_.deals.front();
    for (const Seat seat : AllSeats) {
      progress_.place.seat = seat.number();
      tl::expected<void, Fault> seated =
          players_[seat]->sit_down({trial_seed(setup_, seat), setup_.rules, bots_.spec().options, true});
      if (!seated) {
        progress_.outcome.fault = TrialFault{progress_.place, std::move(seated.error())};
        return false;
      }
    }
    return true;
  }

  void play_rounds() {
    PerSeat<Player*> players;
    for (const Seat seat : AllSeats) players[seat] = players_[seat].get();
    PerTeam<Points> totals;
    for (const std::uint64_t index : setup_.deals) {
      progress_.place.deal_index = index;
      const Deal cards = deal(setup_.seed, index);
      RoundOutcome round = play_round({cards, index, setup_.rules, totals, players, bots_.limits()});
      if (round.record.failure) {
        note_fault(std::move(round.faults.back()));
        return;
      }
      ++progress_.outcome.rounds;
      ++progress_.place.round;
      for (const Team team : {Team::A, Team::B}) totals[team] += round.score[team];
    }
  }

  void note_fault(SeatFault fault) {
    if (progress_.broken_off) return;
    assert(setup_.bot_seats.contains(fault.seat));
    progress_.outcome.fault = TrialFault{progress_.place, std::move(fault.fault)};
  }

  const TrialSetup& setup_;
  TrialBots& bots_;
  TableProgress progress_;
  PerSeat<std::unique_ptr<Player>> players_;
};

}  // namespace

TrialBots::~TrialBots() {
  try {
    for (Player* player : players()) {
      if (BotProcess* process = player->process()) process->leave();
    }
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the others are ended without a goodbye
  }
}

Player& TrialBots::at(Seat seat) {
  if (!players_[seat]) players_[seat] = make_player(plan_.bot, plan_.limits, plan_.sandbox);
  return *players_[seat];
}

std::vector<Player*> TrialBots::players() {
  std::vector<Player*> made;
  for (const std::unique_ptr<Player>& player : players_.values) {
    if (player) made.push_back(player.get());
  }
  return made;
}

TrialOutcome play_trial(const TrialSetup& setup, TrialBots& bots, const Interruption& interruption) {
  return Trial(setup, bots, interruption).play();
}

}  // namespace tichu::arena
