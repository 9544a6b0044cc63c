// SPDX-License-Identifier: GPL-3.0-or-later
// The format is described in "The Format of GNU MO Files" of gettext's manual: seven numbers, a table with the
// lengths and places of the originals in order, one of their translations, the texts, each ended by a zero.
#include "core/base/message_catalogue.h"

#include "core/base/propagate.h"
#include "core/base/utf8.h"

#include <algorithm>

namespace edgewright {

namespace {

constexpr std::uint32_t MoMagic = 0x950412de;
constexpr std::size_t MoHeadBytes = 28, MoRowBytes = 8;

Error damagedCatalogue(const std::string& why) { return badInput("the catalogue is damaged: " + why); }

// The bytes of a .mo file, with either end of its numbers first.
class MoBytes {
public:
    explicit MoBytes(std::string_view bytes) : m_bytes(bytes) {}

    Result<void> readHead() {
        if (m_bytes.size() < MoHeadBytes) return damagedCatalogue("it is too short");
        if (number(0) != MoMagic) m_isBigEndian = true;
        if (number(0) != MoMagic) return badInput("is no catalogue of gettext");
        if (number(4) >> 16U > 1) return badInput("the catalogue is of a later version");
        m_count = number(8);
        if (m_count > m_bytes.size() / MoRowBytes) return damagedCatalogue("it has too many entries");
        for (const std::size_t table : {number(12), number(16)})
            if (table > m_bytes.size() || m_bytes.size() - table < m_count * MoRowBytes)
                return damagedCatalogue("a table ends behind the file");
        return {};
    }
    std::size_t count() const { return m_count; }
    Result<std::string_view> original(std::size_t row) const { return text(number(12) + row * MoRowBytes); }
    Result<std::string_view> translation(std::size_t row) const { return text(number(16) + row * MoRowBytes); }

private:
    std::uint32_t number(std::size_t at) const {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value << 8U | static_cast<unsigned char>(m_bytes[at + (m_isBigEndian ? i : 3 - i)]);
        return value;
    }
    Result<std::string_view> text(std::size_t row) const {
        const std::size_t length = number(row), at = number(row + 4);
        if (at >= m_bytes.size() || m_bytes.size() - at <= length)
            return damagedCatalogue("a text ends behind the file");
        if (m_bytes[at + length] != '\0') return damagedCatalogue("a text has no end");
        const std::string_view found = m_bytes.substr(at, length);
        for (std::size_t i = 0; i < length;) {
            const CodePoint point = codePointAt(found, i);
            if (point.value == InvalidCodePoint) return badInput("the catalogue is not in UTF-8");
            i += point.bytes;
        }
        return found;
    }

    std::string_view m_bytes;
    bool m_isBigEndian = false;
    std::size_t m_count = 0;
};

std::vector<std::string> splitAtZeros(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t zero = 0; zero != std::string_view::npos;) {
        zero = text.find('\0');
        parts.emplace_back(text.substr(0, zero));
        if (zero != std::string_view::npos) text.remove_prefix(zero + 1);
    }
    return parts;
}

// What the head of the catalogue has behind "Plural-Forms:", without blanks; empty: nothing.
std::string pluralRuleOf(std::string_view head) {
    constexpr std::string_view Name = "Plural-Forms:";
    const std::size_t at = head.find(Name);
    if (at == std::string_view::npos) return {};
    std::string rule(head.substr(at + Name.size(), head.find('\n', at) - at - Name.size()));
    std::erase_if(rule, [](char each) { return each == ' ' || each == '\t' || each == '\r'; });
    return rule;
}

// True where a text has one form, whatever the count; false where it has one for one and one for all others.
Result<bool> hasOneForm(std::string_view head) {
    const std::string rule = pluralRuleOf(head);
    if (rule.empty() || rule == "nplurals=1;plural=0;") return true;
    if (rule == "nplurals=2;plural=(n!=1);" || rule == "nplurals=2;plural=n!=1;") return false;
    return badInput("the catalogue has a rule for plurals that is not known: " + rule);
}

} // namespace

Result<MessageCatalogue> MessageCatalogue::from(std::string_view mo) {
    MoBytes bytes(mo);
    RETURN_IF_ERROR(bytes.readHead());
    MessageCatalogue made;
    std::string head;
    for (std::size_t row = 0; row < bytes.count(); ++row) {
        ASSIGN_OR_RETURN(const std::string_view original, bytes.original(row));
        ASSIGN_OR_RETURN(const std::string_view translation, bytes.translation(row));
        std::vector<std::string> ids = splitAtZeros(original);
        if (ids.front().empty()) {
            head = translation;
            continue;
        }
        if (!made.m_entries.empty() && made.m_entries.back().id >= ids.front())
            return damagedCatalogue("its entries are in no order");
        made.m_entries.push_back({std::move(ids.front()), splitAtZeros(translation)});
        if (ids.size() == 1 && made.m_entries.back().forms.size() != 1)
            return damagedCatalogue("an entry without a plural has several forms");
        made.m_entries.back().hasPlural = ids.size() > 1;
    }
    ASSIGN_OR_RETURN(made.m_hasOneForm, hasOneForm(head));
    for (const Entry& each : made.m_entries)
        if (each.hasPlural && each.forms.size() != (made.m_hasOneForm ? 1U : 2U))
            return damagedCatalogue("an entry has not as many forms as the language");
    return made;
}

const MessageCatalogue::Entry* MessageCatalogue::entryOf(std::string_view context,
                                                         std::string_view english) const {
    std::string id(context);
    if (!context.empty()) id += '\004';
    id += english;
    const auto found = std::ranges::lower_bound(m_entries, id, {}, &Entry::id);
    return found != m_entries.end() && found->id == id ? &*found : nullptr;
}

std::optional<std::string_view> MessageCatalogue::text(std::string_view context,
                                                       std::string_view english) const {
    const Entry* entry = entryOf(context, english);
    if (!entry || entry->forms.front().empty()) return std::nullopt;
    return entry->forms.front();
}

std::optional<std::string_view> MessageCatalogue::text(std::string_view context, std::string_view english,
                                                       std::int64_t count) const {
    const Entry* entry = entryOf(context, english);
    if (!entry || !entry->hasPlural) return std::nullopt;
    const std::string& form = entry->forms[m_hasOneForm || count == 1 ? 0 : 1];
    if (form.empty()) return std::nullopt;
    return form;
}

} // namespace edgewright
