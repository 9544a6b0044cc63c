// SPDX-License-Identifier: GPL-3.0-or-later
// Cases in the layout of the ONNX backend tests: a folder with model.onnx and test_data_set_*/input_i.pb,
// output_i.pb. Each goes through import, type inference and execution.
#pragma once

#include "core/base/run_context.h"
#include "core/exec/executor.h"
#include "core/exec/tolerance.h"
#include "core/ir/graph.h"

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::pipeline {

struct BackendCase {
    struct Output {
        std::string name;
        ir::TensorType expected;
        ir::TensorType actual;
        exec::Difference difference;
        exec::Tolerance tolerance;
        std::string drawnBy; // not empty: they differ because of this operator, which draws random numbers
    };
    std::string name;            // of the folder
    std::vector<Output> outputs; // those with a reference file, of all data sets
    std::string missing;         // not empty: why this cannot be run here: an unknown operator, an element type
    std::string error;           // not empty: what went wrong
    double seconds = 0;          // of all executions
    std::vector<std::string> wrongTypes; // inferred types that the execution contradicts

    // The operators of the model, subgraphs and functions included: domain, name.
    std::set<std::pair<std::string, std::string>> operators;
    ir::Opsets opsets;
    std::size_t nodes = 0; // of the top graph
    // Elements for cases of single operators (some of them written out as their function bodies, in folders
    // below "node" or "pytorch-operator"); elsewhere several nodes are a model, which has Norm. Of several
    // outputs the widest.
    exec::Tolerance tolerance = exec::Tolerance::elements();
};

// Every folder at or below `root` with a model.onnx, sorted.
std::vector<std::filesystem::path> backendCasesBelow(const std::filesystem::path& root);

// The data sets of a case that have outputs, sorted.
std::vector<std::filesystem::path> dataSets(const std::filesystem::path& folder);

BackendCase runBackendCase(const std::filesystem::path& folder, int threads = 1, const RunContext& run = {});
// One data set of a case alone.
BackendCase runBackendCase(const std::filesystem::path& folder, const std::filesystem::path& dataSet,
                           const exec::RunOptions& options, const RunContext& run = {});

// The reason why numbers cannot say how far two values are apart: other types, or elements that are finite on
// one side only. Empty when they can. `difference` is exec::compare's.
std::string incomparable(const ir::TensorType& actual, const ir::TensorType& expected,
                         const exec::Difference& difference);
std::string incomparable(const exec::Difference& difference); // where the types are not known

// Empty when the case ran and gave what it should: the type of each output, and its elements within the
// output's tolerance. Of what follows from random numbers only type and shape count. JPEG pictures, which every
// decoder rounds in its own way, may be off by 2 of 255.
std::string faultOf(const BackendCase& done);
// "'y' follows from RandomNormal 'noise', which draws numbers of its own"; empty when everything was compared.
std::string notCompared(const BackendCase& done);

} // namespace edgewright::pipeline
