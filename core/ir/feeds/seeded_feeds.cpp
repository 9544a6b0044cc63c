// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/feeds/feeds.h"

#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/ir/small_float.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <set>

namespace edgewright::ir {

namespace {

// N(0, 1) as the sum of twelve uniform 32-bit integers minus its mean (Irwin-Hall): integer sums and one exact
// scaling, so that no two machines disagree about a bit. A logarithm or std::normal_distribution would not
// promise that.
double gaussian(std::mt19937_64& random) {
    std::int64_t sum = -(std::int64_t(6) << 32);
    for (int i = 0; i < 6; ++i) {
        const std::uint64_t bits = random();
        sum += static_cast<std::int64_t>(bits >> 32) + static_cast<std::int64_t>(bits & 0xffffffffu);
    }
    return static_cast<double>(sum) / 4294967296.0;
}

constexpr std::size_t Stretch = std::size_t(1) << 16; // elements between two looks; below ten milliseconds

struct SeededSource {
    std::mt19937_64 random;
    const RunContext& run;
    std::int64_t limitBytes, leftBytes;
};

// Ends early, with zeros in the rest, once the run is stopped.
template <typename T, typename Make>
void fill(Tensor& tensor, const RunContext& run, Make make) {
    std::size_t at = 0;
    for (T& element : tensor.as<T>()) {
        if (at++ % Stretch == 0 && run.stopped()) return;
        element = static_cast<T>(make());
    }
}

// The same of real and imaginary parts, of T.
template <typename T, typename Make>
void fillParts(Tensor& tensor, const RunContext& run, Make make) {
    const std::span<std::byte> bytes = tensor.mutableBytes();
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
        if (at % (Stretch * sizeof(T)) == 0 && run.stopped()) return;
        const T part = static_cast<T>(make());
        std::memcpy(bytes.data() + at, &part, sizeof(T));
    }
}

Result<Tensor> seeded(const TensorType& type, SeededSource& source);

// Two items in a sequence; an optional is there.
Result<Tensor> seededItems(const TensorType& type, SeededSource& source) {
    if (type.container == Container::Other) return unsupported(say("no random values for a {1}", type.text()));
    TensorType inner = type;
    inner.container = type.container == Container::OptionalSequence ? Container::Sequence : Container::Tensor;
    std::vector<Tensor> items;
    for (int i = 0; i < (type.container == Container::Sequence ? 2 : 1); ++i) {
        auto item = seeded(inner, source);
        if (!item) return item;
        items.push_back(*std::move(item));
    }
    return Tensor::ofItems(type.container, type.dtype, std::move(items));
}

// Numbers below 100 as text, which Cast takes, too.
Result<Tensor> seededStrings(const Dims& dims, SeededSource& source) {
    std::vector<std::string> strings(static_cast<std::size_t>(checkedProduct(dims).value_or(0)));
    for (std::size_t i = 0; i < strings.size(); ++i) {
        if (i % Stretch == 0 && source.run.stopped()) return cancelled();
        strings[i] = std::to_string(source.random() % 100);
    }
    return Tensor::ofStrings(dims, std::move(strings));
}

Result<Tensor> seeded(const TensorType& type, SeededSource& source) {
    if (!type.isTensor()) return seededItems(type, source);
    const auto dims = type.dims();
    if (!dims) return badInput(say("its shape {1} is not fully known", type.text()));
    const std::int64_t bytes = type.dtype == DataType::String
                                   ? checkedMul(type.elements().value_or(0), sizeof(std::string))
                                         .value_or(std::numeric_limits<std::int64_t>::max())
                                   : type.bytes().value_or(0);
    if (bytes > source.leftBytes)
        return badInput(
            say("{1} is too large: the inputs may have {2} bytes in all", type.text(), source.limitBytes));
    source.leftBytes -= bytes;
    if (type.dtype == DataType::String) return seededStrings(*dims, source);
    auto result = Tensor::allocate(type.dtype, *dims);
    if (!result) return result;
    Tensor& tensor = *result;
    std::mt19937_64& random = source.random;
    const RunContext& run = source.run;
    const auto normal = [&] { return gaussian(random); };
    const auto small = [&] { return random() & 1u; };
    switch (type.dtype) {
    case DataType::Float32:
        fill<float>(tensor, run, normal);
        break;
    case DataType::Float64:
        fill<double>(tensor, run, normal);
        break;
    case DataType::Float16:
        fill<std::uint16_t>(tensor, run, [&] { return floatToHalf(static_cast<float>(normal())); });
        break;
    case DataType::BFloat16:
        fill<std::uint16_t>(tensor, run, [&] { return floatToBfloat16(static_cast<float>(normal())); });
        break;
    case DataType::Bool:
        fill<std::uint8_t>(tensor, run, [next = 0u]() mutable { return next++ % 2; });
        break;
    case DataType::UInt8:
    case DataType::Int8:
        fill<std::uint8_t>(tensor, run, small);
        break;
    case DataType::UInt16:
    case DataType::Int16:
        fill<std::uint16_t>(tensor, run, small);
        break;
    case DataType::UInt32:
    case DataType::Int32:
        fill<std::uint32_t>(tensor, run, small);
        break;
    case DataType::UInt64:
    case DataType::Int64:
        fill<std::uint64_t>(tensor, run, small);
        break;
    case DataType::Float8E4M3FN:
    case DataType::Float8E4M3FNUZ:
    case DataType::Float8E5M2:
    case DataType::Float8E5M2FNUZ:
    case DataType::Float8E8M0:
        fill<std::uint8_t>(tensor, run,
                           [&] { return floatToSmallFloat(type.dtype, static_cast<float>(normal())); });
        break;
    case DataType::UInt4:
    case DataType::Int4:
    case DataType::Float4E2M1:
    case DataType::UInt2:
    case DataType::Int2:
        for (std::size_t at = 0; std::byte & bits : tensor.mutableBytes()) { // 0 or 1 in every element
            if (at++ % Stretch == 0 && run.stopped()) break;
            bits = std::byte(random() & (bitWidth(type.dtype) == 4 ? 0x11u : 0x55u));
        }
        break;
    case DataType::Complex64:
        fillParts<float>(tensor, run, normal);
        break;
    case DataType::Complex128:
        fillParts<double>(tensor, run, normal);
        break;
    default:
        return unsupported(say("no random values for type {1}", type.text()));
    }
    if (run.stopped()) return cancelled();
    return result;
}

// Inputs that say where an update goes in a cache: anything but 0 may be too far when the update fills it.
std::set<ValueId> writePositions(const Graph& graph) {
    std::set<ValueId> positions;
    for (const NodeId id : graph.order())
        if (const Node& node = graph.node(id); node.is("TensorScatter") && node.hasInput(2))
            positions.insert(node.input(2));
    return positions;
}

} // namespace

Result<Feeds> seededFeeds(const Graph& graph, std::uint64_t seed, const RunContext& run,
                          std::int64_t limitBytes) {
    Feeds feeds;
    const std::set<ValueId> atZero = writePositions(graph);
    SeededSource source{std::mt19937_64(seed), run, limitBytes, limitBytes};
    for (const ValueId id : graph.inputs) {
        if (!id.valid() || !graph.contains(id))
            return badInput(say("the graph lists an input that does not exist"));
        auto tensor = seeded(graph.value(id).type, source);
        if (!tensor) return std::move(tensor).error().within(say("input '{1}'", graph.value(id).name));
        if (atZero.contains(id) && tensor->isTensor()) std::ranges::fill(tensor->mutableBytes(), std::byte(0));
        feeds.insert_or_assign(id, std::move(tensor).value());
    }
    return feeds;
}

} // namespace edgewright::ir
