// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/inference/bindings.h"

#include "core/ir/dims/dim_expression.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

std::optional<std::int64_t> lookUp(const ir::Bindings& bindings, const std::string& key) {
    const auto it = bindings.find(key);
    if (key.empty() || it == bindings.end() || it->second < 0) return std::nullopt;
    return it->second;
}

// The symbol of an open extent; empty where it says nothing ("?").
std::string symbolOf(const ir::Dim& dim) { return ir::asExtent(dim).symbol(); }

std::string lowered(std::string_view name) {
    std::string lower;
    for (const char c : name)
        lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return lower;
}

std::int64_t defaultExtent(const ir::TensorType& type, std::size_t axis) {
    const std::size_t rank = type.shape->size();
    if (axis == 0) return 1;
    const std::string symbol = lowered((*type.shape)[axis].symbol());
    const bool isSignal = rank == 2 && ir::isFloating(type.dtype); // whose samples are a "sequence", too
    if (countsTokens(symbol) && !(isSignal && symbol == "sequence")) return 16;
    if (rank == 4 && axis >= 2) return 224;
    return isSignal ? 512 : 16;
}

} // namespace

bool countsTokens(std::string_view symbol) {
    const std::string lower = lowered(symbol);
    constexpr std::string_view Words[] = {"past", "seq", "token", "cache", "context"};
    return std::ranges::any_of(Words,
                               [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

std::string axisKey(const ir::Value& input, std::size_t axis) {
    return input.name + "#" + std::to_string(axis);
}

ir::Bindings bindInputs(ir::Graph& graph, const ir::Bindings& bindings) {
    ir::Bindings symbols = bindings;
    forEachOpenDim(graph, [&](const ir::Value& input, std::size_t axis, const ir::Dim& dim) {
        const std::string symbol = symbolOf(dim);
        const auto extent = lookUp(bindings, axisKey(input, axis));
        if (extent && !symbol.empty()) symbols.emplace(symbol, *extent);
    });
    for (const ValueId id : graph.inputs) {
        if (!graph.contains(id) || !isBindable(graph.value(id).type)) continue;
        ir::Value& input = graph.value(id);
        for (std::size_t axis = 0; axis < input.type.shape->size(); ++axis) {
            ir::Dim& dim = (*input.type.shape)[axis];
            dim = ir::substitute(dim, symbols);
            if (const auto extent = lookUp(bindings, axisKey(input, axis)); extent && !dim.known())
                dim = ir::Dim(*extent);
        }
    }
    return symbols;
}

void bindSymbols(ir::TensorType& type, const ir::Bindings& symbols) {
    if (!isBindable(type)) return;
    for (ir::Dim& dim : *type.shape)
        dim = ir::substitute(dim, symbols);
}

ir::Bindings defaultBindings(const ir::Graph& graph, const ir::Bindings& given) {
    ir::Bindings result = given;
    std::vector<std::pair<std::string, std::int64_t>> later;
    forEachOpenDim(graph, [&](const ir::Value& input, std::size_t axis, const ir::Dim& dim) {
        if (lookUp(result, dim.symbol()) || lookUp(result, axisKey(input, axis))) return;
        const std::int64_t extent = defaultExtent(input.type, axis);
        const auto names = ir::symbolsOf(dim);
        if (names.empty())
            result.insert_or_assign(axisKey(input, axis), extent);
        else if (names.size() == 1 && names.front() == dim.symbol())
            result.insert_or_assign(names.front(), extent);
        else
            for (const std::string& name : names) // of an expression; the name alone knows better
                later.emplace_back(name, extent);
    });
    for (const auto& [name, extent] : later)
        if (!lookUp(result, name)) result.insert_or_assign(name, extent);
    std::set<std::string, std::less<>> kept;
    for (const auto& [name, extent] : given)
        kept.insert(name);
    bindSum(result, kept);
    return result;
}

namespace {

enum class Tokens { None, Past, New, Total };

// "past_sequence_length", "PastSeqLen": which tokens of a sequence an extent counts.
Tokens tokensOf(std::string_view name) {
    const std::string lower = lowered(name);
    const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
    if (has("#") || !(has("seq") || has("token"))) return Tokens::None;
    if (has("total")) return Tokens::Total;
    return has("past") || has("cache") ? Tokens::Past : Tokens::New;
}

} // namespace

void bindSum(ir::Bindings& bindings, const std::set<std::string, std::less<>>& kept) {
    ir::Bindings::iterator past = bindings.end(), fresh = bindings.end(), total = bindings.end();
    for (auto it = bindings.begin(); it != bindings.end(); ++it) {
        const Tokens tokens = tokensOf(it->first);
        if (tokens == Tokens::None) continue;
        auto& which = tokens == Tokens::Past ? past : tokens == Tokens::New ? fresh : total;
        if (which != bindings.end()) return; // two of them: of an encoder and a decoder
        which = it;
    }
    if (past == bindings.end() || fresh == bindings.end() || total == bindings.end()) return;
    std::int64_t sum = 0;
    if (!kept.contains(total->first) && !__builtin_add_overflow(past->second, fresh->second, &sum) && sum > 0)
        total->second = sum;
    else if (!kept.contains(past->first) && total->second >= fresh->second && fresh->second >= 0)
        past->second = total->second - fresh->second;
    else if (!kept.contains(fresh->first) && total->second > past->second && past->second >= 0)
        fresh->second = total->second - past->second;
}

} // namespace edgewright::ops
