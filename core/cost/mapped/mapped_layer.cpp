// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/mapped_layer.h"

#include "core/base/checked.h"
#include "core/base/csv.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
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
    return badInput(say("mapping: expected {1}, found {2}", expected, inQuotes(found)));
}

Result<Loop> parseLoop(std::string_view text) {
    const auto wrongForm = [&] {
        return wrongMapping(
            text, say("a loop such as K48 or C16X, of one of N, C, K, P, Q, R, S and 1 to {1}", ExtentLimit));
    };
    const std::size_t dimension = DimensionNames.find(text.front());
    if (dimension == std::string_view::npos) return wrongForm();
    Loop loop{.dimension = static_cast<Dimension>(dimension)};
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + 1, end, loop.count);
    loop.spatial = std::string_view(at, end) == "X";
    if (error != std::errc() || (at != end && !loop.spatial) || loop.count < 1 || loop.count > ExtentLimit)
        return wrongForm();
    return loop;
}

Result<Level> parseLevel(std::string_view text, std::size_t level) {
    const std::string name = "L" + std::to_string(level);
    const std::size_t close = text.find(']');
    if (!text.starts_with(name + "[") || close == std::string_view::npos)
        return wrongMapping(text, say("{1}[...] and its loops", name));
    Level result;
    for (const char tensor : text.substr(3, close - 3)) {
        if (tensor == 'W')
            result.weights = true;
        else if (tensor == 'I')
            result.inputs = true;
        else if (tensor == 'O')
            result.outputs = true;
        else
            return wrongMapping(text, say("W, I and O in the brackets of {1}", name));
    }
    const auto loops = words(text.substr(close + 1), " ");
    if (loops.empty() || loops.size() > LoopsLimit)
        return wrongMapping(text, say("1 to {1} loops in {2}", LoopsLimit, name));
    for (const std::string_view word : loops) {
        ASSIGN_OR_RETURN(const Loop loop, parseLoop(word));
        if (loop.spatial && level == Dram) return wrongMapping(word, say("no spatial loop in {1}", name));
        result.loops.push_back(loop);
    }
    return result;
}

double window(std::int64_t outputs, std::int64_t stride, std::int64_t filter, std::int64_t dilation) {
    return static_cast<double>(outputs - 1) * static_cast<double>(stride) +
           static_cast<double>(filter - 1) * static_cast<double>(dilation) + 1;
}

Result<void> inRange(std::int64_t number, const std::string& what) {
    if (number >= 1 && number <= ExtentLimit) return {};
    return badInput(say("{1} is {2}; expected 1 to {3}", what, number, ExtentLimit));
}

} // namespace

Result<Mapping> parseMapping(std::string_view text) {
    const auto levels = words(text, " - ");
    if (levels.size() != Levels)
        return wrongMapping(
            text, say("four levels, 'L3[...] loops - L2[...] loops - L1[...] loops - L0[...] loops'"));
    Mapping mapping;
    for (std::size_t i = 0; i < Levels; ++i) {
        const std::size_t level = Levels - 1 - i;
        ASSIGN_OR_RETURN(mapping[level], parseLevel(levels[i], level));
    }
    return mapping;
}

double MappedLayer::inputColumns(std::int64_t outputs, std::int64_t filter) const {
    return window(outputs, strideColumns, filter, dilationColumns);
}
double MappedLayer::inputRows(std::int64_t outputs, std::int64_t filter) const {
    return window(outputs, strideRows, filter, dilationRows);
}

Result<void> check(MappedLayer& layer) {
    for (const std::int64_t each :
         {layer.strideColumns, layer.strideRows, layer.dilationColumns, layer.dilationRows})
        RETURN_IF_ERROR(inRange(each, say("a stride or dilation")));
    Extents covered;
    covered.fill(1);
    layer.tile.fill(1);
    layer.outer.clear();
    layer.iterations = 1;
    for (std::size_t level = 0; level < Levels; ++level)
        for (const Loop& loop : layer.mapping[level].loops) {
            const auto product = checkedMul(covered[loop.dimension], loop.count);
            const char name = DimensionNames[static_cast<std::size_t>(loop.dimension)];
            if (!product || *product > ExtentLimit)
                return badInput(
                    say("mapping: the loops over {1} count more than {2}", std::string(1, name), ExtentLimit));
            covered[loop.dimension] = *product;
            if (level != Dram)
                layer.tile[loop.dimension] = *product;
            else if (loop.count > 1)
                layer.outer.push_back(loop);
        }
    for (std::size_t i = 0; i < Dimensions; ++i) {
        const auto it = static_cast<Dimension>(i);
        const std::string name(1, DimensionNames[i]);
        RETURN_IF_ERROR(inRange(layer.extents[it], name));
        if (covered[it] < layer.extents[it])
            return badInput(say("mapping: the loops over {1} count {2}; expected {3} as the layer has", name,
                                covered[it], layer.extents[it]));
    }
    if (const auto macs = checkedProduct(covered); !macs || *macs > MacLimit)
        return badInput(say("mapping: more than {1} multiply-accumulates", MacLimit));
    for (const Loop& loop : layer.outer)
        layer.iterations *= loop.count; // divides the MACs
    return {};
}

} // namespace edgewright::cost::mapped
