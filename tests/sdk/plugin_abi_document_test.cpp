// The tables of PLUGIN_ABI.md, held against the header.

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <map>
#include <ostream>
#include <regex>
#include <string>
#include <vector>

#include "sdk/analyst_abi.h"
#include "sdk/plugin_abi.h"

namespace tichu::test {
namespace {

/// A struct's member, or in the document a row of its table.
struct Member {
  std::string name;
  std::size_t offset;
  std::size_t size;
  friend bool operator==(const Member&, const Member&) = default;
};

std::ostream& operator<<(std::ostream& out, const Member& member) {
  return out << member.name << " at " << member.offset << " of " << member.size;
}

/// What the document says of a struct: the members in its table, and the bytes that are named before it.
struct Described {
  std::size_t size = 0;
  std::vector<Member> members;
};

/// By the last word of the heading.
std::map<std::string, Described> read_document() {
  std::ifstream document(TICHU_ABI_DOCUMENT);
  std::map<std::string, Described> structs;
  std::string heading;
  const std::regex row(R"(\| (\d+) \| (\d+) \| (\w+) \|.*)");
  const std::regex bytes(R"((?:.* )?(\d+) bytes[.:].*)");
  for (std::string line; std::getline(document, line);) {
    std::smatch match;
    if (line.starts_with("#")) heading = line.substr(line.rfind(' ') + 1);
    if (std::regex_match(line, match, row)) {
      structs[heading].members.push_back({match[3], std::stoul(match[1]), std::stoul(match[2])});
    } else if (std::regex_match(line, match, bytes)) {
      structs[heading].size = std::stoul(match[1]);
    }
  }
  return structs;
}

void expect_described(const std::string& name, std::size_t size, const std::vector<Member>& members) {
  const Described described = read_document()[name];
  EXPECT_EQ(described.size, size) << name;
  EXPECT_EQ(described.members, members) << name;
}

/// A member as the compiler sees it.
template <typename Struct, typename Type>
Member member(const char* name, Type Struct::*place) {
  const Struct object{};
  const auto* begin = reinterpret_cast<const char*>(&object);
  const auto* there = reinterpret_cast<const char*>(&(object.*place));
  return {name, static_cast<std::size_t>(there - begin), sizeof(Type)};
}

TEST(PluginAbiDocument, TellsCombinationsAndEventsAsTheyAre) {
  using C = tichu_combination;
  expect_described("tichu_combination", sizeof(C),
                   {member("cards", &C::cards), member("kind", &C::kind), member("length", &C::length),
                    member("rank", &C::rank), member("phoenix_as", &C::phoenix_as), member("reserved", &C::reserved)});
  using E = tichu_event;
  expect_described("tichu_event", sizeof(E),
                   {member("kind", &E::kind), member("who", &E::who), member("to", &E::to), member("wish", &E::wish),
                    member("out_of_turn", &E::out_of_turn), member("push", &E::push), member("points", &E::points),
                    member("reserved", &E::reserved), member("combination", &E::combination)});
}

TEST(PluginAbiDocument, TellsTheRulesAndTheSetupAsTheyAre) {
  using R = tichu_rules;
  expect_described(
      "tichu_rules", sizeof(R),
      {member("partners_may_both_call_grand", &R::partners_may_both_call_grand),
       member("tichu_before_push", &R::tichu_before_push), member("bomb_ignores_wish", &R::bomb_ignores_wish),
       member("dragon_only_to_seat_with_cards", &R::dragon_only_to_seat_with_cards),
       member("draw_on_tie", &R::draw_on_tie), member("reserved", &R::reserved), member("target", &R::target)});
  using S = tichu_setup;
  expect_described("tichu_setup", sizeof(S),
                   {member("size", &S::size), member("option_count", &S::option_count), member("seed", &S::seed),
                    member("rules", &S::rules), member("remarks", &S::remarks), member("reserved", &S::reserved),
                    member("options", &S::options)});
}

TEST(PluginAbiDocument, TellsTheObservationAsItIs) {
  using O = tichu_observation;
  expect_described("tichu_observation", sizeof(O),
                   {member("hand", &O::hand),
                    member("first_eight", &O::first_eight),
                    member("played", &O::played),
                    member("trick_cards", &O::trick_cards),
                    member("table", &O::table),
                    member("given", &O::given),
                    member("received", &O::received),
                    member("calls", &O::calls),
                    member("hand_size", &O::hand_size),
                    member("won", &O::won),
                    member("trick_points", &O::trick_points),
                    member("table_owner", &O::table_owner),
                    member("to_act", &O::to_act),
                    member("wish", &O::wish),
                    member("stage", &O::stage),
                    member("passes", &O::passes),
                    member("out_count", &O::out_count),
                    member("out", &O::out),
                    member("rules", &O::rules),
                    member("own_score", &O::own_score),
                    member("their_score", &O::their_score),
                    member("event_count", &O::event_count),
                    member("events", &O::events)});
}

TEST(PluginAbiDocument, TellsTheAnswerAndTheTableAsTheyAre) {
  using A = tichu_answer;
  expect_described("tichu_answer", sizeof(A),
                   {member("combination", &A::combination), member("call", &A::call), member("wish", &A::wish),
                    member("give_to", &A::give_to), member("push", &A::push), member("reserved", &A::reserved),
                    member("remark", &A::remark)});
  using P = tichu_move_probability;
  expect_described("tichu_move_probability", sizeof(P),
                   {member("move", &P::move), member("probability", &P::probability)});
  using W = tichu_remark;
  expect_described("tichu_remark", sizeof(W),
                   {member("note", &W::note), member("value", &W::value), member("probabilities", &W::probabilities),
                    member("probability_count", &W::probability_count), member("has_value", &W::has_value),
                    member("reserved", &W::reserved)});
  using T = tichu_bot_table;
  expect_described("tichu_bot_table", sizeof(T),
                   {member("abi_version", &T::abi_version), member("table_size", &T::table_size),
                    member("observation_size", &T::observation_size), member("event_size", &T::event_size),
                    member("setup_size", &T::setup_size), member("answer_size", &T::answer_size),
                    member("name", &T::name), member("version", &T::version), member("create", &T::create),
                    member("destroy", &T::destroy), member("observe", &T::observe), member("decide", &T::decide)});
}

TEST(PluginAbiDocument, TellsTheTableOfAnAnalystAsThatOfABot) {
  using T = tichu_analyst_table;
  Described bot = read_document()["tichu_bot_table"];
  for (Member& each : bot.members) {
    if (each.name == "observe") each.name = "propose";
    if (each.name == "decide") each.name = "judge";
  }
  EXPECT_EQ(bot.size, sizeof(T));
  EXPECT_EQ(bot.members,
            (std::vector<Member>{member("abi_version", &T::abi_version), member("table_size", &T::table_size),
                                 member("observation_size", &T::observation_size), member("event_size", &T::event_size),
                                 member("setup_size", &T::setup_size), member("answer_size", &T::answer_size),
                                 member("name", &T::name), member("version", &T::version), member("create", &T::create),
                                 member("destroy", &T::destroy), member("propose", &T::propose),
                                 member("judge", &T::judge)}));
}

TEST(PluginAbiDocument, NamesTheVersionThatTheHeaderHas) {
  std::ifstream document(TICHU_ABI_DOCUMENT);
  const std::string text{std::istreambuf_iterator<char>(document), {}};
  EXPECT_NE(text.find("\nVersion " + std::to_string(TICHU_ABI_VERSION) + ". "), std::string::npos);
}

}  // namespace
}  // namespace tichu::test
