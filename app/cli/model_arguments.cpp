// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_arguments.h"

#include "core/ir/dim_expression.h"
#include "core/pipeline/rule_plugins.h"

#include <algorithm>
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

std::string axisKey(const ir::Value& input, std::size_t axis) {
    return input.name + "#" + std::to_string(axis);
}

// visit(input, axis, dim)
template <typename Visit>
void forEachOpenDim(const ir::Graph& graph, Visit visit) {
    for (const ValueId id : graph.inputs) {
        if (!graph.contains(id)) continue;
        const ir::Value& input = graph.value(id);
        if (!input.type.isTensor() || !input.type.shape) continue;
        for (std::size_t axis = 0; axis < input.type.shape->size(); ++axis)
            if (!(*input.type.shape)[axis].known()) visit(input, axis, (*input.type.shape)[axis]);
    }
}

// A note only: one line for many models binds what each of them has. Beyond openDimensions, the axis of a
// dimension with a name may be given, and names that only other values of the file have.
void noteUnknownNames(Console& console, const ir::Graph& graph, const ops::Bindings& bindings) {
    std::set<std::string, std::less<>> known;
    forEachOpenDim(graph, [&](const ir::Value& input, std::size_t axis, const ir::Dim&) {
        known.insert(axisKey(input, axis));
    });
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        if (const auto& shape = graph.value(ValueId(i)).type.shape)
            for (const ir::Dim& dim : *shape) {
                if (dim.known()) continue;
                known.insert(dim.symbol());
                for (const std::string& symbol : ir::symbolsOf(dim))
                    known.insert(symbol);
            }
    for (const auto& [name, extent] : bindings) {
        if (known.contains(name)) continue;
        std::string open;
        for (const std::string& each : openDimensions(graph))
            open += (open.empty() ? "" : ", ") + each;
        console.note("note: --bind: the model has no open dimension '" + name + "'; it has " +
                     (open.empty() ? "none" : open));
    }
}

void requireRules(const std::vector<std::string>& names, const char* option) {
    for (const std::string& name : names) {
        if (fusion::findRule(name)) continue;
        std::string known;
        for (const fusion::Rule* rule : fusion::rules())
            known += (known.empty() ? "" : ", ") + std::string(rule->name);
        throw CLI::ValidationError(option, "no fusion rule is called '" + name + "'; there are: " + known);
    }
}

} // namespace

void ModelArguments::declare(CLI::App& verb, bool modelRequired) {
    auto* option = verb.add_option("MODEL", model, "An ONNX model file")->type_name("");
    if (modelRequired) option->required();
    verb.add_option("--bind", bind, "Extent of a symbolic dimension, NAME=N; repeatable")
        ->type_name("NAME=N")
        ->take_all()
        ->check([](const std::string& text) {
            return parseBinding(text) ? std::string() : "'" + text + "': expected NAME=N with N >= 0";
        });
}

ops::Bindings ModelArguments::bindings() const {
    ops::Bindings result;
    for (const std::string& each : bind)
        if (const auto parsed = parseBinding(each)) {
            const auto [entry, added] = result.insert(*parsed);
            if (!added && entry->second != parsed->second)
                throw CLI::ValidationError("--bind", "'" + parsed->first + "' is given as " +
                                                         std::to_string(entry->second) + " and as " +
                                                         std::to_string(parsed->second));
        }
    return result;
}

void RuleArguments::declare(CLI::App& verb) {
    verb.add_option("--rules", rules, "Only these fusion rules, comma separated")
        ->type_name("RULE,...")
        ->delimiter(',');
    verb.add_option("--with", with, "Fusion rules that are off by default, comma separated")
        ->type_name("RULE,...")
        ->delimiter(',');
    verb.add_option("--without", without, "All fusion rules but these, comma separated")
        ->type_name("RULE,...")
        ->delimiter(',');
    verb.add_option("--rule-plugin", plugins, "A module with fusion rules of its own; repeatable")
        ->type_name("FILE")
        ->take_all();
}

Result<void> RuleArguments::applyTo(fusion::Options& options) const {
    for (const std::string& file : plugins)
        if (const auto loaded = pipeline::loadRulePlugin(file); !loaded) return loaded.error();
    requireRules(rules, "--rules");
    requireRules(with, "--with");
    requireRules(without, "--without");
    const std::set<std::string, std::less<>> wanted(rules.begin(), rules.end());
    for (const fusion::Rule* rule : fusion::rules()) {
        if (rules.empty()) break;
        if (!wanted.contains(rule->name))
            options.without.emplace(rule->name);
        else if (!rule->onByDefault)
            options.without.erase(std::string(rule->name));
    }
    for (const std::string& name : with)
        options.without.erase(name);
    options.without.insert(without.begin(), without.end());
    return {};
}

Result<fusion::Options> RuleArguments::options() const {
    fusion::Options options;
    if (const auto done = applyTo(options); !done) return done.error();
    return options;
}

std::vector<std::string> openDimensions(const ir::Graph& graph) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    forEachOpenDim(graph, [&](const ir::Value& input, std::size_t axis, const ir::Dim& dim) {
        const auto symbols = ir::symbolsOf(ir::asExtent(dim));
        for (const std::string& symbol : symbols)
            add(symbol);
        if (symbols.empty()) add(axisKey(input, axis));
    });
    return names;
}

Result<std::shared_ptr<const pipeline::Typed>> typeWith(Console& console,
                                                        const std::shared_ptr<const pipeline::Opened>& opened,
                                                        const ModelArguments& arguments, bool assume,
                                                        const ops::Bindings& more) {
    ops::Bindings bindings = arguments.bindings();
    noteUnknownNames(console, opened->model->graph, bindings);
    bindings.insert(more.begin(), more.end());
    auto typed = pipeline::type(opened, bindings, assume, console.run());
    if (console.run().stopped()) return cancelled();
    for (const auto& [symbol, extent] : typed->assumed)
        console.note("note: dimension '" + symbol + "' is open; taken as " + std::to_string(extent) +
                     " (--bind " + symbol + "=N changes it)");
    return typed;
}

Result<std::shared_ptr<const pipeline::Typed>> load(Console& console, const ModelArguments& arguments,
                                                    bool assume) {
    arguments.bindings(); // may throw, and had better do so at once
    auto opened = pipeline::open(arguments.model, console.run());
    if (!opened) return std::move(opened).error();
    return typeWith(console, *opened, arguments, assume);
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
