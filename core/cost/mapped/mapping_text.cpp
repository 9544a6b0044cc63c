// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/mapping_text.h"

#include "core/base/csv.h"
#include "core/base/quoted.h"
#include "core/cost/limits.h"

#include <charconv>

namespace edgewright::cost::mapped {

namespace {

constexpr std::size_t LoopsLimit = 64; // of a level

std::vector<std::string_view> words(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> result;
    for (;;) {
        const std::size_t end = text.find(separator);
        if (const std::string_view word = trimmed(text.substr(0, end)); !word.empty()) result.push_back(word);
        if (end == std::string_view::npos) return result;
        text.remove_prefix(end + separator.size());
    }
}

Error wrongMapping(std::string_view found, const std::string& expected) {
    return badInput("mapping: expected " + expected + ", found " + inQuotes(found));
}

Result<Loop> parseLoop(std::string_view text) {
    const std::string form =
        "a loop such as K48 or C16X, of one of N, C, K, P, Q, R, S and 1 to " + std::to_string(ExtentLimit);
    const std::size_t dimension = DimensionNames.find(text.front());
    if (dimension == std::string_view::npos) return wrongMapping(text, form);
    Loop loop{.dimension = static_cast<Dimension>(dimension)};
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + 1, end, loop.count);
    loop.spatial = std::string_view(at, end) == "X";
    if (error != std::errc() || (at != end && !loop.spatial) || loop.count < 1 || loop.count > ExtentLimit)
        return wrongMapping(text, form);
    return loop;
}

Result<Level> parseLevel(std::string_view text, std::size_t level) {
    const std::string name = "L" + std::to_string(level);
    const std::size_t close = text.find(']');
    if (!text.starts_with(name + "[") || close == std::string_view::npos)
        return wrongMapping(text, name + "[...] and its loops");
    Level result;
    for (const char tensor : text.substr(3, close - 3)) {
        if (tensor == 'W')
            result.weights = true;
        else if (tensor == 'I')
            result.inputs = true;
        else if (tensor == 'O')
            result.outputs = true;
        else
            return wrongMapping(text, "W, I and O in the brackets of " + name);
    }
    const auto loops = words(text.substr(close + 1), " ");
    if (loops.empty() || loops.size() > LoopsLimit)
        return wrongMapping(text, "1 to " + std::to_string(LoopsLimit) + " loops in " + name);
    for (const std::string_view word : loops) {
        ASSIGN_OR_RETURN(const Loop loop, parseLoop(word));
        if (loop.spatial && level == Dram) return wrongMapping(word, "no spatial loop in " + name);
        result.loops.push_back(loop);
    }
    return result;
}

} // namespace

Result<Mapping> parseMapping(std::string_view text) {
    const auto levels = words(text, " - ");
    if (levels.size() != Levels)
        return wrongMapping(text,
                            "four levels, 'L3[...] loops - L2[...] loops - L1[...] loops - L0[...] loops'");
    Mapping mapping;
    for (std::size_t i = 0; i < Levels; ++i) {
        const std::size_t level = Levels - 1 - i;
        ASSIGN_OR_RETURN(mapping[level], parseLevel(levels[i], level));
    }
    return mapping;
}

} // namespace edgewright::cost::mapped
