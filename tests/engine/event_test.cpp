#include "engine/event.h"

#include <gtest/gtest.h>

#include "engine/notation.h"

namespace tichu {
namespace {

Event event(std::string_view text) { return *parse_event(text); }

// RULES 3.1
TEST(Event, DealtCardsAreShownToTheirSeatAlone) {
  const Event dealt = event("1: dealt 2j 3j 4j 5j 6j 7j 8s Mah");
  for (const Seat viewer : AllSeats) EXPECT_EQ(dealt.seen_by(viewer).has_value(), viewer == Seat(1));
}

// RULES 3.4
TEST(Event, APushShowsEachReceiverItsOwnCardAndNothingElse) {
  const Event push = event("1: push 2j 3s Ap");
  EXPECT_EQ(push.seen_by(Seat(1)), push);
  EXPECT_EQ(push.seen_by(Seat(2)), event("1: push 2j ? ?"));
  EXPECT_EQ(push.seen_by(Seat(3)), event("1: push ? 3s ?"));
  EXPECT_EQ(push.seen_by(Seat(0)), event("1: push ? ? Ap"));
}

// RULES 3.5
TEST(Event, EverythingElseIsPublic) {
  for (const char* text : {"0: tichu", "1: grand_tichu", "2: pass", "3: play Mah wish 9",
                           "0: trick_taken to 1 points 25", "0: give_dragon to 1", "2: play 8j 8s 8p 8t out_of_turn"}) {
    for (const Seat viewer : AllSeats) EXPECT_EQ(event(text).seen_by(viewer), event(text)) << text;
  }
}

TEST(Event, EveryEventReadsBackFromItsText) {
  for (const char* text :
       {"0: tichu", "1: grand_tichu", "2: pass", "3: play Mah wish 9", "0: trick_taken to 1 points -25",
        "0: give_dragon to 1", "2: play 8j 8s 8p 8t out_of_turn", "1: push ? 3s ?", "1: dealt 2j Mah"}) {
    EXPECT_EQ(event(to_text(event(text))), event(text)) << text;
  }
}

}  // namespace
}  // namespace tichu
