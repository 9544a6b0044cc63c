// SPDX-License-Identifier: GPL-3.0-or-later
// An image file as the input of a network.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <filesystem>

namespace edgewright::cli {

bool isImageFile(const std::filesystem::path& file); // by extension: png, jpg, jpeg, bmp
// The image scaled to the spatial extents of `type` (rank 4, NCHW or NHWC with 1 or 3 channels, batch 1),
// float32 0..1.
Result<ir::Tensor> readImage(const std::filesystem::path& file, const ir::TensorType& type);

} // namespace edgewright::cli
