// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a file as a whole or not at all: to a temporary beside it, then renamed.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>

namespace edgewright::onnx {

// `write` gets an open file descriptor and returns whether everything was written (errno says why not).
Result<void> writeWhole(const std::filesystem::path& file, const std::function<bool(int descriptor)>& write);
// write(2) until everything is out.
bool writeAll(int descriptor, const void* bytes, std::size_t size);

} // namespace edgewright::onnx
