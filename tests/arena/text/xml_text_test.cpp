#include "arena/text/xml_text.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(XmlText, KeepsEveryCharacterThatXmlAllows) {
  EXPECT_EQ(xml_safe("\u00b126.08 <a> & \"b\"\n\tc \u2660 \U0001f0cf"),
            "\u00b126.08 <a> & \"b\"\n\tc \u2660 \U0001f0cf");
}

TEST(XmlText, ReplacesControlCharactersAndBytesThatAreNoText) {
  EXPECT_EQ(xml_safe(std::string_view("a\0b\x1b[31m\x7f\r", 10)), "a?b?[31m??");
  EXPECT_EQ(xml_safe("\xff\xc3 \xe2\x82"), "?? ??");
  EXPECT_EQ(xml_safe("\xc2\x9b"
                     "1m \xef\xbf\xbf \xed\xa0\x80"),
            "?1m ? ???");
}

}  // namespace
}  // namespace tichu::arena
