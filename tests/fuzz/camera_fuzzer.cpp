// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: the first three bytes are the shape of a frame, the others what a camera sent, as YUYV
// and as Motion JPEG, and what a client sent to an endpoint of metrics. Whatever they are, there is an image of
// that shape, or an error that says something.
#include "core/frames/huffman_tables.h"
#include "core/frames/yuyv.h"
#include "core/metrics/http.h"

#include <cstdint>
#include <cstdlib>

using namespace edgewright;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check(const Result<dataset::Pixels>& pixels) {
    if (!pixels) return require(!pixels.error().message.empty());
    require(pixels->width > 0 && pixels->height > 0 && pixels->channels == 3);
    require(pixels->values.size() ==
            3 * static_cast<std::size_t>(pixels->width) * static_cast<std::size_t>(pixels->height));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) return 0;
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    const std::span<const std::byte> sent{bytes + 3, size - 3};
    check(frames::pixelsOfYuyv(sent, {data[0], data[1], data[2]}));
    const auto whole = frames::withHuffmanTables(sent);
    require(whole.empty() || whole.size() > sent.size());
    check(dataset::decodeImage(whole.empty() ? sent : whole, 3));
    const std::string_view text(reinterpret_cast<const char*>(data) + 3, size - 3);
    if (const auto status = metrics::statusOf(text, "/metrics"))
        require(metrics::httpResponse(*status).find("\r\n\r\n") != std::string::npos);
    return 0;
}
