// SPDX-License-Identifier: GPL-3.0-or-later
// A camera that answers what a test says, and notes what it is asked.
#pragma once

#include "core/frames/video_device.h"

#include <QByteArray>
#include <QStringList>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include <linux/videodev2.h>
#include <poll.h>

namespace edgewright::test {

struct ScriptedFrame {
    QByteArray content = {};
    std::int64_t micros = 0; // timestamp
    std::uint32_t flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    std::optional<std::uint32_t> index = {}, bytes = {}, sequence = {}; // in place of the right ones
    std::optional<std::int64_t> tvUsec = {};
    int error = 0;                       // of DQBUF
    short events = POLLIN;               // of poll()
    int pollError = 0, requeueError = 0; // of QBUF afterwards
};

struct Script {
    std::uint32_t capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    std::vector<std::uint32_t> formats{V4L2_PIX_FMT_YUYV, V4L2_PIX_FMT_MJPEG};
    std::function<void(v4l2_pix_format&)> format = {}; // changes what would be right
    std::optional<std::uint32_t> buffers = {};         // in place of as many as are asked for
    std::uint32_t length = 1 << 16;                    // of a buffer
    std::map<unsigned long, int> errors = {};          // by request
    int mapError = 0;
    std::deque<ScriptedFrame> frames = {};
};

// The record of what happened, which outlives the device.
struct Noted {
    QStringList calls;
    int mapped = 0;          // that are mapped now
    std::int64_t micros = 0; // the device's clock: it goes on while it is waited for
    bool isOpen = true;
};

class ScriptedDevice final : public frames::VideoDevice {
public:
    ScriptedDevice(Script script, std::shared_ptr<Noted> noted)
        : m_script(std::move(script)), m_noted(std::move(noted)) {}
    ~ScriptedDevice() override { m_noted->isOpen = false; }

    int control(unsigned long request, void* argument) override {
        m_noted->calls << QString::fromLatin1(nameOf(request));
        if (const auto found = m_script.errors.find(request); found != m_script.errors.end())
            return found->second;
        switch (request) {
        case VIDIOC_QUERYCAP: {
            auto& answer = *static_cast<v4l2_capability*>(argument);
            answer.capabilities = V4L2_CAP_DEVICE_CAPS | V4L2_CAP_VIDEO_OUTPUT;
            answer.device_caps = m_script.capabilities;
            return 0;
        }
        case VIDIOC_ENUM_FMT: {
            auto& answer = *static_cast<v4l2_fmtdesc*>(argument);
            if (answer.index >= m_script.formats.size()) return EINVAL;
            answer.pixelformat = m_script.formats[answer.index];
            return 0;
        }
        case VIDIOC_S_FMT: {
            v4l2_pix_format& pixels = static_cast<v4l2_format*>(argument)->fmt.pix;
            const bool isYuyv = pixels.pixelformat == V4L2_PIX_FMT_YUYV;
            pixels.bytesperline = isYuyv ? pixels.width * 2 : 0;
            pixels.sizeimage = isYuyv ? pixels.bytesperline * pixels.height : m_script.length;
            if (m_script.format) m_script.format(pixels);
            return 0;
        }
        case VIDIOC_REQBUFS: {
            auto& answer = *static_cast<v4l2_requestbuffers*>(argument);
            answer.count = m_script.buffers.value_or(answer.count);
            return 0;
        }
        case VIDIOC_QUERYBUF: {
            auto& answer = *static_cast<v4l2_buffer*>(argument);
            answer.length = m_script.length;
            answer.m.offset = answer.index * 4096;
            return 0;
        }
        case VIDIOC_QBUF:
            return std::exchange(m_requeueError, 0);
        case VIDIOC_DQBUF:
            return give(*static_cast<v4l2_buffer*>(argument));
        default:
            return 0;
        }
    }
    int map(std::size_t bytes, std::int64_t, std::span<std::byte>& memory) override {
        if (m_script.mapError != 0) return m_script.mapError;
        m_memory.emplace_back(bytes);
        memory = m_memory.back();
        ++m_noted->mapped;
        return 0;
    }
    void unmap(std::span<std::byte>) override { --m_noted->mapped; }
    int await(std::chrono::milliseconds patience, short& events) override {
        if (m_script.frames.empty()) {
            m_noted->micros += patience.count() * 1000;
            events = 0;
            return 0;
        }
        const ScriptedFrame& frame = m_script.frames.front();
        m_noted->micros = std::max(m_noted->micros, frame.micros);
        events = frame.events;
        return frame.pollError;
    }
    frames::Time now() const override { return frames::Time(std::chrono::microseconds(m_noted->micros)); }

private:
    static const char* nameOf(unsigned long request) {
        switch (request) {
        case VIDIOC_QUERYCAP:
            return "QUERYCAP";
        case VIDIOC_ENUM_FMT:
            return "ENUM_FMT";
        case VIDIOC_S_FMT:
            return "S_FMT";
        case VIDIOC_S_PARM:
            return "S_PARM";
        case VIDIOC_REQBUFS:
            return "REQBUFS";
        case VIDIOC_QUERYBUF:
            return "QUERYBUF";
        case VIDIOC_QBUF:
            return "QBUF";
        case VIDIOC_DQBUF:
            return "DQBUF";
        case VIDIOC_STREAMON:
            return "STREAMON";
        case VIDIOC_STREAMOFF:
            return "STREAMOFF";
        default:
            return "?";
        }
    }
    int give(v4l2_buffer& answer) {
        if (m_script.frames.empty()) return EAGAIN;
        const ScriptedFrame frame = m_script.frames.front();
        m_script.frames.pop_front();
        if (frame.error != 0) return frame.error;
        const std::uint32_t right = m_given++ % static_cast<std::uint32_t>(m_memory.size());
        std::vector<std::byte>& memory = m_memory[right];
        const std::size_t size = std::min(memory.size(), static_cast<std::size_t>(frame.content.size()));
        std::memcpy(memory.data(), frame.content.constData(), size);
        answer.index = frame.index.value_or(right);
        answer.bytesused = frame.bytes.value_or(static_cast<std::uint32_t>(size));
        answer.flags = frame.flags;
        answer.sequence = frame.sequence.value_or(m_given - 1);
        answer.timestamp.tv_sec = frame.micros / 1'000'000;
        answer.timestamp.tv_usec = frame.tvUsec.value_or(frame.micros % 1'000'000);
        m_requeueError = frame.requeueError;
        return 0;
    }

    Script m_script;
    std::shared_ptr<Noted> m_noted;
    std::deque<std::vector<std::byte>> m_memory;
    std::uint32_t m_given = 0;
    int m_requeueError = 0;
};

} // namespace edgewright::test
