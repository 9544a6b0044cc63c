// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: the first byte says what the others are as a file (see Names), which is read as the
// samples of a small model. Whatever is accepted has tensors of the model's input and labels from 0 on.
#include "core/dataset/sample_set.h"
#include "core/ir/builder.h"
#include "tests/fuzz/scratch_file.h"

#include <array>
#include <cstdint>
#include <cstdlib>

using namespace edgewright;

namespace {

constexpr std::array<const char*, 8> Names{
    "a.bin", "a-images-idx3-ubyte", "a.npy", "a.npz", "a.pb", "a.png", "a.bmp", "a.jpg"};
constexpr std::size_t MaxSamples = 4;

void require(bool holds) {
    if (!holds) std::abort();
}

ir::Graph graphOf(const ir::TensorType& type) {
    ir::GraphBuilder builder;
    builder.output(builder.node("Relu", {builder.input("x", type)}));
    return builder.take();
}

void requireReason(const Error& error) {
    require(!error.message.empty() && error.code != ErrorCode::Internal && error.code != ErrorCode::Cancelled);
}

void readAs(const dataset::DataSource& source, const ir::Graph& graph) {
    const auto set = dataset::read(source, graph, MaxSamples);
    if (!set) return requireReason(set.error());
    require(set->count() >= 1 && set->count() <= MaxSamples);
    const ir::Value& input = graph.value(graph.inputs.front());
    for (std::size_t i = 0; i < set->count(); ++i) {
        require(!set->name(i).empty());
        if (const auto label = set->label(i)) require(*label >= 0);
        const auto feeds = set->feeds(i);
        if (!feeds) {
            requireReason(feeds.error());
            continue;
        }
        require(feeds->size() == 1);
        const ir::Tensor& tensor = feeds->at(input.id);
        require(tensor.dtype() == input.type.dtype && tensor.dims() == *input.type.dims());
        for (std::int64_t element = 0; element < tensor.elements(); ++element)
            (void)ir::elementAsDouble(tensor, element);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const ir::Graph images = graphOf({ir::DataType::Float32, ir::Dims{1, 3, 5, 4}});
    static const ir::Graph rows = graphOf({ir::DataType::Float32, ir::Dims{2, 3}});
    static const std::array<test::ScratchFile, Names.size()> files{
        test::ScratchFile(Names[0]), test::ScratchFile(Names[1]), test::ScratchFile(Names[2]),
        test::ScratchFile(Names[3]), test::ScratchFile(Names[4]), test::ScratchFile(Names[5]),
        test::ScratchFile(Names[6]), test::ScratchFile(Names[7])};
    if (size == 0) return 0;
    const auto file = files[data[0] % Names.size()].write(data + 1, size - 1);
    const auto source = dataset::sourceAt(file);
    require(source.has_value());
    for (const ir::Graph* graph : {&images, &rows})
        readAs(*source, *graph);
    return 0;
}
