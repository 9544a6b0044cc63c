// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/function_library.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/onnx/kept_fields.h"

#include <algorithm>

namespace edgewright::onnx {

namespace {

// Functions that call functions multiply: a few hundred bytes can ask for 2^60 nodes. What follows a call into
// its body keeps so many bytes for each node (types, layers, times), all within the memory.
constexpr std::int64_t BytesPerWrittenNode = 512;
// Bodies that cannot be shared, because the arguments differ, leave one part in so many of the memory to the
// rest.
constexpr std::int64_t ReservedPart = 8;
constexpr std::int64_t BytesPerByte = 64; // of a body, for each byte of its function in the file

std::string overload(const google::protobuf::Message& message, int number) {
    const auto found = youngFields(message, number);
    return found.empty() ? std::string() : std::string(found.back());
}

} // namespace

std::string FunctionLibrary::overloadOf(const pb::NodeProto& call) { return overload(call, NodeOverload); }

FunctionLibrary::Key FunctionLibrary::keyOf(const pb::NodeProto& call) {
    return {domainOf(call.domain()), call.op_type(), overloadOf(call)};
}

FunctionLibrary::FunctionLibrary(pb::ModelProto& model, ImportState& state) : m_state(state) {
    for (auto& function : *model.mutable_functions()) {
        const Key key{domainOf(function.domain()), function.name(), overload(function, FunctionOverload)};
        const std::string place = say("function {1}", inQuotes(function.name()));
        if (!m_functions.emplace(key, std::move(function)).second)
            m_state.found.push_back({Severity::Error,
                                     "duplicate-function",
                                     say("{1} is in the file twice; the first one counts", place),
                                     {},
                                     {},
                                     place});
    }
    model.clear_functions();
}

FunctionLibrary::Body FunctionLibrary::recursive(const Key& key) {
    const bool inside =
        std::ranges::any_of(m_active, [&](const Key& each) { return m_recursive.contains(each); });
    return {{},
            {},
            "recursive-function",
            say("calls the function {1}, which calls itself", inQuotes(std::get<1>(key))),
            inside};
}

Bindings FunctionLibrary::bind(const pb::FunctionProto& function, const pb::NodeProto& call,
                               const GraphReader& caller) const {
    Bindings bindings;
    for (const std::string_view bytes : youngFields(function, FunctionDefaults)) {
        pb::AttributeProto preset;
        if (preset.ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size())))
            bindings.insert_or_assign(preset.name(), preset);
    }
    for (const auto& attribute : call.attribute()) {
        if (attribute.ref_attr_name().empty()) {
            bindings.insert_or_assign(attribute.name(), attribute);
        } else if (caller.scope().bindings) {
            const auto it = caller.scope().bindings->find(attribute.ref_attr_name());
            if (it == caller.scope().bindings->end()) continue;
            bindings.insert_or_assign(attribute.name(), it->second).first->second.set_name(attribute.name());
        }
    }
    return bindings;
}

Result<FunctionLibrary::Body> FunctionLibrary::instantiate(const pb::NodeProto& call, const GraphReader& caller,
                                                           GraphReader::Scope scope, std::int64_t nodesSoFar) {
    const auto refuse = [](std::string code, std::string fault) {
        return Body{{}, {}, std::move(code), std::move(fault), false};
    };
    const Key key = keyOf(call);
    const pb::FunctionProto& function = m_functions.at(key);
    const std::string name = inQuotes(function.name());
    if (const auto it = std::ranges::find(m_active, key); it != m_active.end())
        m_recursive.insert(it, m_active.end());
    if (m_recursive.contains(key)) return recursive(key);
    if (call.input_size() > function.input_size() || call.output_size() > function.output_size())
        return refuse("function-signature",
                      say("has {1} inputs and {2} outputs, but the function {3} has {4} and {5}",
                          call.input_size(), call.output_size(), name, function.input_size(),
                          function.output_size()));

    const Bindings bindings = bind(function, call, caller);
    std::map<std::string, std::string> arguments;
    std::int64_t bytes = static_cast<std::int64_t>(function.ByteSizeLong());
    for (const auto& [attribute, value] : bindings) {
        arguments[attribute] = value.SerializePartialAsString();
        bytes += static_cast<std::int64_t>(arguments[attribute].size());
    }
    std::string identity;
    const auto append = [&](const std::string& part) { identity += std::to_string(part.size()) + ':' + part; };
    append(std::get<0>(key));
    append(std::get<1>(key));
    append(std::get<2>(key));
    for (const auto& [attribute, value] : arguments) {
        append(attribute);
        append(value);
    }

    const auto fits = [&](const Body& body) {
        return scope.depth + body.extent.height <= m_state.limits.subgraphDepth &&
               nodesSoFar + body.extent.nodes <= m_state.memory.limit() / BytesPerWrittenNode;
    };
    const auto tooLarge = [&] {
        return refuse(
            "function-limit",
            say("calls functions that are nested deeper than {1} levels or that are too large when written out",
                m_state.limits.subgraphDepth));
    };
    if (const auto it = m_bodies.find(identity); it != m_bodies.end())
        return fits(it->second) ? it->second : tooLarge();
    const MemoryBudget& memory = m_state.memory;
    if (memory.left() - memory.limit() / ReservedPart < BytesPerByte * bytes ||
        scope.depth > m_state.limits.subgraphDepth)
        return tooLarge();

    pb::FunctionProto copy = function;
    scope.outer = nullptr;
    scope.bindings = &bindings;
    GraphReader reader(m_state, scope);
    m_active.push_back(key);
    auto graph = reader.read(copy);
    m_active.pop_back();
    if (!graph) return std::move(graph).error();
    if (m_recursive.contains(key)) return recursive(key);
    Body body{std::make_shared<const ir::Graph>(std::move(graph).value()), reader.extent(), {}, {}, false};
    m_bodies.emplace(identity, body);
    return fits(body) ? body : tooLarge();
}

} // namespace edgewright::onnx
