// SPDX-License-Identifier: GPL-3.0-or-later
// Resampling of a tensor along its axes: the arithmetic that Resize and Upsample share.
#pragma once

#include "core/ops/operator.h"

#include <string>
#include <vector>

namespace edgewright::ops {

struct Resampling {
    enum class Mode { Nearest, Linear, Cubic };
    struct Axis {
        std::int64_t in = 1;
        std::int64_t out = 1;
        float scale = 1.0f;    // out / in, as given
        float roiBegin = 0.0f; // tf_crop_and_resize: the part of the axis, in [0, 1]
        float roiEnd = 1.0f;
        bool identity() const { return in == out && scale == 1.0f; }
    };
    Mode mode = Mode::Nearest;
    std::string coordinates = "half_pixel"; // ONNX's coordinate_transformation_mode
    std::string nearest =
        "round_prefer_floor"; // ONNX's nearest_mode, or "simple": floor up, ceil down (opset <= 10)
    float cubicA = -0.75f;
    bool excludeOutside = false;
    bool antialias = false;
    float extrapolation = 0.0f;
    std::vector<Axis> axes; // one per axis of the tensor
};

// BadInput for names of modes that do not exist.
Result<Resampling::Mode> resamplingMode(const std::string& name);
Result<void> checkNames(const Resampling& how);

// Output 0 = `in` resampled. Nearest moves elements of any type; the others compute in float32, and round
// towards zero when the elements are integers.
Result<void> resample(KernelContext& context, const ir::Tensor& in, const Resampling& how);

} // namespace edgewright::ops
