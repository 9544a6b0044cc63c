// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/plan_export.h"

#include "core/base/say.h"

#include <limits>
#include <string_view>
#include <unordered_map>

namespace edgewright::memory {

Result<OfflinePlan> offlinePlan(std::span<const PlacedTensor> placed, std::span<const std::string> tensors) {
    constexpr std::int32_t Version = 1, Subgraph = 0, Online = -1;
    constexpr std::int64_t Most = std::numeric_limits<std::int32_t>::max();
    OfflinePlan plan;
    std::unordered_map<std::string_view, std::int32_t> offsets;
    for (const PlacedTensor& tensor : placed) {
        if (tensor.offset < 0 || tensor.offset > Most)
            return badInput(say("tensor '{1}' has offset {2}; TensorFlow Lite Micro has 32-bit offsets",
                                tensor.name, tensor.offset));
        if (tensor.offset % OfflineAlignment != 0)
            return badInput(
                say("tensor '{1}' has offset {2}; TensorFlow Lite Micro aligns to {3} bytes: plan with "
                    "a multiple of that as alignment",
                    tensor.name, tensor.offset, OfflineAlignment));
        offsets.emplace(tensor.name, static_cast<std::int32_t>(tensor.offset));
        if (tensors.empty()) plan.tensors.push_back(tensor.name);
    }
    if (!tensors.empty()) plan.tensors.assign(tensors.begin(), tensors.end());
    if (plan.tensors.size() > static_cast<std::size_t>(Most))
        return badInput(say("more tensors than 2^31 - 1"));
    plan.words = {Version, Subgraph, static_cast<std::int32_t>(plan.tensors.size())};
    for (const std::string& name : plan.tensors) {
        const auto found = offsets.find(name);
        plan.words.push_back(found == offsets.end() ? Online : found->second);
        plan.unplaced += found == offsets.end() && !name.empty();
    }
    return plan;
}

std::string toBytes(const OfflinePlan& plan) {
    std::string bytes;
    bytes.reserve(4 * plan.words.size());
    for (const std::int32_t word : plan.words)
        for (int shift = 0; shift < 32; shift += 8)
            bytes += static_cast<char>((static_cast<std::uint32_t>(word) >> shift) & 0xff);
    return bytes;
}

} // namespace edgewright::memory
