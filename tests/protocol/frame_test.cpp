#include "protocol/frame.h"

#include <gtest/gtest.h>

#include <string>

#include "protocol/tichu.pb.h"

namespace tichu::protocol {
namespace {

using namespace std::string_literals;

FrameStatus status_after(const std::string& bytes, std::size_t limit = DefaultFrameLimit) {
  FrameReader reader(limit);
  reader.feed(bytes);
  return reader.next().status;
}

TEST(Frame, AMessageIsItsLengthAndItsBytes) {
  v1::FromBot message;
  message.mutable_answer()->set_id(7);
  message.mutable_answer()->set_call(true);
  FrameWriter writer;
  EXPECT_EQ(writer.write(message), "\x06\x12\x04\x08\x07\x10\x01"s);
}

TEST(Frame, ALengthAbove127TakesTwoBytes) {
  v1::FromBot message;
  message.mutable_hello()->set_name(std::string(300, 'x'));
  FrameWriter writer;
  const std::string bytes(writer.write(message));
  EXPECT_EQ(bytes.substr(0, 2), "\xb2\x02"s);  // 306 = 2 * 128 + 50
  EXPECT_EQ(bytes.size(), 308u);
}

TEST(Frame, ComesWholeFromSingleBytes) {
  FrameReader reader;
  const std::string stream =
      "\x03"
      "abc"
      "\x00"s +
      "\x01"
      "d";
  std::string payloads;
  for (const char byte : stream) {
    reader.feed({&byte, 1});
    for (Frame frame = reader.next(); frame.status == FrameStatus::Complete; frame = reader.next()) {
      payloads.append("[").append(frame.payload).append("]");
    }
  }
  EXPECT_EQ(payloads, "[abc][][d]");
  EXPECT_EQ(reader.pending(), 0u);
}

TEST(Frame, SeveralComeFromOnePiece) {
  FrameReader reader;
  reader.feed(
      "\x01"
      "a"
      "\x02"
      "bc"
      "\x03"
      "d");
  EXPECT_EQ(reader.next().payload, "a");
  EXPECT_EQ(reader.next().payload, "bc");
  EXPECT_EQ(reader.next().status, FrameStatus::Incomplete);
  EXPECT_EQ(reader.pending(), 2u);
  reader.feed("ef");
  EXPECT_EQ(reader.next().payload, "def");
}

TEST(Frame, ALengthUpToTheLimitIsTakenAndOneMoreIsOversized) {
  EXPECT_EQ(status_after("\xe8\x07" + std::string(1000, 'x'), 1000), FrameStatus::Complete);
  EXPECT_EQ(status_after("\xe9\x07"s, 1000), FrameStatus::Oversized);
}

TEST(Frame, AnOversizedLengthIsSeenBeforeItsBytesCome) {
  EXPECT_EQ(status_after("\x80\x80\x80\x80\x10"s), FrameStatus::Oversized);  // 4 GiB
  EXPECT_EQ(status_after("\x81\x80\x40"s), FrameStatus::Oversized);          // 1 MiB + 1
  EXPECT_EQ(status_after("\x80\x80\x40"s), FrameStatus::Incomplete);         // 1 MiB
}

TEST(Frame, ALongerVarintThanTheNumberNeedsIsRefused) {
  EXPECT_EQ(status_after("\x80\x00"s), FrameStatus::BadLength);
  EXPECT_EQ(status_after("\x85\x80\x00"s), FrameStatus::BadLength);
  EXPECT_EQ(status_after("\x80\x80\x80\x80\x80"s), FrameStatus::BadLength);
  EXPECT_EQ(status_after("\x80\x80\x80\x80\x80\x80\x80"s), FrameStatus::BadLength);
}

TEST(Frame, ABrokenStreamStaysBroken) {
  FrameReader reader;
  reader.feed("\x80\x00"s);
  ASSERT_EQ(reader.next().status, FrameStatus::BadLength);
  reader.feed(
      "\x01"
      "a");
  EXPECT_EQ(reader.next().status, FrameStatus::BadLength);
}

TEST(Frame, AWriterIsUsedAgain) {
  FrameWriter writer;
  v1::FromBot message;
  message.mutable_hello()->set_name(std::string(500, 'x'));
  writer.write(message);
  message.Clear();
  message.mutable_answer()->set_id(1);
  EXPECT_EQ(writer.write(message), "\x04\x12\x02\x08\x01"s);
}

}  // namespace
}  // namespace tichu::protocol
