// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other formats that are taken for models, by the bytes that they begin with.
#pragma once

#include <string>
#include <string_view>

namespace edgewright::onnx {

// The name of the format, and the way to an ONNX model; empty: none that is known. Looks at the first and last
// 64 KiB only.
std::string foreignFormat(std::string_view bytes);

// The same of text. A protobuf may consist of printable characters by chance: to be asked only about files that
// are no protobuf.
std::string textFormat(std::string_view bytes);

} // namespace edgewright::onnx
