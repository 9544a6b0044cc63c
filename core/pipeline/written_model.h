// SPDX-License-Identifier: GPL-3.0-or-later
// The fused model as a file that other runtimes load. What is judged is what was written, read back.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/fusion/fuse.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace edgewright::pipeline {

struct Opened;
struct Typed;

struct WrittenModel {
    std::shared_ptr<const Opened> opened; // as it was read back
    std::string fault;                    // the first type that is not what was meant, in words; empty: none
};

// Writes `history.graph` with what else `typed` says of the model. The file is there even where it has a fault:
// it is for the caller to put it in its place or not.
Result<WrittenModel> writeFused(const Typed& typed, const fusion::History& history,
                                const std::filesystem::path& file, const RunContext& run = {});

// The same, and `file` is as it was where anything is wrong.
Result<void> saveFused(const Typed& typed, const fusion::History& history, const std::filesystem::path& file,
                       const RunContext& run = {});

// The first input, output or type of `read`, a file read back, that is not that of `meant`, in words; empty:
// none. Faults that `original` has, too, are its own.
std::string faultOfWritten(const Typed& read, const Typed& original, const ir::Graph& meant);

// `write` gets the name of `file` in a temporary folder beside it; what it puts there takes its place. `file`
// is as it was where `write` fails.
Result<void> saveWhole(const std::filesystem::path& file,
                       const std::function<Result<void>(const std::filesystem::path& there)>& write);

// "'y' is float32[2,4] where float32[1,2,4] is declared", for what is known of both; empty: they can be the
// same.
std::string contradiction(const std::string& name, const ir::TensorType& actual,
                          const ir::TensorType& declared);

} // namespace edgewright::pipeline
