// SPDX-License-Identifier: GPL-3.0-or-later
// The translations of one language: a .mo file of GNU gettext, as msgfmt compiles a .po file. gettext itself
// would need installed files and a locale, and does nothing in the locale "C".
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright {

// A value that is never changed. Views that it returns live as long as it does.
class MessageCatalogue {
public:
    // BadInput for what is damaged, is not in UTF-8, or has another rule for plurals than those of English
    // and of Chinese.
    static Result<MessageCatalogue> from(std::string_view mo);

    // The translation; nothing: there is none. An empty context is none.
    std::optional<std::string_view> text(std::string_view context, std::string_view english) const;
    // Its form for so many; `english` is the form for one.
    std::optional<std::string_view> text(std::string_view context, std::string_view english,
                                         std::int64_t count) const;
    std::size_t size() const { return m_entries.size(); }

private:
    struct Entry {
        std::string id;                 // "context\004english", or without a context "english"
        std::vector<std::string> forms; // not empty
        bool hasPlural = false;
    };

    MessageCatalogue() = default;
    const Entry* entryOf(std::string_view context, std::string_view english) const;

    std::vector<Entry> m_entries; // sorted by id
    bool m_hasOneForm = false;    // whatever the count
};

} // namespace edgewright
