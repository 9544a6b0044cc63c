// SPDX-License-Identifier: GPL-3.0-or-later
#include "plugins/cuda_trace/message.h"

#include <cerrno>
#include <string>

#include <unistd.h>

namespace edgewright::cuda_trace {

void message(std::string_view line) {
    const int kept = errno;
    const std::string text = "edgewright-cuda-trace: " + std::string(line) + '\n';
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    errno = kept;
}

} // namespace edgewright::cuda_trace
