// SPDX-License-Identifier: GPL-3.0-or-later
// The file that is sent to a board; its layout is in README.md.
#pragma once

#include "core/base/result.h"
#include "core/bundle/hash.h"
#include "core/ir/arena_plan.h"
#include "core/ir/graph.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::bundle {

inline constexpr std::uint32_t Version = 1;

// One graph as it runs.
struct Program {
    std::string name; // "fusion"
    std::shared_ptr<const ir::Graph> graph;
    ir::Opsets opsets;
    std::shared_ptr<const ir::ArenaPlan> arena; // null: every tensor is allocated
    // The outputs of the host's kernels for the inputs; empty: not told.
    std::vector<ir::Tensor> expected = {};
};

struct Bundle {
    std::vector<Program> programs;
    std::vector<ir::Tensor> inputs; // in the order of the inputs of each program's graph
};

// Its name among bundles: what its content comes to.
struct Written {
    Digest digest;
    std::uint64_t bytes = 0; // of the file
};

// To a new file; what was there is replaced at the end, or left as it was.
Result<Written> write(const Bundle& bundle, const std::filesystem::path& file);

// Tensors stay in the file, which is mapped. BadInput, naming the file and the place, for anything but a whole
// bundle of this version whose graphs are sound; with `expected`, the one of that digest.
Result<Bundle> open(const std::filesystem::path& file, const Digest* expected = nullptr);

// The header, once the rest is found to be as it says; the structure is not read.
Result<Written> check(const std::filesystem::path& file);

} // namespace edgewright::bundle
