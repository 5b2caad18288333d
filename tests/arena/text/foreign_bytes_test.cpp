#include "arena/text/foreign_bytes.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(ForeignBytes, QuotesWhatABotWroteWithoutItsControlCharacters) {
  EXPECT_EQ(quoted_output("one\ntwo\x1b[2J"), "  | one\n  | two?[2J");
}

TEST(ForeignBytes, AreShownInHexadecimalSixteenALine) {
  EXPECT_EQ(hexadecimal_lines(""), "");
  EXPECT_EQ(hexadecimal_lines("Tichu\n"), "  0000  54 69 63 68 75 0a                                Tichu.\n");
  EXPECT_EQ(hexadecimal_lines(std::string(17, '\xff')),
            "  0000  ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff  ................\n"
            "  0010  ff                                               .\n");
}

}  // namespace
}  // namespace tichu::arena
