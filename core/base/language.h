// SPDX-License-Identifier: GPL-3.0-or-later
// The language of sentences (core/base/say.h), one for the whole program. The catalogues of
// translations/core_<language>.po are part of it: nothing is read from files.
#pragma once

#include "core/base/message_catalogue.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright {

inline constexpr std::string_view English = "en";

// "en", "zh_CN": English, and those that the program was built with.
std::vector<std::string> languages();

// One of languages(), of the name of a locale: "zh_CN.UTF-8" and "zh" are "zh_CN". Nothing: there is none.
std::optional<std::string> languageOf(std::string_view locale);

// As programs of GNU take it from LANGUAGE, LC_ALL, LC_MESSAGES and LANG; English where that is none of
// languages().
std::string languageOfEnvironment();

// At any time, from any thread: sentences from here on are in it. BadInput for none of languages().
Result<void> speak(std::string_view language);

// The catalogue that sentences are looked up in; null: they are English.
void speakBy(std::shared_ptr<const MessageCatalogue> catalogue);
std::shared_ptr<const MessageCatalogue> spokenCatalogue();

// A number that is another one after each speakBy(): sentences from before may be in another language.
std::uint32_t languageChanges();

} // namespace edgewright
