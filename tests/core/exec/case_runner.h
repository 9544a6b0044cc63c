// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a case folder (model.onnx, test_data_set_*/input_i.pb, output_i.pb) through import, inference and
// execution.
#pragma once

#include "core/exec/compare.h"
#include "core/ir/graph.h"

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::test {

struct CaseResult {
    struct Output {
        std::string name;
        ir::TensorType expected;
        ir::TensorType actual;
        exec::Difference difference;
    };
    std::vector<Output> outputs; // those with a reference file, of all data sets
    std::string missing; // not empty: why this cannot be run here: an unknown operator, a sequence input
    std::string error;   // not empty: what went wrong
    double seconds = 0;  // of all executions
    std::vector<std::string> wrongTypes; // inferred types that the execution contradicts
};

CaseResult runCase(const std::filesystem::path& folder, int threads = 1);

// The data sets of a case that have inputs and outputs.
std::vector<std::filesystem::path> dataSets(const std::filesystem::path& folder);

} // namespace edgewright::test
