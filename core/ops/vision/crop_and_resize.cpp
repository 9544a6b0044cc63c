// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of images in one size: x [N, C, H, W], boxes [n, 4] as y1, x1, y2, x2 in 0 to 1, the image of each box,
// and the size [h, w]. What lies outside of the image has the attribute extrapolation_value.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::crop_and_resize {

namespace {

constexpr std::size_t Boxes = 1, Images = 2, Size = 3;

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto boxes, operand(context, Boxes));
    ASSIGN_OR_RETURN(const auto hasImage, expectRank(*x, 4, say("the input")));
    ASSIGN_OR_RETURN(const auto hasBoxes, expectRank(*boxes, 2, say("the boxes")));
    const auto size = knownInts(context, Size);
    if (size && (size->size() != 2 || (*size)[0] < 0 || (*size)[1] < 0))
        return badInput(say("crop_size does not hold two extents"));
    context.setOutput(0, {x->dtype, std::vector<ir::Dim>{hasBoxes ? (*boxes->shape)[0] : ir::Dim(),
                                                         hasImage ? (*x->shape)[1] : ir::Dim(),
                                                         size ? ir::Dim((*size)[0]) : ir::Dim(),
                                                         size ? ir::Dim((*size)[1]) : ir::Dim()}});
    return {};
}

// Place `i` of `count` from `begin` to `end` of an axis, in elements; a single one lies in the middle.
float placeOf(float begin, float end, std::int64_t i, std::int64_t count, std::int64_t extent) {
    const auto last = static_cast<float>(extent - 1);
    if (count <= 1) return 0.5F * (begin + end) * last;
    return begin * last + static_cast<float>(i) * ((end - begin) * last / static_cast<float>(count - 1));
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto givenBoxes, floatOperand(context, Boxes));
    const auto images = knownInts(context, Images), size = knownInts(context, Size);
    if (given->rank() != 4 || givenBoxes->rank() != 2 || givenBoxes->dims()[1] != 4 || !images ||
        static_cast<std::int64_t>(images->size()) != givenBoxes->dims()[0] || !size || size->size() != 2 ||
        (*size)[0] < 0 || (*size)[1] < 0)
        return badInput(say("the input is {1} and the boxes are {2} where images, boxes of 4, an image for "
                            "each and a size of 2 are expected",
                            given->type().text(), givenBoxes->type().text()));
    const std::string mode = context.node().stringOr("mode", "bilinear");
    if (mode != "bilinear" && mode != "nearest")
        return badInput(say("mode is '{1}' where bilinear or nearest is expected", mode));
    const ir::Dims& dims = given->dims();
    for (const std::int64_t image : *images)
        if (image < 0 || image >= dims[0])
            return badInput(say("image {1} is outside a batch of {2}", image, dims[0]));
    ASSIGN_OR_RETURN(const auto x, asFloat32(context, *given));
    ASSIGN_OR_RETURN(const auto boxes, asFloat32(context, *givenBoxes));
    const std::int64_t high = (*size)[0], wide = (*size)[1], channels = dims[1], h = dims[2], w = dims[3];
    ASSIGN_OR_RETURN(
        auto out, FloatOutput::make(context, 0, given->dtype(), {givenBoxes->dims()[0], channels, high, wide}));
    const float outside = context.node().floatOr("extrapolation_value", 0.0F);
    float* to = out.data().data();
    if (out.data().empty()) return {};
    for (std::size_t box = 0; box < images->size(); ++box) {
        if (context.run().stopped()) return cancelled();
        const float* corner = boxes.as<float>().data() + box * 4;
        for (std::int64_t c = 0; c < channels; ++c) {
            const float* plane = x.as<float>().data() + ((*images)[box] * channels + c) * h * w;
            for (std::int64_t i = 0; i < high; ++i)
                for (std::int64_t j = 0; j < wide; ++j, ++to) {
                    const float y = placeOf(corner[0], corner[2], i, high, h);
                    const float column = placeOf(corner[1], corner[3], j, wide, w);
                    if (!(y >= 0 && y <= static_cast<float>(h - 1) && column >= 0 &&
                          column <= static_cast<float>(w - 1))) {
                        *to = outside;
                        continue;
                    }
                    const auto at = [&](float row, float col) {
                        return plane[static_cast<std::int64_t>(row) * w + static_cast<std::int64_t>(col)];
                    };
                    if (mode == "nearest") {
                        *to = at(std::round(y), std::round(column));
                        continue;
                    }
                    const float top = std::floor(y), left = std::floor(column);
                    const float down = y - top, right = column - left;
                    const float upper = at(top, left) + (at(top, std::ceil(column)) - at(top, left)) * right;
                    const float lower = at(std::ceil(y), left) +
                                        (at(std::ceil(y), std::ceil(column)) - at(std::ceil(y), left)) * right;
                    *to = upper + (lower - upper) * down;
                }
        }
    }
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "CropAndResize",
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::crop_and_resize
