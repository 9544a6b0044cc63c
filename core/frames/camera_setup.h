// SPDX-License-Identifier: GPL-3.0-or-later
// The agreement with a camera: its format, and memory that it puts frames into.
#pragma once

#include "core/base/result.h"
#include "core/frames/video_device.h"
#include "core/frames/yuyv.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace edgewright::frames {

struct CameraOptions {
    int width = 640, height = 480; // that are asked for; the camera may answer with others
    double rate = 30;              // frames per second, likewise
};

enum class PixelFormat {
    Yuyv,
    MotionJpeg, // each frame a JPEG image
};

struct CameraFormat {
    PixelFormat format = PixelFormat::Yuyv;
    YuyvShape shape;       // width and height hold for both formats
    std::size_t bytes = 0; // that a buffer needs at least
    double rate = 0;       // that the camera says it keeps; 0: it does not say
};

// YUYV where the camera has it, up to 640 x 480 pixels; of more, USB 2 cannot send 30 in a second: Motion JPEG
// first. BadInput, naming `name`, for what captures no video, answers nonsense or fails; Unsupported for other
// formats alone.
Result<CameraFormat> negotiate(VideoDevice& device, const std::string& name, const CameraOptions& options);

// Memory of the camera, mapped as long as this is there.
class CameraBuffers {
public:
    static constexpr std::uint32_t Wanted = 4;

    // BadInput, naming `name`, where there is no memory, less than two buffers, or one of less than `bytes`.
    static Result<CameraBuffers> map(VideoDevice& device, const std::string& name, std::size_t bytes);
    ~CameraBuffers();
    CameraBuffers(CameraBuffers&& other) noexcept;
    CameraBuffers& operator=(CameraBuffers&&) = delete;

    std::size_t size() const { return m_memory.size(); }
    std::span<const std::byte> operator[](std::size_t buffer) const { return m_memory[buffer]; }
    int queue(std::uint32_t buffer); // hands it to the camera, to be filled

private:
    explicit CameraBuffers(VideoDevice& device) : m_device(&device) {}

    VideoDevice* m_device;
    std::vector<std::span<std::byte>> m_memory;
};

} // namespace edgewright::frames
