// SPDX-License-Identifier: GPL-3.0-or-later
// A camera as a source, by Video4Linux (V4L2): frames in YUYV or Motion JPEG. Tested against scripted devices;
// no real camera has been tried (core/frames/video_device.h).
#pragma once

#include "core/frames/camera_setup.h"
#include "core/frames/frame_source.h"

#include <memory>
#include <optional>
#include <string>

struct v4l2_buffer; // linux/videodev2.h

namespace edgewright::frames {

// A frame arrives at the time of its timestamp, which the driver takes when the camera has filled it, if that
// is of the monotonic clock and neither before the last frame nor in the future; else when it is taken from the
// driver. An error says which frame of which device it is. It ends when the device is unplugged, or answers
// what no driver may.
class CameraSource final : public FrameSource {
public:
    static constexpr std::chrono::seconds Patience{
        10}; // without a frame: TimedOut, and the next call waits again

    // It sends from now on; its driver keeps the first four frames that nobody takes. BadInput and Unsupported,
    // as negotiate() and CameraBuffers::map() say. `name`: for messages.
    static Result<std::unique_ptr<CameraSource>> open(std::unique_ptr<VideoDevice> device, std::string name,
                                                      const CameraOptions& options = {});
    ~CameraSource() override;

    const CameraFormat& format() const { return m_format; }

    Result<Frame> next(const RunContext& run) override;
    bool hasEnded() const override { return m_end.has_value(); }
    FrameCounts counts() const override { return m_counts; }

private:
    struct Taken { // a buffer that the camera has filled
        std::uint32_t buffer = 0;
        std::size_t bytes = 0;
        Time arrival;
        std::uint64_t number = 0;
        bool isDamaged = false;
    };
    CameraSource(std::unique_ptr<VideoDevice> device, std::string name, CameraFormat format,
                 CameraBuffers buffers)
        : m_name(std::move(name)), m_format(format), m_device(std::move(device)),
          m_buffers(std::move(buffers)) {}
    Result<void> begin();
    Result<void> await(const RunContext& run);
    Result<std::optional<Taken>> take(); // nothing: there is none yet
    Time arrivalOf(const v4l2_buffer& buffer);
    std::uint64_t numberOf(std::uint32_t sequence);
    Result<dataset::Pixels> imageOf(const Taken& taken) const;
    Error ended(Error error);
    Error fault(std::uint64_t number, const Error& error);

    std::string m_name;
    CameraFormat m_format;
    std::unique_ptr<VideoDevice> m_device; // outlives its buffers
    CameraBuffers m_buffers;
    Time m_last;                             // arrival
    std::optional<std::uint32_t> m_sequence; // the driver's number of the last frame
    std::uint64_t m_number = 0;
    int m_failures = 0; // in a row, of taking a frame
    std::optional<Error> m_end;
    FrameCounts m_counts;
};

Result<std::unique_ptr<CameraSource>> openCamera(const std::filesystem::path& device,
                                                 const CameraOptions& options = {});

} // namespace edgewright::frames
