// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are read as the structure of a bundle whose hash is right. Whatever is accepted has
// tensors within the data and slots within the arena, and is written as what it was read from.
#include "core/bundle/graph_bytes.h"

#include <array>
#include <cstdint>
#include <cstdlib>

using namespace edgewright;

namespace {

alignas(64) std::array<std::byte, 1 << 14> content;

void require(bool holds) {
    if (!holds) std::abort();
}

void requireInside(const ir::Tensor& tensor) {
    for (const ir::Tensor& item : tensor.items())
        requireInside(item);
    if (tensor.bytes().empty()) return;
    require(tensor.bytes().data() >= content.data() &&
            tensor.bytes().data() + tensor.bytes().size() <= content.data() + content.size());
}

void requireInside(const ir::ArenaPlan& plan, std::int64_t arenaBytes) {
    for (const auto& [id, slot] : plan.places)
        require(slot.offset >= 0 && slot.size >= 0 && slot.offset <= arenaBytes &&
                slot.size <= arenaBytes - slot.offset);
    for (const auto& [id, inner] : plan.bodies)
        for (const ir::ArenaPlan& each : inner)
            requireInside(each, arenaBytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto structure = std::as_bytes(std::span(data, size));
    const auto bundle = bundle::readStructure(structure, {content, nullptr});
    if (!bundle) {
        require(bundle.error().code == ErrorCode::BadInput && !bundle.error().message.empty());
        return 0;
    }
    for (const ir::Tensor& input : bundle->inputs)
        requireInside(input);
    for (const bundle::Program& program : bundle->programs) {
        for (std::size_t i = 0; i < program.graph->valueCount(); ++i)
            if (const auto& constant = program.graph->value(ValueId(i)).constant) requireInside(*constant);
        if (program.arena) requireInside(*program.arena, program.arena->arenaBytes);
        bundle::ByteWriter writer;
        bundle::DataList list;
        bundle::writeGraph(writer, list, *program.graph);
        require(!writer.bytes().empty());
    }
    return 0;
}
