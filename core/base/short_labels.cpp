// SPDX-License-Identifier: GPL-3.0-or-later
// Names are read from their end, part by part, as a tree: a part tells where names that end alike go apart. A
// label has all telling parts of its name, each whole or as an end (or a beginning, one of the two for all
// parts of a branch) that no other part of its branch has, and any number of last parts. Two labels that read
// the same would have to agree in the parts that both names have in common and differ where these go apart.
#include "core/base/short_labels.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace edgewright {

namespace {

constexpr std::string_view LabelGap = "…";
constexpr std::size_t MaxLabelBytes = 400; // nobody reads more of a name, and every try is measured
constexpr std::size_t MinLongAffix = 32;   // bytes
constexpr std::size_t MaxDigits = 20;
constexpr std::size_t MinGrowth = 4; // bytes: fewer of a word are none

bool isLabelDigit(char c) { return c >= '0' && c <= '9'; }
bool isPartSeparator(char c) { return std::string_view("/.:;|\\ ").find(c) != std::string_view::npos; }

// No character and no number is cut in two; beyond MaxDigits it is no number.
bool mayCut(std::string_view text, std::size_t at) {
    if (at == 0 || at >= text.size()) return true;
    if ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) return false;
    if (!isLabelDigit(text[at])) return true;
    const std::size_t begin = at - std::min(at, MaxDigits);
    std::size_t digit = at;
    while (digit > begin && isLabelDigit(text[digit - 1]))
        --digit;
    return digit == at || at - digit == MaxDigits;
}

std::size_t cutBefore(std::string_view text, std::size_t at) {
    while (at > 0 && !mayCut(text, --at)) {}
    return at;
}

std::size_t cutAfter(std::string_view text, std::size_t at) {
    while (at < text.size() && !mayCut(text, ++at)) {}
    return at;
}

// Bytes that both end with, cut in neither.
std::size_t commonEnd(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t common = 0;
    const auto from = [&](std::string_view text) { return text.data() + (text.size() - common - 8); };
    while (common + 8 <= most && std::memcmp(from(a), from(b), 8) == 0)
        common += 8;
    while (common < most && a[a.size() - common - 1] == b[b.size() - common - 1])
        ++common;
    while (!mayCut(a, a.size() - common) || !mayCut(b, b.size() - common))
        --common;
    return common;
}

std::size_t commonBeginning(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t common = 0;
    while (common + 8 <= most && std::memcmp(a.data() + common, b.data() + common, 8) == 0)
        common += 8;
    while (common < most && a[common] == b[common])
        ++common;
    while (!mayCut(a, common) || !mayCut(b, common))
        --common;
    return common;
}

bool endsBefore(std::string_view a, std::string_view b) {
    const std::size_t common = commonEnd(a, b);
    const auto next = [&](std::string_view text) {
        const std::size_t end = text.size() - common, begin = cutBefore(text, end);
        return text.substr(begin, end - begin);
    };
    return next(a) < next(b);
}

bool beginsBefore(std::string_view a, std::string_view b) {
    const std::size_t common = commonBeginning(a, b);
    const auto next = [&](std::string_view text) {
        return text.substr(common, cutAfter(text, common) - common);
    };
    return next(a) < next(b);
}

// "/model", "/layers.3", "/q_proj": separators stand before a part, a number after a point belongs to its word.
std::vector<std::uint32_t> partStarts(std::string_view name) {
    std::vector<std::uint32_t> starts{0};
    const auto isNumber = [&](std::size_t from) {
        const std::size_t begin = from;
        while (from < name.size() && isLabelDigit(name[from]))
            ++from;
        return from > begin && (from == name.size() || isPartSeparator(name[from]));
    };
    bool hasText = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!isPartSeparator(name[i])) {
            hasText = true;
        } else if (hasText && !(name[i] == '.' && isNumber(i + 1))) {
            starts.push_back(static_cast<std::uint32_t>(i));
            hasText = false;
        }
    }
    return starts;
}

struct ShownRange {
    std::size_t from, to;
};

// From left to right.
std::string shownText(std::string_view name, std::span<const ShownRange> shown) {
    std::string text;
    std::size_t at = 0;
    for (const ShownRange& each : shown) {
        std::size_t from = each.from;
        if (from > at) {
            text += LabelGap;
            if (name[from] == '.' && from + 1 < each.to && !isPartSeparator(name[from + 1])) ++from;
        }
        text += name.substr(from, each.to - from);
        at = each.to;
    }
    if (at < name.size()) text += LabelGap;
    return text;
}

using Common = std::size_t (*)(std::string_view, std::string_view);
using Before = bool (*)(std::string_view, std::string_view);

// For each of these different parts the most that it has in common with another one; and what all have.
std::vector<std::size_t> sharedWithAnother(std::span<const std::string_view> parts, Before before,
                                           Common common, std::size_t& ofAll) {
    std::vector<std::size_t> order(parts.size()), shared(parts.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return before(parts[a], parts[b]); });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const std::size_t both = common(parts[order[i - 1]], parts[order[i]]);
        for (const std::size_t each : {order[i - 1], order[i]})
            shared[each] = std::max(shared[each], both);
    }
    ofAll = parts.size() < 2 ? 0 : common(parts[order.front()], parts[order.back()]);
    return shared;
}

// The least of each of these different parts that none of the others ends with, or begins with if that is
// shorter for all of them together; if all begin and end alike for long, the least of what is between.
std::vector<ShownRange> leastTelling(std::span<const std::string_view> parts) {
    std::size_t endOfAll = 0, beginningOfAll = 0, inEnds = 0, inBeginnings = 0;
    const auto sameEnd = sharedWithAnother(parts, endsBefore, commonEnd, endOfAll);
    const auto sameBeginning = sharedWithAnother(parts, beginsBefore, commonBeginning, beginningOfAll);
    const auto isLong = [&](std::string_view part) { return part.size() >= beginningOfAll + endOfAll; };
    if (std::min(endOfAll, beginningOfAll) >= MinLongAffix && std::ranges::all_of(parts, isLong)) {
        std::vector<std::string_view> between;
        for (const std::string_view part : parts)
            between.push_back(part.substr(beginningOfAll, part.size() - beginningOfAll - endOfAll));
        std::vector<ShownRange> least = leastTelling(between);
        const auto isShort = [](const ShownRange& each) { return each.to - each.from < MinLongAffix; };
        if (std::ranges::all_of(least, isShort)) {
            for (ShownRange& each : least)
                each = {each.from + beginningOfAll, each.to + beginningOfAll};
            return least;
        }
    }
    std::vector<ShownRange> ends, beginnings;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string_view part = parts[i];
        const std::size_t from = cutBefore(part, part.size() - sameEnd[i]);
        std::size_t to = cutAfter(part, sameBeginning[i]);
        while (to < part.size() && isPartSeparator(part[to - 1]))
            to = cutAfter(part, to);
        ends.push_back({from, part.size()});
        beginnings.push_back({0, to});
        inEnds += part.size() - from;
        inBeginnings += to;
    }
    return inBeginnings < inEnds ? beginnings : ends;
}

} // namespace

ShortLabels::ShortLabels(std::span<const std::string> names) {
    std::unordered_map<std::string_view, std::uint32_t> places;
    for (const std::string& name : names) {
        const auto [known, isNew] = places.emplace(name, static_cast<std::uint32_t>(m_names.size()));
        if (isNew) m_names.push_back(name);
        m_of.push_back(known->second);
    }
    m_telling.resize(m_names.size());
    findTelling();
}

void ShortLabels::findTelling() {
    struct Name {
        std::uint32_t place;
        std::vector<std::uint32_t> starts, parts; // by part from the left: where it begins, which it is
        std::size_t common = 0; // last parts that it shares with the one before in the order of ends
    };
    std::vector<Name> order;
    std::unordered_map<std::string_view, std::uint32_t> known;
    const auto partOf = [&](const Name& name, std::size_t fromEnd) {
        const std::string_view whole = m_names[name.place];
        const std::size_t at = name.starts.size() - 1 - fromEnd, begin = name.starts[at];
        return whole.substr(begin, (fromEnd == 0 ? whole.size() : name.starts[at + 1]) - begin);
    };
    for (std::uint32_t place = 0; place < m_names.size(); ++place) {
        Name& name = order.emplace_back(Name{place, partStarts(m_names[place]), {}});
        for (std::size_t fromEnd = name.starts.size(); fromEnd-- > 0;)
            name.parts.push_back(
                known.emplace(partOf(name, fromEnd), static_cast<std::uint32_t>(known.size())).first->second);
    }
    std::ranges::sort(order, [](const Name& a, const Name& b) {
        return std::lexicographical_compare(a.parts.rbegin(), a.parts.rend(), b.parts.rbegin(), b.parts.rend());
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const auto &before = order[i - 1].parts, &own = order[i].parts;
        order[i].common = static_cast<std::size_t>(
            std::mismatch(own.rbegin(), own.rend(), before.rbegin(), before.rend()).first - own.rbegin());
    }
    const auto addTelling = [&](const Name& name, std::size_t fromEnd, const ShownRange& least) {
        const std::uint32_t begin = name.starts[name.starts.size() - 1 - fromEnd];
        const auto at = [&](std::size_t offset) { return begin + static_cast<std::uint32_t>(offset); };
        m_telling[name.place].push_back(
            {begin, at(partOf(name, fromEnd).size()), at(least.from), at(least.to)});
    };
    // Runs of names that end alike, the larger ones first.
    std::vector<std::pair<std::size_t, std::size_t>> runs{{0, order.size()}};
    while (!runs.empty()) {
        const auto [first, last] = runs.back();
        runs.pop_back();
        if (last - first < 2) continue;
        std::size_t fromEnd = order[first + 1].common;
        for (std::size_t i = first + 1; i < last; ++i)
            fromEnd = std::min(fromEnd, order[i].common);
        std::vector<std::size_t>
            begins; // of the runs that are one part longer; a name that has no more is first
        std::vector<std::string_view> parts;
        for (std::size_t i = first; i < last; ++i)
            if (order[i].parts.size() > fromEnd && (begins.empty() || order[i].common == fromEnd)) {
                begins.push_back(i);
                parts.push_back(partOf(order[i], fromEnd));
            }
        const std::vector<ShownRange> least = leastTelling(parts);
        for (std::size_t run = 0; run < begins.size(); ++run) {
            const std::size_t end = run + 1 < begins.size() ? begins[run + 1] : last;
            for (std::size_t i = begins[run]; i < end; ++i)
                addTelling(order[i], fromEnd, least[run]);
            runs.emplace_back(begins[run], end);
        }
    }
    if (order.size() == 1) { // nothing to be told from: its last part says most
        const std::string_view part = partOf(order.front(), 0);
        addTelling(order.front(), 0, {cutBefore(part, part.size()), part.size()});
    }
    for (std::vector<Telling>& each : m_telling)
        std::ranges::reverse(each);
}

std::string ShortLabels::label(std::size_t index, double room, const TextWidth& width) const {
    const std::string& name = m_names[m_of[index]];
    const std::vector<Telling>& telling = m_telling[m_of[index]];
    const auto fits = [&](const std::string& text) {
        return text.size() <= MaxLabelBytes && width(text) <= room;
    };
    if (fits(name)) return name;
    std::vector<ShownRange> shown;
    for (const Telling& each : telling)
        shown.push_back({each.begin, each.end});
    std::string text = shownText(name, shown);
    if (fits(text)) {
        const std::vector<std::uint32_t> starts = partStarts(name);
        for (std::size_t i = starts.size(); i-- > 0;) {
            while (!shown.empty() && shown.back().to > starts[i])
                shown.pop_back();
            shown.push_back({starts[i], name.size()});
            std::string longer = shownText(name, shown);
            if (!fits(longer)) break;
            text = std::move(longer);
        }
        return text;
    }
    for (std::size_t i = 0; i < telling.size(); ++i)
        shown[i] = {telling[i].from, telling[i].to};
    text = shownText(name, shown);
    if (!fits(text)) return text.size() < name.size() ? text : name;
    for (std::size_t i = telling.size(); i-- > 0;) {
        const Telling& part = telling[i];
        const auto tryWith = [&](const ShownRange& range) {
            const ShownRange before = std::exchange(shown[i], range);
            std::string longer = shownText(name, shown);
            if (!fits(longer)) {
                shown[i] = before;
                return false;
            }
            text = std::move(longer);
            return true;
        };
        if (tryWith({part.begin, part.end})) continue;
        const bool isEnd = part.to == part.end;
        if (!isEnd && part.from != part.begin) break; // from the middle of it
        const std::size_t hidden = (part.end - part.begin) - (part.to - part.from);
        for (std::size_t enough = MinGrowth, tooMuch = hidden; enough < tooMuch;) {
            const std::size_t by = (enough + tooMuch) / 2;
            ShownRange grown{part.from, part.to};
            if (isEnd)
                for (grown.from -= by; !mayCut(name, grown.from); ++grown.from) {}
            else
                for (grown.to += by; !mayCut(name, grown.to); --grown.to) {}
            if (tryWith(grown))
                enough = by + 1;
            else
                tooMuch = by;
        }
        break;
    }
    return text;
}

std::vector<std::string> ShortLabels::labels(double room, const TextWidth& width) const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < size(); ++i)
        result.push_back(label(i, room, width));
    return result;
}

} // namespace edgewright
