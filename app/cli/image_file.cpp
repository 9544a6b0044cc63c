// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/image_file.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <vector>

#include <stb/stb_image.h>
#include <stb/stb_image_resize.h>

namespace edgewright::cli {

bool isImageFile(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension == ".png" || extension == ".jpg" || extension == ".jpeg" || extension == ".bmp";
}

Result<ir::Tensor> readImage(const std::filesystem::path& file, const ir::TensorType& type) {
    const auto dims = type.dims();
    const auto isChannels = [](std::int64_t extent) { return extent == 1 || extent == 3; };
    if (!dims || dims->size() != 4 || dims->front() != 1 || type.dtype != ir::DataType::Float32 ||
        (!isChannels((*dims)[1]) && !isChannels((*dims)[3])))
        return badInput(file.string() +
                        ": an image needs a float32 input [1,C,H,W] or [1,H,W,C] with 1 or 3 channels; it is " +
                        type.text());
    const bool channelsFirst = isChannels((*dims)[1]);
    const auto channels = static_cast<int>(channelsFirst ? (*dims)[1] : (*dims)[3]);
    const auto height = static_cast<int>(channelsFirst ? (*dims)[2] : (*dims)[1]);
    const auto width = static_cast<int>(channelsFirst ? (*dims)[3] : (*dims)[2]);

    int imageWidth = 0, imageHeight = 0, imageChannels = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> pixels(
        stbi_load(file.string().c_str(), &imageWidth, &imageHeight, &imageChannels, channels), stbi_image_free);
    if (!pixels)
        return badInput(file.string() + ": not an image that can be read (" + stbi_failure_reason() + ")");
    std::vector<unsigned char> scaled(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                                      static_cast<std::size_t>(channels));
    if (!stbir_resize_uint8(pixels.get(), imageWidth, imageHeight, 0, scaled.data(), width, height, 0,
                            channels))
        return badInput(file.string() + ": cannot be scaled to " + std::to_string(width) + "x" +
                        std::to_string(height));

    auto tensor = ir::Tensor::allocate(ir::DataType::Float32, *dims);
    if (!tensor) return tensor;
    const auto out = tensor->as<float>();
    const std::size_t area = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const auto planes = static_cast<std::size_t>(channels);
    for (std::size_t pixel = 0; pixel < area; ++pixel)
        for (std::size_t c = 0; c < planes; ++c)
            out[channelsFirst ? c * area + pixel : pixel * planes + c] =
                static_cast<float>(scaled[pixel * planes + c]) / 255.0f;
    return tensor;
}

} // namespace edgewright::cli
