// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences that people read, in the language that was chosen (core/base/language.h), else in English.
//
//     say("{1} of {2} cells have a result", known, all)
//     sayCount(failed, "{1} cell failed.", "{1} cells failed.")
//
// A format is a whole sentence or clause in English, in place of pieces that are put together: a translation
// may order its placeholders anew. It is one literal, as xgettext reads it from here
// (translations/update.sh); the compiler sees to it that placeholders and arguments agree. Braces around
// anything but one digit are text. Arguments are texts and whole numbers; numbers with units are texts of
// core/table/number_text.h.
#pragma once

#include "core/base/digit_groups.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright {

// A whole number that is written in groups of three digits: "12 340". Others are written plain: "12340".
struct Grouped {
    std::int64_t number;
};

// The English of a sentence with so many arguments; with a count, the form for one may do without it.
template <std::size_t arguments, bool mayOmitCount = false>
class Format {
public:
    consteval Format(const char* english) : m_english(english) {
        unsigned seen = mayOmitCount ? 1 : 0; // a bit for each argument
        for (const char* at = english; *at != '\0'; ++at) {
            if (at[0] != '{' || at[1] < '0' || at[1] > '9' || at[2] != '}') continue;
            const auto number = static_cast<unsigned>(at[1] - '0');
            if (number < 1 || number > arguments) throw "a placeholder without an argument";
            seen |= 1U << (number - 1);
        }
        if (seen != (1U << arguments) - 1) throw "an argument without a placeholder";
    }
    constexpr const char* english() const { return m_english; }

private:
    const char* m_english;
};

namespace saying {

inline std::string textOf(std::string_view text) { return std::string(text); }
inline std::string textOf(Grouped number) { return inGroups(std::to_string(number.number)); }
template <std::integral Number>
requires(!std::same_as<Number, bool> && !std::same_as<Number, char>) std::string textOf(Number number) {
    return std::to_string(number);
}
inline std::int64_t countOf(Grouped number) { return number.number; }
inline std::int64_t countOf(std::integral auto number) { return static_cast<std::int64_t>(number); }

template <typename... Arguments>
std::array<std::string, sizeof...(Arguments)> textsOf(const Arguments&... arguments) {
    return {textOf(arguments)...};
}

std::string sentence(const char* context, const char* english, std::span<const std::string> arguments);
std::string sentence(const char* context, const char* one, const char* several, std::int64_t count,
                     std::span<const std::string> arguments);

} // namespace saying

template <typename... Arguments>
std::string say(Format<sizeof...(Arguments)> english, const Arguments&... arguments) {
    return saying::sentence("", english.english(), saying::textsOf(arguments...));
}
// One English text may be two in another language: `context` tells them apart.
template <typename... Arguments>
std::string sayIn(const char* context, Format<sizeof...(Arguments)> english, const Arguments&... arguments) {
    return saying::sentence(context, english.english(), saying::textsOf(arguments...));
}

// By `count`, a whole number or a Grouped, which is {1}; the arguments follow from {2} on.
template <typename Count, typename... Arguments>
std::string sayCount(Count count, Format<sizeof...(Arguments) + 1, true> one,
                     Format<sizeof...(Arguments) + 1> several, const Arguments&... arguments) {
    return saying::sentence("", one.english(), several.english(), saying::countOf(count),
                            saying::textsOf(count, arguments...));
}

// "fusion, reuse and codes"
std::string sayList(const std::vector<std::string>& words);

// The text of a constant table, TRANSLATABLE(context, text), in the language of sentences.
std::string translated(const char* context, std::string_view text);

// As long as one lives, this thread speaks English: of what is written into files, whoever reads them.
class InEnglish {
public:
    InEnglish();
    ~InEnglish();
    InEnglish(const InEnglish&) = delete;
    InEnglish& operator=(const InEnglish&) = delete;
};

} // namespace edgewright
