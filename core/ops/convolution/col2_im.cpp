// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/convolution/window.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>

namespace edgewright::ops::col2_im {

namespace {

// The blocks [block...] that a window of their size cuts from an image [image...].
struct Blocks {
    Window window;
    std::vector<std::int64_t> image;
    std::vector<std::int64_t> places; // of the window along each axis
    std::int64_t taps = 1;            // elements of a block
    std::int64_t count = 1;           // blocks
    std::int64_t plane = 1;           // elements of the image
};

Result<Blocks> blocksOf(const ir::Node& node, std::span<const std::int64_t> image,
                        std::span<const std::int64_t> block) {
    if (image.empty() || image.size() != block.size())
        return badInput(say("image_shape has {1} entries and block_shape {2}", image.size(), block.size()));
    Blocks blocks;
    const auto plane = checkedProduct(image);
    const auto taps = checkedProduct(block);
    if (!plane || !taps || *taps == 0)
        return badInput(say("image_shape or block_shape holds what is no extent"));
    ASSIGN_OR_RETURN(blocks.window, readWindow(node, block));
    blocks.image.assign(image.begin(), image.end());
    blocks.plane = *plane;
    blocks.taps = *taps;
    for (std::size_t axis = 0; axis < image.size(); ++axis) {
        ASSIGN_OR_RETURN(const auto places, slideAxis(blocks.window, axis, image[axis]));
        blocks.places.push_back(places);
    }
    const auto count = checkedProduct(blocks.places);
    if (!count) return badInput(say("the image has too many blocks"));
    blocks.count = *count;
    return blocks;
}

// input [N, C * block elements, blocks] -> [N, C, image...]
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*in, 3, say("the input")));
    ir::TensorType type(in->dtype);
    const auto image = context.extents(1);
    if (image) {
        type.shape = std::vector<ir::Dim>{ir::Dim(), ir::Dim()};
        type.shape->insert(type.shape->end(), image->begin(), image->end());
        if (ranked) type.shape->front() = (*in->shape)[0];
        const auto sizes = knownInts(context, 1), block = knownInts(context, 2);
        if (sizes && block) {
            ASSIGN_OR_RETURN(const auto blocks, blocksOf(context.node(), *sizes, *block));
            const ir::Dim rows = ranked ? (*in->shape)[1] : ir::Dim();
            if (rows.known() && rows.value() % blocks.taps == 0)
                (*type.shape)[1] = ir::Dim(rows.value() / blocks.taps);
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Adds every block to the plane where it was cut.
void addBlocks(const Blocks& blocks, const float* in, float* plane) {
    const std::size_t rank = blocks.image.size();
    std::fill_n(plane, blocks.plane, 0.0f);
    for (std::int64_t tap = 0; tap < blocks.taps; ++tap)
        for (std::int64_t place = 0; place < blocks.count; ++place) {
            std::int64_t restTap = tap, restPlace = place, offset = 0, stride = 1;
            bool inside = true;
            for (std::size_t axis = rank; axis-- > 0 && inside;) {
                const WindowAxis& window = blocks.window.axes[axis];
                const std::int64_t at = restPlace % blocks.places[axis] * window.stride - window.padBegin +
                                        restTap % window.kernel * window.dilation;
                restPlace /= blocks.places[axis];
                restTap /= window.kernel;
                inside = at >= 0 && at < blocks.image[axis];
                offset += at * stride;
                stride *= blocks.image[axis];
            }
            if (inside) plane[offset] += in[tap * blocks.count + place];
        }
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    const auto image = knownInts(context, 1), block = knownInts(context, 2);
    if (!image || !block) return badInput(say("image_shape or block_shape is missing"));
    ASSIGN_OR_RETURN(const auto blocks, blocksOf(context.node(), *image, *block));
    const ir::Dims& dims = in->dims();
    if (dims.size() != 3 || dims[1] % blocks.taps != 0 || dims[2] != blocks.count)
        return badInput(say("the input is {1} where [N, a multiple of {2}, {3}] is expected", in->type().text(),
                            blocks.taps, blocks.count));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *in));
    ir::Dims outDims{dims[0], dims[1] / blocks.taps};
    outDims.insert(outDims.end(), image->begin(), image->end());
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), outDims));
    if (!out.data().empty()) {
        const std::int64_t planes = outDims[0] * outDims[1];
        const int threads = usefulThreads(context.threads(), values.elements() * 8, planes);
        parallelFor(threads, planes, [&](std::int64_t plane, int) {
            if (!context.run().stopped())
                addBlocks(blocks, values.as<float>().data() + plane * blocks.taps * blocks.count,
                          out.data().data() + plane * blocks.plane);
        });
        if (context.run().stopped()) return cancelled();
    }
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Col2Im",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 18,
};

} // namespace edgewright::ops::col2_im
