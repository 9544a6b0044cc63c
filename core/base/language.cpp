// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language.h"

#include "core/base/embedded_catalogues.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>

namespace edgewright {

namespace {

struct Spoken {
    std::mutex mutex;
    std::shared_ptr<const MessageCatalogue> catalogue;
    std::atomic<bool> isEnglish = true; // asked without the lock
    std::atomic<std::uint32_t> changes = 0;
};

// Never destroyed: threads may say something while the program ends.
Spoken& spoken() {
    static auto* const only = new Spoken;
    return *only;
}

std::string_view environmentText(const char* name) {
    const char* const text = std::getenv(name);
    return text ? text : "";
}

// "zh" of "zh_CN".
std::string_view withoutCountry(std::string_view locale) { return locale.substr(0, locale.find('_')); }

} // namespace

std::vector<std::string> languages() {
    std::vector<std::string> all{std::string(English)};
    for (const EmbeddedCatalogue& each : embeddedCatalogues())
        all.emplace_back(each.language);
    return all;
}

std::optional<std::string> languageOf(std::string_view locale) {
    const std::string_view name = locale.substr(0, locale.find_first_of(".@"));
    for (const std::string& each : languages())
        if (name == each || withoutCountry(name) == each || name == withoutCountry(each)) return each;
    return std::nullopt;
}

std::string languageOfEnvironment() {
    std::string_view locale;
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (locale.empty()) locale = environmentText(name);
    if (locale.empty() || locale == "C" || locale == "POSIX" || locale.starts_with("C."))
        return std::string(English);
    for (std::string_view list = environmentText("LANGUAGE"); !list.empty();) {
        const std::size_t colon = list.find(':');
        if (const auto language = languageOf(list.substr(0, colon))) return *language;
        list = colon == std::string_view::npos ? std::string_view() : list.substr(colon + 1);
    }
    return languageOf(locale).value_or(std::string(English));
}

Result<void> speak(std::string_view language) {
    if (language == English) {
        speakBy(nullptr);
        return {};
    }
    const auto found = std::ranges::find(embeddedCatalogues(), language, &EmbeddedCatalogue::language);
    if (found == embeddedCatalogues().end())
        return badInput(say("there are no sentences in the language {1}", inQuotes(language)));
    ASSIGN_OR_RETURN(MessageCatalogue catalogue, MessageCatalogue::from(found->mo));
    speakBy(std::make_shared<const MessageCatalogue>(std::move(catalogue)));
    return {};
}

void speakBy(std::shared_ptr<const MessageCatalogue> catalogue) {
    const std::lock_guard lock(spoken().mutex);
    spoken().isEnglish = catalogue == nullptr;
    spoken().catalogue.swap(catalogue); // the old one goes without the lock
    ++spoken().changes;
}

std::shared_ptr<const MessageCatalogue> spokenCatalogue() {
    if (spoken().isEnglish) return nullptr;
    const std::lock_guard lock(spoken().mutex);
    return spoken().catalogue;
}

std::uint32_t languageChanges() { return spoken().changes; }

} // namespace edgewright
