// SPDX-License-Identifier: GPL-3.0-or-later
// Folders test_data_set_*, and the inputs of one: input_0.pb or input_0.npy, input_1.pb ...
#pragma once

#include "core/ir/dims/bindings.h"
#include "core/ir/feeds/feeds.h"

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::dataset {

struct DataSet {
    ir::Feeds feeds;
    // The graph's open extents as these tensors have them. Some files name every open extent "?": such a symbol
    // stands for different extents and is left out.
    ir::Bindings bindings;
};

// The data sets in `folder` that hold `file`, sorted.
std::vector<std::filesystem::path> dataSetsWith(const std::string& file, const std::filesystem::path& folder);

// The data sets in `folder` that hold a first input, input_0.pb or input_0.npy, sorted.
std::vector<std::filesystem::path> dataSetsWithInputs(const std::filesystem::path& folder);

// Inputs that the folder has no file for are left out. Errors name the file.
Result<DataSet> readDataSet(const ir::Graph& graph, const std::filesystem::path& folder);
// DataSet::bindings alone, from what the files say of their tensors: elements are not read.
Result<ir::Bindings> extentsInDataSet(const ir::Graph& graph, const std::filesystem::path& folder);

} // namespace edgewright::dataset
