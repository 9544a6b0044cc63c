// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest_word.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace edgewright {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t same = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({same, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::optional<std::string_view> nearestWord(std::string_view text, std::span<const std::string_view> words) {
    constexpr std::size_t Longest = 80; // what is longer is no slip
    std::optional<std::string_view> best;
    std::size_t fewest = std::max<std::size_t>(2, std::min(text.size(), Longest) / 3) + 1;
    if (text.size() > Longest) return best;
    for (const std::string_view word : words)
        if (const std::size_t count = edits(text, word); count < fewest) {
            fewest = count;
            best = word;
        }
    return best;
}

} // namespace edgewright
