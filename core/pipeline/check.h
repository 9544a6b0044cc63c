// SPDX-License-Identifier: GPL-3.0-or-later
// Proof by numbers: a graph before and after fusion on the same inputs.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/exec/compare.h"
#include "core/fusion/fuse.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct Opened;
struct Typed;

// The largest of each measure over all data; `where` belongs to the worst data.
struct OutputDifference {
    std::string name;
    exec::Difference difference;
    std::size_t data = 0;       // index in Check::data of the worst: the largest relative norm
    double tolerance = 0;       // largest relative norm that passes
    std::string drawnBy = {};   // not empty: the operator whose random numbers decide the values: not compared
    std::string wrongType = {}; // not empty: why the values are none that could be compared, or are declared

    bool passes() const { return wrongType.empty() && (!drawnBy.empty() || difference.relNorm <= tolerance); }
};

// A tensor that both graphs have and that a patch's node writes in the fused one: the edge of a fused group.
// The value has one id in both graphs.
struct BoundaryDifference {
    NodeId node; // of the fused graph
    ValueId value;
    std::string name;
    exec::Difference difference;
    std::size_t data = 0; // as above
};

struct CheckOptions {
    std::uint64_t seed = 1; // of the first seeded inputs; then seed + 1 ...
    int seeds = 3;          // at least 1
    // Inputs beside the model count, too: test_data_set_*/input_*.pb, or the rows of <model's name>/test.npy or
    // test.npz. At most eight such inputs.
    bool realInputs = true;
    // Boundaries are held this many bytes at a time, of either graph. Where that takes more than four runs on
    // the same inputs, the rest is left out: see Check::boundariesLeftOut.
    std::int64_t boundaryBytes = std::int64_t(256) << 20;
    // The tolerance of every output; without it 1e-3, and at least 8 roundings to halves where those lie on the
    // way.
    std::optional<double> tolerance = {};
    // A file that the fused graph was written to: it runs, too, and is compared in the same way.
    std::shared_ptr<const Opened> written = {};
};

// If fusion made integer operators of quantized ones, which gives other codes next to ties
// (fusion::Rule::changesQuantizedValues), both sides have those: `codes` is what that alone changed.
struct Check {
    std::uint64_t seed = 0;        // the first one
    std::vector<std::string> data; // "seed 1", "test_data_set_0"
    std::vector<OutputDifference> outputs;
    std::vector<OutputDifference> written; // of CheckOptions::written; empty without it
    double maxAbs = 0, maxRel = 0;         // of `outputs` that were compared
    std::vector<OutputDifference> codes;   // integer operators against the float32 graph; empty without such
    std::vector<BoundaryDifference> boundaries; // execution order of the fused graph
    std::size_t boundariesLeftOut = 0;
    std::vector<std::string> notes; // inputs that could not be used, and why

    // The worst output that was compared, by relative norm; null when there are none.
    const OutputDifference* worst() const;
    // ‖Δ‖ / ‖x‖ of the worst output: single elements near zero differ by any factor.
    double relative() const { return worst() ? worst()->difference.relNorm : maxRel; }
    bool passes() const; // all outputs do, and all of the written file
};

Result<std::shared_ptr<const Check>> check(const Typed& typed, const fusion::History& history,
                                           const CheckOptions& options, const RunContext& run = {});
Result<std::shared_ptr<const Check>> check(const Typed& typed, const fusion::History& history,
                                           std::uint64_t seed, const RunContext& run = {});

// The opsets that the fused graph runs with.
const ir::Opsets& opsetsAfter(const Typed& typed, const fusion::History& history);

} // namespace edgewright::pipeline
