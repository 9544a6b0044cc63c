// SPDX-License-Identifier: GPL-3.0-or-later
// Protobuf messages from files that may hold anything.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/storage/mapped_file.h"

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>

namespace edgewright::onnx {

namespace pb = ::onnx;

// False when the bytes are no such message, when messages nest deeper than `depth`, or when run.stopped().
// Progress is reported in KiB. The mapping's pages are handed back while reading, so the file is not in memory
// twice.
bool parseMessage(const ir::MappedFile& file, google::protobuf::Message& message, int depth,
                  const RunContext& run = {});

// The place where the outermost layer of a protobuf file breaks, in words; empty when every outermost field is
// whole.
std::optional<std::string> outerFault(std::span<const std::byte> bytes);
// "is cut off: it ends after 5 000 of at least 998 159 bytes"; empty unless the bytes end within the outermost
// field `within`.
std::optional<std::string> cutOffText(std::span<const std::byte> bytes, std::uint32_t within);

} // namespace edgewright::onnx
