// SPDX-License-Identifier: GPL-3.0-or-later
// A set of inputs for calibration or for accuracy: files in a folder, or seeded random ones.
#pragma once

#include "core/base/result.h"
#include "core/exec/executor.h"

#include <string>
#include <vector>

namespace edgewright::cli {

// `source` is "random" or a folder. In a folder: <preferred>.npy if it is there; else
// test_data_set_*/input_*.pb; else every .npy, .pb and image, for the model's only input. A .npy with one axis
// more, or with a longer first axis, is a stack of inputs. At most `limit` are taken.
Result<std::vector<exec::Feeds>> readSamples(const ir::Graph& graph, const std::string& source,
                                             const std::string& preferred, std::size_t limit,
                                             std::uint64_t seed, const RunContext& run = {});

} // namespace edgewright::cli
