// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/image_file.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/dataset/pixels.h"
#include "core/ir/storage/mapped_file.h"

#include <algorithm>
#include <cctype>
#include <climits>
#include <memory>

#include <stb/stb_image.h>

namespace edgewright::dataset {

namespace {

constexpr std::int64_t MaxPixels = std::int64_t(1) << 26; // 192 MiB in three colours

Result<ir::Tensor> tensorFrom(const ir::MappedFile& file, const ir::TensorType& type,
                              const ImageOptions& options) {
    ASSIGN_OR_RETURN(const PixelTarget target, pixelTarget(type, options));
    ASSIGN_OR_RETURN(Pixels pixels, decodeImage(file.bytes(), target.channels));
    return tensorOf(std::move(pixels), target, type, options);
}

} // namespace

Result<Pixels> decodeImage(std::span<const std::byte> image, int channels) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(image.data());
    if (image.size() > INT_MAX) return badInput(say("is larger than 2 GiB; expected a PNG, JPEG or BMP image"));
    const auto size = static_cast<int>(image.size());
    int width = 0, height = 0, stored = 0;
    if (size == 0 || !stbi_info_from_memory(bytes, size, &width, &height, &stored))
        return badInput(say("is damaged, or no PNG, JPEG or BMP image"));
    if (width < 1 || height < 1 || static_cast<std::int64_t>(width) * height > MaxPixels)
        return badInput(say("has {1}x{2} pixels; expected at most {3} in all", width, height, MaxPixels));
    const std::unique_ptr<unsigned char, void (*)(void*)> pixels(
        stbi_load_from_memory(bytes, size, &width, &height, &stored, channels), stbi_image_free);
    if (!pixels) return badInput(say("is damaged, or no PNG, JPEG or BMP image"));
    const std::size_t count =
        static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(channels);
    return Pixels{width, height, channels, {pixels.get(), pixels.get() + count}};
}

Result<Pixels> readPixels(const std::filesystem::path& file, int channels) {
    ASSIGN_OR_RETURN(const auto mapped, ir::MappedFile::open(file));
    auto pixels = decodeImage(mapped->bytes(), channels);
    if (!pixels) return std::move(pixels).error().within(file.string());
    RETURN_IF_ERROR(mapped->intact());
    return pixels;
}

std::string lowerExtension(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

bool isImageFile(const std::filesystem::path& file) {
    const std::string extension = lowerExtension(file);
    return extension == ".png" || extension == ".jpg" || extension == ".jpeg" || extension == ".bmp";
}

Result<ir::Tensor> readImage(const std::filesystem::path& file, const ir::TensorType& type,
                             const ImageOptions& options) {
    ASSIGN_OR_RETURN(const auto mapped, ir::MappedFile::open(file));
    auto tensor = tensorFrom(*mapped, type, options);
    if (!tensor) return std::move(tensor).error().within(file.string());
    RETURN_IF_ERROR(mapped->intact());
    return tensor;
}

} // namespace edgewright::dataset
