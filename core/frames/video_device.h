// SPDX-License-Identifier: GPL-3.0-or-later
// The system calls that a camera of Video4Linux (V4L2) takes, so that a camera can be what a test says. A real
// one has not been tried: what cameras do differently from linux/videodev2.h and the kernel's documentation of
// it is not known here.
#pragma once

#include "core/base/result.h"
#include "core/frames/frame_source.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace edgewright::frames {

// Numbers that are returned are errno's; 0: it worked.
class VideoDevice {
public:
    virtual ~VideoDevice() = default;

    virtual int control(unsigned long request, void* argument) = 0; // ioctl()
    virtual int map(std::size_t bytes, std::int64_t offset, std::span<std::byte>& memory) = 0;
    virtual void unmap(std::span<std::byte> memory) = 0;
    // poll() for input, for so long at most; `events`: none when the time is over.
    virtual int await(std::chrono::milliseconds patience, short& events) = 0;
    virtual Time now() const { return Clock::now(); }
};

// BadInput, naming it, for what cannot be opened or is no character device.
Result<std::unique_ptr<VideoDevice>> openVideoDevice(const std::filesystem::path& device);

} // namespace edgewright::frames
