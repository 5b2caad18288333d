// Puts messages into a broker as a leader does, and says what comes of it, for tests:
//
//     broker_probe URL
//
// reads from standard input, and answers each line with one:
//
//     streams                 makes the streams
//     put COUNT BYTES NAME    puts so many messages at a time, under subjects and ids from NAME.0 on
//     subjects                counts the subjects of the units that the broker has
//
// "done", a number, or what the trouble is.

#include <chrono>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "arena/workers/broker/broker.h"

namespace {

using namespace tichu::arena;

std::string put(Broker& broker, std::istream& words) {
  std::size_t count = 0;
  std::size_t bytes = 0;
  std::string name;
  words >> count >> bytes >> name;
  std::vector<OutgoingMessage> messages;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string id = name + "." + std::to_string(i);
    messages.push_back({subject_root(BrokerStream::Units) + id, std::string(bytes, 'x'), id});
  }
  broker.put_all(messages);
  return "done";
}

std::string obeyed(Broker& broker, const std::string& line) {
  std::istringstream words(line);
  std::string what;
  words >> what;
  if (what == "put") return put(broker, words);
  if (what == "subjects") {
    const std::string all = std::string(subject_root(BrokerStream::Units)) + ">";
    return std::to_string(broker.subjects(BrokerStream::Units, all).size());
  }
  broker.make_streams();
  return "done";
}

}  // namespace

int main(int count, char** words) try {
  if (count != 2) {
    std::cerr << "broker_probe URL\n";
    return 2;
  }
  BrokerAddress address;
  address.url = words[1];
  Broker broker(address, "probe");
  for (std::string line; std::getline(std::cin, line);) {
    const auto began = std::chrono::steady_clock::now();
    try {
      std::cout << obeyed(broker, line) << std::endl;
    } catch (const BrokerTrouble& trouble) {
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
      std::cout << "after " << took.count() << " s: " << trouble.what() << std::endl;
    }
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 3;
}
