// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/checks.h"

#include "app/cli/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>

namespace edgewright::cli {

namespace {

template <typename Number>
std::optional<Number> whole(const std::string& text) {
    Number number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
    return number;
}

std::optional<double> finite(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool good = end != text.c_str() && *end == '\0' && std::isfinite(number);
    return good ? std::optional(number) : std::nullopt;
}

} // namespace

void inRange(CLI::Option* option, std::int64_t lowest, std::int64_t highest) {
    option->type_name("N")->check([lowest, highest](const std::string& text) {
        const auto number = whole<std::int64_t>(text);
        if (number && *number >= lowest && *number <= highest) return std::string();
        return say("'{1}': expected a whole number from {2} to {3}", text, lowest, highest);
    });
}

void oneOf(CLI::Option* option, const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words)
        list += (list.empty() ? "" : "|") + word;
    option->type_name(list)->check([words, list](const std::string& text) {
        return std::ranges::find(words, text) != words.end() ? std::string()
                                                             : say("'{1}': expected one of {2}", text, list);
    });
}

std::vector<std::string> keysOf(const std::vector<Choice>& choices) {
    std::vector<std::string> keys;
    for (const Choice& each : choices)
        keys.emplace_back(each.key);
    return keys;
}

void nonNegative(CLI::Option* option) {
    option->check([](const std::string& text) {
        const auto number = finite(text);
        return number && *number >= 0 ? std::string() : say("'{1}': expected a number >= 0", text);
    });
}

CLI::Option* limited(CLI::Option* option, const FieldInfo& field) {
    switch (field.kind) {
    case FieldKind::Flag:
        break;
    case FieldKind::Count:
        if (field.hasOnlyChoices)
            oneOf(option, keysOf(field.allChoices()));
        else
            inRange(option, static_cast<std::int64_t>(field.lowest), field.highest);
        break;
    case FieldKind::Seed:
        anySeed(option);
        break;
    case FieldKind::Number:
        option->type_name("X")->check([&field](const std::string& text) {
            const auto number = finite(text);
            if (number && field.admits(*number)) return std::string();
            const std::string lowest = table::shortestText(field.lowest);
            return field.isAboveLowest
                       ? say("'{1}': expected a number above {2}, at most {3}", text, lowest, field.highest)
                       : say("'{1}': expected a number from {2} to {3}", text, lowest, field.highest);
        });
        break;
    case FieldKind::Choice:
        oneOf(option, keysOf(field.allChoices()));
        break;
    case FieldKind::Text:
        option->type_name(field.takesFile ? "NAME|FILE" : "NAME");
        break;
    }
    return option;
}

std::vector<NodeId> nodesNamed(const ir::Graph& graph, const std::string& text, const char* option) {
    const auto find = [&](const std::string& name) -> std::optional<NodeId> {
        if (const auto node = graph.findNode(name)) return node;
        const auto value = graph.findValue(name);
        return value ? ir::Connections(graph).producer(*value) : std::nullopt;
    };
    std::set<NodeId> nodes;
    for (const std::string& name : find(text) ? std::vector{text} : splitAt(text, ',')) {
        const auto found = find(name);
        if (!found) throw CLI::ValidationError(option, say("the model has no node '{1}'", name));
        nodes.insert(*found);
    }
    return {nodes.begin(), nodes.end()};
}

CLI::Option* repeatable(CLI::Option* option) { return option->take_all()->allow_extra_args(false); }

void anySeed(CLI::Option* option) {
    option->type_name("N")->check([](const std::string& text) {
        return whole<std::uint64_t>(text) ? std::string() : say("'{1}': expected a whole number >= 0", text);
    });
}

CLI::Option* threadCounts(CLI::Option* option) {
    inRange(option, 1, 256);
    return option;
}

void declareSeed(CLI::App& verb, std::uint64_t& seed, const std::string& what) {
    anySeed(verb.add_option("--seed", seed, what)->capture_default_str());
}

} // namespace edgewright::cli
