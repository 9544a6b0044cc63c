// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/plan_export.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace edgewright::memory {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Upper-case letters, digits and single underscores; anything else becomes an underscore.
std::string identifier(std::string_view name) {
    std::string result;
    for (const char c : name) {
        const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        const bool allowed = isDigit(upper) || (upper >= 'A' && upper <= 'Z');
        if (allowed)
            result += upper;
        else if (!result.empty() && result.back() != '_')
            result += '_';
    }
    while (!result.empty() && result.back() == '_')
        result.pop_back();
    return result;
}

// Text that can stand in a /* comment */.
std::string commentText(std::string_view name) {
    std::string result;
    for (const char c : name) {
        const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != '\\' && c != '?';
        result += plain && !(c == '/' && !result.empty() && result.back() == '*') &&
                          !(c == '*' && !result.empty() && result.back() == '/')
                      ? c
                      : '_';
    }
    return result;
}

} // namespace

std::string toCHeader(const Problem& problem, const Solution& solution, const std::string& modelName,
                      std::span<const PlacedTensor> tensors, std::span<const Unplanned> unplanned,
                      std::span<const Bounded> bounded) {
    std::string prefix = identifier(modelName);
    if (prefix.empty() || isDigit(prefix.front())) prefix.insert(0, prefix.empty() ? "MODEL" : "MODEL_");
    const auto define = [](const std::string& name, std::int64_t value) {
        return "#define " + name + " ((size_t)" + std::to_string(value) + "u)";
    };
    std::int64_t alignment = 1;
    for (const Buffer& buffer : problem.buffers)
        alignment = std::max(alignment, buffer.alignment);

    const std::string guard = prefix + "_ARENA_H";
    std::string text = "/* Arena of '" + commentText(modelName) + "': where each tensor lives, in bytes. */\n";
    text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <stddef.h>\n\n";
    if (!unplanned.empty()) {
        text += "/* Not all of the memory that the model needs; not in this arena: */\n";
        for (const Unplanned& each : unplanned)
            text += "/* " + commentText(each.name) + ": " + commentText(each.reason) + " */\n";
    }
    if (!bounded.empty())
        text += "/* \"at most\": the data decide the size; no run needs more than is planned. */\n";
    std::map<std::string_view, std::string> most;
    for (const Bounded& each : bounded)
        most.try_emplace(each.name, ", at most " + commentText(each.largest.text()));
    const auto mostOf = [&](const std::string& name) {
        const auto found = most.find(name);
        return found == most.end() ? std::string() : found->second;
    };
    text += define(prefix + "_ARENA_SIZE", solution.peak) + "\n";
    text += define(prefix + "_ARENA_ALIGNMENT", alignment) + "\n\n";

    std::set<std::string> used, known;
    std::map<std::string, int> repeats;
    const auto unique = [&](const std::string& name, const std::string& otherwise) {
        std::string base = identifier(name);
        if (base.empty()) base = otherwise;
        std::string result = base;
        while (!used.insert(result).second)
            result = base + "_" + std::to_string(++repeats[base] + 1);
        return result;
    };
    for (std::size_t i = 0; i < problem.buffers.size() && i < solution.offsets.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        known.insert(buffer.name);
        const std::string name = unique(buffer.name, "BUFFER_" + std::to_string(i));
        text += "/* " + commentText(buffer.name) + ", steps " + std::to_string(buffer.lower) + " to " +
                std::to_string(buffer.upper - 1) + mostOf(buffer.name) + " */\n";
        text += define(prefix + "_OFFSET_" + name, solution.offsets[i]) + "\n";
        text += define(prefix + "_SIZE_" + name, buffer.size) + "\n";
    }
    bool first = true;
    for (const PlacedTensor& tensor : tensors) {
        if (!known.insert(tensor.name).second) continue;
        if (std::exchange(first, false)) text += "\n/* Tensors that lie in the buffers above. */\n";
        text += "/* " + commentText(tensor.name) + mostOf(tensor.name) + " */\n" +
                define(prefix + "_OFFSET_" + unique(tensor.name, "TENSOR"), tensor.offset) + "\n";
    }
    return text + "\n#endif\n";
}

} // namespace edgewright::memory
