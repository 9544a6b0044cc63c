// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of one test_data_set_* folder: input_0.pb, input_1.pb ...
#pragma once

#include "core/exec/executor.h"
#include "core/ops/infer.h"

#include <filesystem>
#include <set>
#include <string>

namespace edgewright::pipeline {

struct DataSet {
    exec::Feeds feeds;
    // The graph's open extents as these tensors have them. Some files name every open extent "?": such a symbol
    // stands for different extents and is left out.
    ops::Bindings bindings;
};

Result<DataSet> readDataSet(const ir::Graph& graph, const std::filesystem::path& folder);

} // namespace edgewright::pipeline
