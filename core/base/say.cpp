// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"

#include "core/base/language.h"
#include "core/base/message_catalogue.h"

namespace edgewright {

namespace {

thread_local int englishScopes = 0; // those of InEnglish that live on this thread

// Null: English.
std::shared_ptr<const MessageCatalogue> spokenHere() { return englishScopes > 0 ? nullptr : spokenCatalogue(); }

// `format` with its placeholders replaced; what arguments hold is text, whatever it looks like.
std::string filledIn(std::string_view format, std::span<const std::string> arguments) {
    std::string text;
    for (std::size_t at = 0; at < format.size(); ++at) {
        const bool isPlaceholder = format[at] == '{' && at + 2 < format.size() && format[at + 2] == '}' &&
                                   format[at + 1] >= '1' && format[at + 1] <= '9';
        const auto argument = isPlaceholder ? static_cast<std::size_t>(format[at + 1] - '1') : 0;
        if (!isPlaceholder || argument >= arguments.size()) {
            text += format[at];
            continue;
        }
        text += arguments[argument];
        at += 2;
    }
    return text;
}

} // namespace

namespace saying {

std::string sentence(const char* context, const char* english, std::span<const std::string> arguments) {
    const auto catalogue = spokenHere();
    return filledIn((catalogue ? catalogue->text(context, english) : std::nullopt).value_or(english),
                    arguments);
}

std::string sentence(const char* context, const char* one, const char* several, std::int64_t count,
                     std::span<const std::string> arguments) {
    const auto catalogue = spokenHere();
    return filledIn(
        (catalogue ? catalogue->text(context, one, count) : std::nullopt).value_or(count == 1 ? one : several),
        arguments);
}

} // namespace saying

std::string sayList(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == 0)
            text = words[i];
        else if (i + 1 < words.size())
            text = sayIn("list", "{1}, {2}", text, words[i]);
        else
            text = sayIn("list", "{1} and {2}", text, words[i]);
    }
    return text;
}

std::string translated(const char* context, std::string_view text) {
    const auto catalogue = spokenHere();
    return std::string((catalogue ? catalogue->text(context, text) : std::nullopt).value_or(text));
}

InEnglish::InEnglish() { ++englishScopes; }
InEnglish::~InEnglish() { --englishScopes; }

} // namespace edgewright
