#include "arena/text/sanitized_line.h"

#include <gtest/gtest.h>

#include <string>

namespace tichu::arena {
namespace {

TEST(ForeignLine, LettersOfAllLanguagesStay) {
  EXPECT_EQ(sanitized_line("Käpt'n 龍 \"7\""), "Käpt'n 龍 \"7\"");
  EXPECT_EQ(sanitized_line(""), "");
}

TEST(ForeignLine, WhatATerminalObeysIsReplaced) {
  EXPECT_EQ(sanitized_line("\x1b[2Jred\a\r\n\x7f"), "?[2Jred????");
  EXPECT_EQ(sanitized_line("a\xc2\x9b"
                           "31m"),
            "a?31m");
  EXPECT_EQ(sanitized_line("a\xe2\x80\xae"
                           "b"),
            "a?b");
}

TEST(ForeignLine, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(sanitized_line("a\xff\xc3"), "a??");
  EXPECT_EQ(sanitized_line("\xc0\xaf \xed\xa0\x80"), "?? ???");
  EXPECT_EQ(sanitized_line(std::string("a\0b", 3)), "a?b");
}

TEST(ForeignLine, ItIsBounded) {
  EXPECT_EQ(sanitized_line(std::string(512, 'x')), std::string(512, 'x'));
  EXPECT_EQ(sanitized_line(std::string(513, 'x')), std::string(512, 'x') + "...");
}

}  // namespace
}  // namespace tichu::arena
