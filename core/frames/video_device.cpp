// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frames/video_device.h"

#include "core/base/descriptor.h"
#include "core/base/file_text.h"
#include "core/base/say.h"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace edgewright::frames {

namespace {

class SystemDevice final : public VideoDevice {
public:
    explicit SystemDevice(Descriptor device) : m_device(std::move(device)) {}

    int control(unsigned long request, void* argument) override {
        while (::ioctl(m_device.get(), request, argument) != 0)
            if (errno != EINTR) return errno;
        return 0;
    }
    int map(std::size_t bytes, std::int64_t offset, std::span<std::byte>& memory) override {
        void* place = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m_device.get(), offset);
        if (place == MAP_FAILED) return errno;
        memory = {static_cast<std::byte*>(place), bytes};
        return 0;
    }
    void unmap(std::span<std::byte> memory) override { ::munmap(memory.data(), memory.size()); }
    int await(std::chrono::milliseconds patience, short& events) override {
        pollfd awaited{m_device.get(), POLLIN, 0};
        const int ready = ::poll(&awaited, 1, static_cast<int>(patience.count()));
        events = ready > 0 ? awaited.revents : short(0);
        return ready < 0 && errno != EINTR ? errno : 0;
    }

private:
    Descriptor m_device;
};

} // namespace

Result<std::unique_ptr<VideoDevice>> openVideoDevice(const std::filesystem::path& device) {
    Descriptor opened(::open(device.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    if (!opened) return badInput(say("{1}: cannot be opened: {2}", device.string(), systemText(errno)));
    struct stat found {};
    if (::fstat(opened.get(), &found) != 0 || !S_ISCHR(found.st_mode))
        return badInput(say("{1}: is no video device; expected one such as /dev/video0", device.string()));
    return std::unique_ptr<VideoDevice>(std::make_unique<SystemDevice>(std::move(opened)));
}

} // namespace edgewright::frames
