#pragma once

#include <optional>
#include <string>

#include "engine/combination.h"
#include "engine/event.h"
#include "engine/observation.h"
#include "engine/rules.h"
#include "protocol/messages.h"
#include "protocol/tichu.pb.h"

namespace tichu::protocol {

/// The engine's values as messages. Each `encode` fills a message that is clear.
void encode(const Rules& rules, v1::Rules& message);
void encode(const NewBot& setup, v1::NewBot& message);
void encode(const SeenEvent& event, v1::Event& message);
void encode(const Combination& play, v1::LegalPlay& message);
void encode(const Answer& answer, v1::Answer& message);

/// Messages as the engine's values. Numbers out of range are refused, never cut.
Rules decode(const v1::Rules& message);
NewBot decode(const v1::NewBot& message);
/// The event with the sides as seats: the receiver sits at Seat(0).
Decoded<Event> decode(const v1::Event& message);
/// Only the members that `question` asks for are read, and the remark.
Decoded<Answer> decode(Question question, const v1::Answer& message);

}  // namespace tichu::protocol
