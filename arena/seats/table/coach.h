#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/analysis/round_analysis.h"
#include "arena/text/input_error.h"
#include "engine/answer.h"
#include "engine/observation.h"
#include "protocol/json_writer.h"

namespace tichu::arena {

/// What is known of a mistake besides its points.
enum class MistakeCause : std::uint8_t {
  BombBroken,      ///< a bomb was held and is no more, and after the better move it would be
  PartnersTrick,   ///< a play on the trick of the partner, whose call is open, where a pass was better
  PartnersCall,    ///< a call although the partner has called
  OpponentsTrick,  ///< a pass on the trick of an opponent whose call is open, where a play was better
  LeadGiven,       ///< a lead of the Dog, where another was better
};

constexpr std::array<std::string_view, 5> words_of(MistakeCause) {
  return {"bomb_broken", "partners_trick", "partners_call", "opponents_trick", "lead_given"};
}

/// Why `best` was better than what was played, as far as the cards say so.
std::vector<MistakeCause> causes_of(const SeenDecision& decision, const Answer& best, const Observation& seen);

/// The analyst of `analyse`: the bundled sampler. The error says why it cannot be used.
OrInputError<std::unique_ptr<AnalystLibrary>> load_analyst();

/// What is found of a decision, as members of an object (`CoachTold` of `sit_model.ts`).
void put_told(protocol::JsonWriter& out, const SeenDecision& decision, const DecisionVerdict& verdict,
              const std::vector<MistakeCause>& causes);

/// Tells a person in training what decisions lost, as `analyse` would with the same settings, and what to do. It has a
/// thread of its own, and is given what the seat knows and nothing else. The decisions of the last rounds
/// are remembered, so that what is decided again in the same way costs nothing.
class Coach {
 public:
  /// `analyst` must outlive this object.
  Coach(const AnalystLibrary& analyst, const AnalysisSettings& settings);
  ~Coach();
  Coach(const Coach&) = delete;
  Coach& operator=(const Coach&) = delete;

  /// Begins the coach's thread, which calls `news` whenever `text` is another. Before all else.
  void start(std::function<void()> news);

  // By any thread.

  /// What follows belongs to this round.
  void begin_round(const RoundNumbers& round);
  /// The person's answer to the question of this number.
  void decided(std::uint32_t id, Question question, const Answer& answer, const Observation& seen);
  /// An event, which may be the call with which an answer began.
  void told(const SeenEvent& event, const Observation& seen);
  /// The person asks what to do.
  void hint(std::uint32_t id, Question question, const Observation& seen);
  /// The person takes back this answer and all since, to try again.
  void take_back(std::uint32_t id);
  /// What is found of the round under way, as a JSON object (`sit_model.ts`).
  std::string text(std::optional<std::uint32_t> last_decided) const;

 private:
  /// A decision with a copy of what its seat knew.
  struct Task {
    std::uint32_t id = 0;
    bool is_hint = false;
    RoundNumbers round;
    SeenDecision decision;
    Observation seen;
    std::vector<SeenEvent> events;
  };
  struct Found {
    std::uint32_t id = 0;
    RoundNumbers round;
    std::uint32_t events = 0;
    SeenDecision decision;
    DecisionVerdict verdict;
    std::vector<MistakeCause> causes;
    std::shared_ptr<const Found> before;  ///< the try that was taken back; null if there was none
  };
  /// A question that the person asked about, and what to do.
  struct Hint {
    std::uint32_t id = 0;
    Question question = Question::Turn;
    std::vector<std::string> moves;
  };
  /// An answer with a call: the rest of it is decided after the call.
  struct Rest {
    std::uint32_t id = 0;
    Answer answer;
  };
  using Lock = std::unique_lock<std::mutex>;

  void run();
  void judge(Lock& lock, const std::shared_ptr<const Task>& task, PluginAnalyst& analyst);
  void add_hint(std::uint32_t id, Question question, const Observation& seen);
  /// What to play once the call that was advised is made: it is another position.
  void hint_after_call(const Task& call);
  void add(std::uint32_t id, bool is_hint, std::vector<SeenDecision> decisions, const Observation& seen);
  bool is_known(const Task& task) const;
  void keep(Found found);
  static void remember(std::deque<Found>& list, Found found);
  bool is_of_round(const RoundNumbers& round) const;

  const AnalystLibrary& library_;
  const AnalysisSettings settings_;
  std::function<void()> news_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  RoundNumbers round_;
  std::optional<Rest> rest_;
  std::deque<Task> tasks_;
  std::shared_ptr<const Task> working_;  ///< what is judged; null once it was taken back
  std::deque<Found> found_;
  std::deque<Found> taken_back_;
  std::optional<Hint> hint_;
  std::string trouble_;
  std::jthread thread_;
};

}  // namespace tichu::arena
