// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/written_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace edgewright::onnx {

Result<void> writeWhole(const std::filesystem::path& file, const std::function<bool(int descriptor)>& write) {
    const auto fault = [&](const char* what, int number) {
        return badInput(file.string() + ": " + what + ": " + std::strerror(number));
    };
    std::filesystem::path temporary = file;
    temporary += "." + std::to_string(::getpid()) + ".part";
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return fault("cannot be written", errno);
    errno = 0;
    bool good = write(descriptor);
    int reason = errno;
    if (::close(descriptor) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && ::rename(temporary.c_str(), file.c_str()) != 0) {
        good = false;
        reason = errno;
    }
    if (good) return {};
    ::unlink(temporary.c_str());
    return fault("cannot be written", reason == 0 ? EIO : reason);
}

bool writeAll(int descriptor, const void* bytes, std::size_t size) {
    const char* next = static_cast<const char*>(bytes);
    while (size > 0) {
        const ssize_t written = ::write(descriptor, next, std::min(size, std::size_t(1) << 30));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        next += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

Result<void> writeText(const std::filesystem::path& file, std::string_view text) {
    return writeWhole(file, [&](int descriptor) { return writeAll(descriptor, text.data(), text.size()); });
}

} // namespace edgewright::onnx
