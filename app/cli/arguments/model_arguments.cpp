// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/model_arguments.h"

#include "app/cli/arguments/checks.h"
#include "app/cli/json.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ir/order.h"
#include "core/ops/inference/bindings.h"
#include "core/pipeline/rule_plugins.h"

#include <CLI/CLI.hpp>

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

// "batch=1,seq=2" is two bindings, "a,b=2" one of the dimension 'a,b'. Empty where the text is neither.
std::vector<std::pair<std::string, std::int64_t>> parseBindings(const std::string& text) {
    std::vector<std::pair<std::string, std::int64_t>> result;
    for (const std::string& part : splitAt(text, ','))
        if (const auto binding = parseBinding(part)) result.push_back(*binding);
    if (result.size() == splitAt(text, ',').size()) return result;
    const auto whole = parseBinding(text);
    return whole ? std::vector{*whole} : std::vector<std::pair<std::string, std::int64_t>>();
}

// Empty unless no inputs make the graph run.
std::string whyItCannotRun(const pipeline::Typed& typed) {
    const ir::Graph& graph = *typed.graph;
    if (const ir::Order order = ir::executionOrder(graph); !order.cyclic.empty())
        return sayCount(
            groups(order.cyclic.size()),
            "node '{2}' lies on or behind a cycle, as {1} node in all; expected a graph without cycles",
            "node '{2}' lies on or behind a cycle, as {1} nodes in all; expected a graph without cycles",
            graph.node(order.cyclic.front()).label());
    for (const Diagnostic& each : typed.diagnostics)
        if (each.severity == Severity::Error && each.code == "shape-error" &&
            each.place.find("' of node '") == std::string::npos) // of a branch, which perhaps never runs
            return each.message;
    const auto tooLarge = [&](ValueId id) {
        if (!id.valid() || !graph.contains(id)) return false;
        const ir::TensorType& type = graph.value(id).type;
        return type.isTensor() && type.dims() && ir::bitWidth(type.dtype) > 0 && !type.bytes();
    };
    const auto problem = [&](ValueId id) {
        return say("value '{1}' would be {2}; expected a tensor of less than 2^63 bytes", graph.value(id).name,
                   graph.value(id).type.text());
    };
    for (const ValueId id : graph.inputs)
        if (tooLarge(id)) return problem(id);
    for (const NodeId node : graph.order())
        for (const ValueId id : graph.node(node).outputs)
            if (tooLarge(id)) return problem(id);
    return {};
}

void requireRules(const std::vector<std::string>& names, const char* option) {
    for (const std::string& name : names) {
        if (fusion::findRule(name)) continue;
        std::string known;
        for (const fusion::Rule* rule : fusion::rules())
            known += (known.empty() ? "" : ", ") + std::string(rule->name);
        throw CLI::ValidationError(option, say("no fusion rule is called '{1}'; there are: {2}", name, known));
    }
}

} // namespace

// A note only: one line for many models binds what each of them has. Beyond openDimensions, the axis of a
// dimension with a name may be given, and names that only other values of the file have.
void noteUnknownNames(const Console& console, const ir::Graph& graph, const ir::Bindings& bindings) {
    std::set<std::string, std::less<>> known;
    ops::forEachOpenDim(graph, [&](const ir::Value& input, std::size_t axis, const ir::Dim&) {
        known.insert(ops::axisKey(input, axis));
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
        console.note(say("note: --bind: the model has no open dimension '{1}'; it has {2}", name,
                         open.empty() ? say("none") : open));
    }
}

void ModelArguments::declare(CLI::App& verb, bool modelRequired) {
    auto* option =
        verb.add_option("MODEL", model, say("An ONNX model file, or a folder that holds one"))->type_name("");
    if (modelRequired) option->required();
    hasBind = true;
    repeatable(verb.add_option("--bind", bind, say("Extents of open dimensions; repeatable")))
        ->type_name("NAME=N,...")
        ->check([](const std::string& text) {
            return !parseBindings(text).empty() ? std::string()
                                                : say("'{1}': expected NAME=N with N >= 0", text);
        });
    memory.declare(verb);
}

ir::Bindings ModelArguments::bindings() const {
    ir::Bindings result;
    for (const std::string& each : bind)
        for (const auto& binding : parseBindings(each)) {
            const auto [entry, added] = result.insert(binding);
            if (!added && entry->second != binding.second)
                throw CLI::ValidationError("--bind", say("'{1}' is given as {2} and as {3}", binding.first,
                                                         entry->second, binding.second));
        }
    return result;
}

void RuleArguments::declare(CLI::App& verb) {
    repeatable(verb.add_option("--rules", rules, say("Only these fusion rules; repeatable")))
        ->type_name("RULE,...")
        ->delimiter(',');
    repeatable(verb.add_option("--with", with, say("Fusion rules that are off by default; repeatable")))
        ->type_name("RULE,...")
        ->delimiter(',');
    repeatable(verb.add_option("--without", without, say("All fusion rules but these; repeatable")))
        ->type_name("RULE,...")
        ->delimiter(',');
    repeatable(
        verb.add_option("--rule-plugin", plugins, say("A module with fusion rules of its own; repeatable")))
        ->type_name("FILE");
}

Result<void> RuleArguments::applyTo(fusion::Options& options) const {
    for (const std::string& file : plugins)
        RETURN_IF_ERROR(pipeline::loadRulePlugin(file));
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
    RETURN_IF_ERROR(applyTo(options));
    return options;
}

std::shared_ptr<const pipeline::Opened> withNamedExtents(const pipeline::Opened& opened) {
    auto model = std::make_shared<ir::Model>(*opened.model);
    for (const ValueId id : model->graph.inputs) {
        if (!model->graph.contains(id) || !model->graph.value(id).type.isTensor()) continue;
        ir::Value& input = model->graph.value(id);
        for (std::size_t axis = 0; input.type.shape && axis < input.type.shape->size(); ++axis)
            if (ir::Dim& dim = (*input.type.shape)[axis]; ir::asExtent(dim) == ir::Dim())
                dim = ir::Dim::named(ops::axisKey(input, axis));
    }
    auto named = std::make_shared<pipeline::Opened>(opened);
    named->model = std::move(model);
    return named;
}

std::vector<std::string> openDimensions(const ir::Graph& graph) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    ops::forEachOpenDim(graph, [&](const ir::Value& input, std::size_t axis, const ir::Dim& dim) {
        const auto symbols = ir::symbolsOf(ir::asExtent(dim));
        for (const std::string& symbol : symbols)
            add(symbol);
        if (symbols.empty()) add(ops::axisKey(input, axis));
    });
    return names;
}

Result<std::shared_ptr<const pipeline::Typed>> typeWith(Console& console,
                                                        const std::shared_ptr<const pipeline::Opened>& opened,
                                                        const ModelArguments& arguments, bool assume,
                                                        const ir::Bindings& more) {
    ir::Bindings bindings = arguments.bindings();
    noteUnknownNames(console, opened->model->graph, bindings);
    bindings.insert(more.begin(), more.end());
    auto typed = pipeline::type(opened, bindings, assume, console.run());
    if (console.run().stopped()) return cancelled();
    for (const auto& [symbol, extent] : typed->assumed) {
        const auto known = opened->inTestData.find(symbol);
        const bool isKnown = known != opened->inTestData.end() && known->second == extent;
        if (!arguments.hasBind) {
            console.note(isKnown
                             ? say("note: dimension '{1}' is open; taken as {2}, as in the test data beside "
                                   "the model",
                                   symbol, extent)
                             : say("note: dimension '{1}' is open; taken as {2}", symbol, extent));
            continue;
        }
        console.note(
            isKnown
                ? say("note: dimension '{1}' is open; taken as {2}, as in the test data beside the model "
                      "(--bind {1}=N changes it)",
                      symbol, extent)
                : say("note: dimension '{1}' is open; taken as {2} (--bind {1}=N changes it)", symbol, extent));
    }
    if (const std::string problem = whyItCannotRun(*typed); !problem.empty())
        return edgewright::badInput(opened->file.string() + ": " + problem);
    return typed;
}

Result<std::shared_ptr<const pipeline::Typed>> load(Console& console, const ModelArguments& arguments,
                                                    bool assume) {
    arguments.bindings(); // may throw, and had better do so at once
    ASSIGN_OR_RETURN(auto opened,
                     pipeline::open(arguments.model, console.run(), arguments.memory.openingBytes()));
    return typeWith(console, opened, arguments, assume);
}

Result<pipeline::ComputablePart> computablePartOf(Console& console,
                                                  const std::shared_ptr<const pipeline::Typed>& whole,
                                                  const ModelArguments& arguments) {
    auto part = pipeline::computablePart(whole, console.run());
    if (!part) return Error(part.error()).within(arguments.model);
    if (console.run().stopped()) return cancelled();
    if (!part->isWhole()) console.note(say("warning: {1}", part->text(*whole)));
    return part;
}

Json leftOutJson(const pipeline::Typed& whole, const pipeline::ComputablePart& part) {
    Json list = Json::array();
    const auto add = [&](NodeId node, Json reason) {
        list.push_back({{"name", whole.graph->node(node).label()}, {"reason", std::move(reason)}});
    };
    for (const pipeline::ComputablePart::Obstacle& each : part.obstacles)
        add(each.node, each.reason);
    for (const NodeId node : part.behind)
        add(node, say("follows from what cannot run here"));
    return list;
}

Json documentOf(const std::filesystem::path& file, const ir::Bindings& bindings, const Json& results) {
    Json document{{"model", file.filename().string()}, {"bindings", Json::object()}};
    for (const auto& [name, extent] : bindings)
        document["bindings"][name] = extent;
    document.update(results);
    return document;
}
Json documentOf(const pipeline::Typed& typed, const Json& results) {
    return documentOf(typed.opened->file, typed.bindings, results);
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

Result<pipeline::StudyFile> readStudyOf(Console& console, const std::string& file, ModelArguments& model) {
    ASSIGN_OR_RETURN(auto study, pipeline::readStudy(file, model.memory.studyBytes()));
    if (model.model.empty())
        model.model = study.model.string();
    else
        study.model = model.model;
    if (const std::string other = pipeline::whyOtherModel(study); !other.empty()) {
        console.note(say("warning: {1}: {2}", file, other));
        study.measurements.clear();
    }
    const ir::Bindings given = model.bindings();
    for (const auto& [symbol, extent] : study.settings.bindings)
        if (!given.contains(symbol)) model.bind.push_back(symbol + "=" + std::to_string(extent));
    return study;
}

pipeline::Settings settingsFor(Console& console, const std::string& file, pipeline::StudyFile study,
                               const ir::Graph& graph) {
    pipeline::matchTo(study, graph);
    for (const std::string& note : study.notes)
        console.note(say("note: {1}: {2}", file, note));
    return std::move(study.settings);
}

} // namespace edgewright::cli
