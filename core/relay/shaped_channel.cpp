// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/relay/link_shape.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include <ctime>

namespace edgewright::relay {

namespace {

using ShapeClock = std::chrono::steady_clock;
using ShapeTime = std::chrono::duration<double>;

// One direction: messages go one behind the other.
class Way {
public:
    // The moment at which the last byte of a message has left, which is there to be sent now.
    ShapeClock::time_point taken(std::size_t bytes, double bytesPerSecond) {
        m_free = std::max(m_free, ShapeClock::now());
        if (bytesPerSecond < LinkShape::MaxBytesPerSecond)
            m_free += std::chrono::duration_cast<ShapeClock::duration>(
                ShapeTime(static_cast<double>(bytes) / bytesPerSecond));
        return m_free;
    }

private:
    ShapeClock::time_point m_free{};
};

// The sender waits for as long as its bytes take. Both delays are spent on the way back: whoever sends hears of
// the same answers at the same moments, and nothing has to be kept on the way there.
class ShapedChannel : public Channel {
public:
    ShapedChannel(std::unique_ptr<Channel> channel, const LinkShape& shape, protocol::LinkFormat format)
        : m_channel(std::move(channel)), m_shape(shape), m_format(format) {}

    Result<void> begin(const StageProgram& program, const StageWay& way, const RunContext& run) override {
        RETURN_IF_ERROR(m_channel->begin(program, way, run));
        m_there = m_back = {};
        m_arrived.clear();
        m_reader = std::jthread([this](const std::stop_token& end) { read(end); });
        return {};
    }

    Result<void> send(const protocol::StageFrame& frame, const RunContext& run) override {
        ASSIGN_OR_RETURN(const std::size_t bytes, protocol::contentBytes(frame, m_format));
        RETURN_IF_ERROR(wait(m_there.taken(bytes, m_shape.bytesPerSecond), run));
        return m_channel->send(frame, run);
    }

    Result<protocol::StageFrame> receive(const RunContext& run) override {
        std::unique_lock lock(m_mutex);
        if (!m_isArrived.wait(lock, run.stop, [&] { return !m_arrived.empty(); })) return cancelled();
        const ShapeClock::time_point due = m_arrived.front().due;
        lock.unlock();
        RETURN_IF_ERROR(wait(due, run));
        lock.lock();
        auto frame = std::move(m_arrived.front().frame);
        m_arrived.pop_front();
        return frame;
    }

    Result<void> end(const RunContext& run) override {
        m_reader = {}; // stopped and waited for: what else comes belongs to the end
        return m_channel->end(run);
    }

    double threadSeconds() const override { return m_threadSeconds + m_channel->threadSeconds(); }

private:
    struct Arrived {
        ShapeClock::time_point due;
        Result<protocol::StageFrame> frame; // or why there are no more
    };

    static Result<void> wait(ShapeClock::time_point moment, const RunContext& run) {
        if (moment <= ShapeClock::now()) return {};
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        wake.wait_until(lock, run.stop, moment, [] { return false; });
        return run.stopped() ? Result<void>(cancelled()) : Result<void>();
    }

    void read(const std::stop_token& end) {
        while (true) {
            auto frame = m_channel->receive({end, nullptr});
            if (end.stop_requested()) return;
            auto due = ShapeClock::now();
            bool isLast = !frame;
            if (frame) {
                const auto bytes = protocol::contentBytes(*frame, m_format);
                isLast = !bytes;
                due = m_back.taken(bytes ? *bytes : 0, m_shape.bytesPerSecond) +
                      std::chrono::duration_cast<ShapeClock::duration>(ShapeTime(2 * m_shape.delay));
                if (!bytes) frame = bytes.error();
            }
            m_threadSeconds = ownSeconds();
            const std::lock_guard lock(m_mutex);
            m_arrived.push_back({due, std::move(frame)});
            m_isArrived.notify_all();
            if (isLast) return;
        }
    }
    static double ownSeconds() {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
    }

    const std::unique_ptr<Channel> m_channel;
    const LinkShape m_shape;
    const protocol::LinkFormat m_format;
    Way m_there, m_back;

    std::mutex m_mutex; // the next two
    std::condition_variable_any m_isArrived;
    std::deque<Arrived> m_arrived;
    std::atomic<double> m_threadSeconds = 0;

    std::jthread m_reader; // last: it ends before the rest goes
};

} // namespace

std::unique_ptr<Channel> shaped(std::unique_ptr<Channel> channel, const LinkShape& shape,
                                protocol::LinkFormat format) {
    return std::make_unique<ShapedChannel>(std::move(channel), shape, format);
}

} // namespace edgewright::relay
