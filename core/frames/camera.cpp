// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frames/camera.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/frames/huffman_tables.h"

#include <algorithm>
#include <cerrno>

#include <linux/videodev2.h>
#include <poll.h>

namespace edgewright::frames {

namespace {

constexpr std::chrono::milliseconds Tick{20}; // after which a stop is noticed at the latest
constexpr int MaxFailures = 100;              // in a row
constexpr std::uint32_t MaxSkipped = 1 << 20; // a larger leap is no count of frames

} // namespace

Result<std::unique_ptr<CameraSource>> CameraSource::open(std::unique_ptr<VideoDevice> device, std::string name,
                                                         const CameraOptions& options) {
    ASSIGN_OR_RETURN(const CameraFormat format, negotiate(*device, name, options));
    ASSIGN_OR_RETURN(CameraBuffers buffers, CameraBuffers::map(*device, name, format.bytes));
    std::unique_ptr<CameraSource> camera(
        new CameraSource(std::move(device), std::move(name), format, std::move(buffers)));
    RETURN_IF_ERROR(camera->begin());
    return camera;
}

CameraSource::~CameraSource() {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    m_device->control(VIDIOC_STREAMOFF, &type);
}

Result<void> CameraSource::begin() {
    int error = 0;
    for (std::uint32_t i = 0; i < m_buffers.size() && error == 0; ++i)
        error = m_buffers.queue(i);
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    m_last = m_device->now();
    if (error == 0) error = m_device->control(VIDIOC_STREAMON, &type);
    if (error != 0) return badInput(say("{1}: does not begin to send frames: {2}", m_name, systemText(error)));
    return {};
}

Error CameraSource::ended(Error error) {
    m_end = error;
    return error;
}

Error CameraSource::fault(std::uint64_t number, const Error& error) {
    ++m_counts.faults;
    return Error(error).within(say("{1}, frame {2}", m_name, number));
}

Result<void> CameraSource::await(const RunContext& run) {
    const Time end = m_device->now() + Patience;
    while (true) {
        if (run.stopped()) return cancelled();
        short events = 0;
        const int error = m_device->await(Tick, events);
        if (error != 0) return ended(badInput(say("{1}: is gone: {2}", m_name, systemText(error))));
        if ((events & POLLIN) != 0) return {};
        if (events != 0) return ended(badInput(say("{1}: is gone: {2}", m_name, systemText(ENODEV))));
        if (m_device->now() >= end)
            return Error{ErrorCode::TimedOut, say("{1}: sends no frame for {2} s", m_name, Patience.count())};
    }
}

Time CameraSource::arrivalOf(const v4l2_buffer& of) {
    const Time now = m_device->now();
    const std::int64_t seconds = of.timestamp.tv_sec, micros = of.timestamp.tv_usec;
    const bool isMonotonic = (of.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    constexpr std::int64_t MaxSeconds = INT64_MAX / 1'000'000'000 - 1;
    if (isMonotonic && seconds >= 0 && seconds <= MaxSeconds && micros >= 0 && micros < 1'000'000) {
        const Time stamped{std::chrono::seconds(seconds) + std::chrono::microseconds(micros)};
        if (stamped >= m_last && stamped <= now) return m_last = stamped;
    }
    ++m_counts.untrustedTimes;
    return m_last = std::max(now, m_last);
}

// With those that the driver counted and nobody took.
std::uint64_t CameraSource::numberOf(std::uint32_t sequence) {
    const std::uint32_t leap = m_sequence ? sequence - *m_sequence - 1 : 0;
    m_sequence = sequence;
    if (leap <= MaxSkipped) {
        m_counts.skipped += leap;
        m_number += leap;
    }
    return m_number++;
}

Result<std::optional<CameraSource::Taken>> CameraSource::take() {
    v4l2_buffer buffer{};
    buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    buffer.memory = V4L2_MEMORY_MMAP;
    const int error = m_device->control(VIDIOC_DQBUF, &buffer);
    if (error == EAGAIN) return std::optional<Taken>();
    if (error == EIO && ++m_failures < MaxFailures) return fault(m_number++, badInput(systemText(error)));
    if (error != 0) return ended(badInput(say("{1}: is gone: {2}", m_name, systemText(error))));
    m_failures = 0;
    if (buffer.index >= m_buffers.size())
        return ended(badInput(say("{1}: hands over buffer {2}; expected one from 0 to {3}", m_name,
                                  buffer.index, m_buffers.size() - 1)));
    Taken taken{buffer.index, buffer.bytesused, arrivalOf(buffer), numberOf(buffer.sequence)};
    taken.isDamaged = (buffer.flags & V4L2_BUF_FLAG_ERROR) != 0;
    return std::optional(taken);
}

Result<dataset::Pixels> CameraSource::imageOf(const Taken& taken) const {
    const std::span<const std::byte> memory = m_buffers[taken.buffer];
    if (taken.isDamaged) return badInput(say("the camera says that it is damaged"));
    if (taken.bytes == 0 || taken.bytes > memory.size())
        return badInput(say("has {1} bytes in a buffer of {2}", taken.bytes, memory.size()));
    const auto bytes = memory.first(taken.bytes);
    if (m_format.format == PixelFormat::Yuyv) return pixelsOfYuyv(bytes, m_format.shape);
    const std::vector<std::byte> whole = withHuffmanTables(bytes);
    ASSIGN_OR_RETURN(auto pixels, dataset::decodeImage(whole.empty() ? bytes : whole, Channels));
    if (pixels.width != m_format.shape.width || pixels.height != m_format.shape.height)
        return badInput(say("has {1}x{2} pixels; expected {3}x{4}", pixels.width, pixels.height,
                            m_format.shape.width, m_format.shape.height));
    return pixels;
}

Result<Frame> CameraSource::next(const RunContext& run) {
    while (!m_end) {
        RETURN_IF_ERROR(await(run));
        ASSIGN_OR_RETURN(const auto taken, take());
        if (!taken) continue;
        auto image = imageOf(*taken);
        if (const int error = m_buffers.queue(taken->buffer); error != 0) // the next call says so
            ended(badInput(say("{1}: is gone: {2}", m_name, systemText(error))));
        if (!image) return fault(taken->number, image.error());
        ++m_counts.frames;
        return Frame{*std::move(image), taken->arrival, taken->number, {}};
    }
    return *m_end;
}

Result<std::unique_ptr<CameraSource>> openCamera(const std::filesystem::path& device,
                                                 const CameraOptions& options) {
    ASSIGN_OR_RETURN(auto opened, openVideoDevice(device));
    return CameraSource::open(std::move(opened), device.string(), options);
}

} // namespace edgewright::frames
