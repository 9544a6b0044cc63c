// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_arguments.h"

#include <charconv>
#include <optional>

namespace edgewright::cli {

namespace {

std::optional<std::pair<std::string, std::int64_t>> parseBinding(const std::string& text) {
    const auto equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0) return std::nullopt;
    std::int64_t extent = -1;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + equals + 1, end, extent);
    if (parsed.ec != std::errc() || parsed.ptr != end || extent < 0) return std::nullopt;
    return std::pair(text.substr(0, equals), extent);
}

std::string ruleProblem(const std::string& name) {
    if (fusion::findRule(name)) return {};
    std::string known;
    for (const fusion::Rule* rule : fusion::rules())
        known += (known.empty() ? "" : ", ") + std::string(rule->name);
    return "no fusion rule is called '" + name + "'; there are: " + known;
}

} // namespace

void ModelArguments::declare(CLI::App& verb, bool modelRequired) {
    auto* option = verb.add_option("MODEL", model, "An ONNX model file");
    if (modelRequired) option->required();
    verb.add_option("--bind", bind, "Extent of a symbolic dimension, NAME=N; repeatable")
        ->take_all()
        ->check([](const std::string& text) {
            return parseBinding(text) ? std::string() : "'" + text + "': expected NAME=N with N >= 0";
        });
}

ops::Bindings ModelArguments::bindings() const {
    ops::Bindings result;
    for (const std::string& each : bind)
        if (const auto parsed = parseBinding(each)) result.insert_or_assign(parsed->first, parsed->second);
    return result;
}

void RuleArguments::declare(CLI::App& verb) {
    verb.add_option("--rules", rules, "Only these fusion rules, comma separated")
        ->delimiter(',')
        ->check(ruleProblem);
    verb.add_option("--without", without, "All fusion rules but these, comma separated")
        ->delimiter(',')
        ->check(ruleProblem);
}

fusion::Options RuleArguments::options() const {
    fusion::Options options;
    options.without.insert(without.begin(), without.end());
    if (!rules.empty()) {
        const std::set<std::string, std::less<>> wanted(rules.begin(), rules.end());
        for (const fusion::Rule* rule : fusion::rules())
            if (!wanted.contains(rule->name)) options.without.emplace(rule->name);
    }
    return options;
}

Result<std::shared_ptr<const pipeline::Typed>> load(Console& console, const ModelArguments& arguments,
                                                    bool assume, const ops::Bindings& more) {
    ops::Bindings bindings = arguments.bindings();
    bindings.insert(more.begin(), more.end());
    auto opened = pipeline::open(arguments.model, console.run());
    if (!opened) return std::move(opened).error();
    auto typed = pipeline::type(*opened, bindings, assume, console.run());
    if (console.run().stopped()) return cancelled();
    for (const auto& [symbol, extent] : typed->assumed)
        console.note("note: dimension '" + symbol + "' is open; taken as " + std::to_string(extent) +
                     " (--bind " + symbol + "=N changes it)");
    return typed;
}

Json shapeJson(const ir::TensorType& type) {
    if (!type.shape) return nullptr;
    Json shape = Json::array();
    for (const ir::Dim& dim : *type.shape) {
        if (dim.known())
            shape.push_back(dim.value());
        else
            shape.push_back(dim.text());
    }
    return shape;
}

} // namespace edgewright::cli
