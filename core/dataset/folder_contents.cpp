// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/folder_contents.h"

#include <algorithm>

namespace edgewright::dataset {

namespace fs = std::filesystem;

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// The digits that the text begins with, without zeros in front.
std::string_view digitsOf(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

} // namespace

std::optional<std::int64_t> numberOf(std::string_view text) {
    if (text.empty() || text.size() > 9 || !std::ranges::all_of(text, isDigit)) return std::nullopt;
    std::int64_t number = 0;
    for (const char digit : text)
        number = 10 * number + (digit - '0');
    return number;
}

bool comesBefore(std::string_view a, std::string_view b) {
    const std::string_view wholeA = a, wholeB = b;
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const std::string_view left = digitsOf(a), right = digitsOf(b);
            if (left.size() != right.size()) return left.size() < right.size();
            if (left != right) return left < right;
            continue;
        }
        if (a.front() != b.front()) return a.front() < b.front();
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    if (a.empty() != b.empty()) return a.empty();
    return wholeA < wholeB; // "01" and "1"
}

FolderContents contentsOf(const fs::path& folder) {
    FolderContents contents{folder, {}, {}};
    std::error_code failed;
    std::size_t seen = 0;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end && seen < MaxEntries;
         it.increment(failed), ++seen) {
        std::error_code unreadable;
        if (it->is_directory(unreadable))
            contents.folders.push_back(it->path());
        else if (it->is_regular_file(unreadable))
            contents.files.push_back(it->path());
    }
    for (auto* paths : {&contents.files, &contents.folders})
        std::ranges::sort(*paths, [](const fs::path& a, const fs::path& b) {
            return comesBefore(a.filename().string(), b.filename().string());
        });
    return contents;
}

} // namespace edgewright::dataset
