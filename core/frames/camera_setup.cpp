// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frames/camera_setup.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

#include <linux/videodev2.h>

namespace edgewright::frames {

namespace {

constexpr std::uint32_t MaxFormats = 64, MaxBuffers = 32;
constexpr std::size_t MaxBufferBytes = std::size_t(256) << 20;

constexpr std::uint32_t codeOf(PixelFormat format) {
    return format == PixelFormat::Yuyv ? V4L2_PIX_FMT_YUYV : V4L2_PIX_FMT_MJPEG;
}

// "YUYV"
std::string textOf(std::uint32_t code) {
    std::string text;
    for (int i = 0; i < 4; ++i)
        text += static_cast<char>((code >> (8 * i)) & 0x7f);
    return escaped(text);
}

Result<void> requireCapture(VideoDevice& device, const std::string& name) {
    v4l2_capability found{};
    const int error = device.control(VIDIOC_QUERYCAP, &found);
    const std::uint32_t can =
        (found.capabilities & V4L2_CAP_DEVICE_CAPS) != 0 ? found.device_caps : found.capabilities;
    constexpr std::uint32_t Needed = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    if (error != 0 || (can & Needed) != Needed)
        return badInput(say("{1}: captures no video; expected a camera that V4L2 can stream from", name));
    return {};
}

Result<PixelFormat> chooseFormat(VideoDevice& device, const std::string& name, const CameraOptions& options) {
    std::vector<std::uint32_t> offered;
    for (std::uint32_t i = 0; i < MaxFormats; ++i) {
        v4l2_fmtdesc found{};
        found.index = i;
        found.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        if (device.control(VIDIOC_ENUM_FMT, &found) != 0) break;
        offered.push_back(found.pixelformat);
    }
    const bool isLarge = options.width > 640 || options.height > 480;
    const PixelFormat first = isLarge ? PixelFormat::MotionJpeg : PixelFormat::Yuyv;
    const PixelFormat second = isLarge ? PixelFormat::Yuyv : PixelFormat::MotionJpeg;
    for (const PixelFormat each : {first, second})
        if (std::ranges::find(offered, codeOf(each)) != offered.end()) return each;
    std::string list;
    for (const std::uint32_t each : offered)
        list += (list.empty() ? "" : ", ") + textOf(each);
    return unsupported(say("{1}: has the formats {2}; expected YUYV or MJPG among them", name, inQuotes(list)));
}

// Asks for a rate, which many cameras have no choice of; the one that it keeps, 0 where it does not say.
double agreeOnRate(VideoDevice& device, double wanted) {
    v4l2_streamparm asked{};
    asked.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    asked.parm.capture.timeperframe = {1000, static_cast<std::uint32_t>(std::lround(wanted * 1000))};
    if (device.control(VIDIOC_S_PARM, &asked) != 0) return 0;
    const v4l2_fract& each = asked.parm.capture.timeperframe;
    return each.numerator == 0 ? 0 : static_cast<double>(each.denominator) / each.numerator;
}

v4l2_buffer bufferOf(std::uint32_t index) {
    v4l2_buffer buffer{};
    buffer.index = index;
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    buffer.memory = V4L2_MEMORY_MMAP;
    return buffer;
}

} // namespace

Result<CameraFormat> negotiate(VideoDevice& device, const std::string& name, const CameraOptions& options) {
    if (options.width < 1 || options.width > MaxSide || options.height < 1 || options.height > MaxSide ||
        !(options.rate > 0 && options.rate <= 1000))
        return badInput(
            say("{1}: expected 1 to {2} pixels a side and at most 1000 frames per second", name, MaxSide));
    RETURN_IF_ERROR(requireCapture(device, name));
    CameraFormat agreed;
    ASSIGN_OR_RETURN(agreed.format, chooseFormat(device, name, options));
    v4l2_format asked{};
    asked.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    v4l2_pix_format& pixels = asked.fmt.pix;
    pixels.width = static_cast<std::uint32_t>(options.width);
    pixels.height = static_cast<std::uint32_t>(options.height);
    pixels.pixelformat = codeOf(agreed.format);
    pixels.field = V4L2_FIELD_NONE;
    if (const int error = device.control(VIDIOC_S_FMT, &asked); error != 0)
        return badInput(say("{1}: does not send {2}x{3} pixels: {4}", name, options.width, options.height,
                            systemText(error)));
    const bool isYuyv = agreed.format == PixelFormat::Yuyv;
    if (pixels.width >= 1 && pixels.width <= MaxSide && pixels.height >= 1 && pixels.height <= MaxSide)
        agreed.shape = {static_cast<int>(pixels.width), static_cast<int>(pixels.height),
                        std::max<std::size_t>(pixels.bytesperline, isYuyv ? std::size_t(pixels.width) * 2 : 0)};
    agreed.bytes = isYuyv ? agreed.shape.bytes() : agreed.shape.width == 0 ? 0 : 1;
    if (pixels.pixelformat != codeOf(agreed.format) || agreed.bytes == 0 || pixels.sizeimage < agreed.bytes ||
        pixels.sizeimage > MaxBufferBytes)
        return badInput(
            say("{1}: answers with a format that makes no sense: {2}, {3}x{4} pixels, {5} bytes in a line, "
                "{6} in all",
                name, inQuotes(textOf(pixels.pixelformat)), pixels.width, pixels.height, pixels.bytesperline,
                pixels.sizeimage));
    agreed.rate = agreeOnRate(device, options.rate);
    return agreed;
}

Result<CameraBuffers> CameraBuffers::map(VideoDevice& device, const std::string& name, std::size_t bytes) {
    v4l2_requestbuffers asked{};
    asked.count = Wanted;
    asked.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    asked.memory = V4L2_MEMORY_MMAP;
    const auto noMemory = [&](int error) {
        return badInput(say("{1}: has no memory for frames: {2}", name, systemText(error)));
    };
    if (const int error = device.control(VIDIOC_REQBUFS, &asked); error != 0) return noMemory(error);
    if (asked.count < 2 || asked.count > MaxBuffers)
        return badInput(
            say("{1}: has {2} buffers for frames; expected 2 to {3}", name, asked.count, MaxBuffers));
    CameraBuffers buffers(device);
    for (std::uint32_t i = 0; i < asked.count; ++i) {
        v4l2_buffer buffer = bufferOf(i);
        if (const int error = device.control(VIDIOC_QUERYBUF, &buffer); error != 0) return noMemory(error);
        if (buffer.length < bytes || buffer.length > MaxBufferBytes)
            return badInput(
                say("{1}: has a buffer of {2} bytes; expected {3} at least", name, buffer.length, bytes));
        std::span<std::byte> memory;
        if (const int error = device.map(buffer.length, buffer.m.offset, memory); error != 0)
            return noMemory(error);
        buffers.m_memory.push_back(memory);
    }
    return buffers;
}

CameraBuffers::CameraBuffers(CameraBuffers&& other) noexcept
    : m_device(other.m_device), m_memory(std::exchange(other.m_memory, {})) {}

CameraBuffers::~CameraBuffers() {
    for (const std::span<std::byte> each : m_memory)
        m_device->unmap(each);
}

int CameraBuffers::queue(std::uint32_t index) {
    v4l2_buffer buffer = bufferOf(index);
    return m_device->control(VIDIOC_QBUF, &buffer);
}

} // namespace edgewright::frames
