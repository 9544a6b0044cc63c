// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are what a board sends. Whatever they are, there are frames and messages, or errors
// that say something; what is accepted can be sent on.
#include "core/protocol/messages.h"
#include "core/protocol/stage_frame.h"

#include <cstdint>
#include <cstdlib>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace edgewright;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

template <typename Message>
void look(const Result<Message>& message) {
    if (message)
        static_cast<void>(protocol::contentOf(*message));
    else
        require(!message.error().message.empty());
}

// Under the checksum that belongs to it, which no change at random would have.
void lookAtStageFrame(protocol::Content content) {
    const std::uint32_t crc = protocol::crcOf(content);
    const auto bytes = std::as_bytes(std::span(&crc, 1));
    content.insert(content.end(), bytes.begin(), bytes.end());
    const auto frame = protocol::stageFrameOf(content);
    if (!frame) return require(!frame.error().message.empty());
    for (const protocol::LinkFormatInfo& each : protocol::LinkFormats)
        require(bool(protocol::contentOf(*frame, each.format)));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const int file = ::memfd_create("frames", MFD_CLOEXEC);
    require(file >= 0 && ::ftruncate(file, 0) == 0);
    require(::pwrite(file, data, size, 0) == static_cast<ssize_t>(size) && ::lseek(file, 0, SEEK_SET) == 0);
    protocol::Link link(file, file, "the board");
    while (true) {
        const auto frame = link.receive({}, std::chrono::seconds(1));
        if (!frame) {
            require(!frame.error().message.empty());
            return 0;
        }
        look(protocol::welcomeOf(frame->content));
        look(protocol::foundOf(frame->content));
        look(protocol::bundleNameOf(frame->content));
        look(protocol::runOrderOf(frame->content));
        look(protocol::roofOrderOf(frame->content));
        look(protocol::stageOrderOf(frame->content));
        look(protocol::hopOrderOf(frame->content));
        look(protocol::hopPlaceOf(frame->content));
        look(protocol::hopLostOf(frame->content));
        lookAtStageFrame(frame->content);
        look(protocol::runStateOf(frame->content));
        look(protocol::roofOf(frame->content));
        look(protocol::progressOf(frame->content));
        look(protocol::failedOf(frame->content));
    }
}
