#pragma once

namespace tichu::arena {

/// The most connections at a time.
constexpr int MostClients = 512;
/// The most of them that watch: a stream has no end, so some connections are kept for questions that are soon answered.
constexpr int MostWatchers = 448;
/// As long as fewer connections than these are taken, an address may have as many: a proxy asks for all its visitors.
constexpr int UnsharedClients = 256;
/// From then on an address gets another connection only if it has fewer than these.
constexpr int ClientsOfAddress = 32;
/// Of the connections that an address may have, one in so many is not for watching.
constexpr int PartForQuestions = 8;

/// These numbers for a server that wants others.
struct ClientBounds {
  int clients = MostClients;
  int watchers = MostWatchers;
  int unshared = UnsharedClients;
  int of_address = ClientsOfAddress;
  int part_for_questions = PartForQuestions;
};

}  // namespace tichu::arena
