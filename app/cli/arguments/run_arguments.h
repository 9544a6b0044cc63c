// SPDX-License-Identifier: GPL-3.0-or-later
// Options for the run of a model: its limits, and its kernels.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"
#include "app/cli/json.h"
#include "core/exec/executor.h"
#include "core/ops/convolution/algorithm_choice.h"
#include "core/tuner/tuned_log.h"

#include <cstdint>
#include <optional>
#include <string>

namespace edgewright::cli {

struct LimitArguments {
    std::int64_t trips = exec::RunOptions().loopTripLimit;

    void declare(CLI::App& verb); // --trip-limit
};

struct MemoryArguments {
    std::optional<std::int64_t> mebibytes;

    void declare(CLI::App& verb);      // --memory-limit
    std::int64_t openingBytes() const; // for pipeline::open; 0: in proportion to the model
    std::int64_t runBytes() const;     // for exec::RunOptions
    std::int64_t dataBytes() const;    // that arrays of an archive may unpack to
    std::int64_t studyBytes() const;   // for pipeline::readStudy
};

struct KernelArguments {
    std::string algorithm = "automatic";
    bool keepDenormals = false;
    std::string tuned; // a log of tuning

    // Declares --algorithm and --keep-denormals.
    void declare(CLI::App& verb);
    // And --tuned: `what` runs with its kernels.
    void declareTuned(CLI::App& verb, const std::string& what);
    void apply(exec::RunOptions& options) const;
    // The decisions of --tuned for the kernels in use on so many threads; nothing without it. Lines of the log
    // that cannot be read are told.
    Result<std::optional<tuner::Decisions>> tunedOn(int threads, const Console& console) const;
    // Lets the network run with those of this graph: generated kernels are made ready, but for a board, where
    // they run as the program's own. BadInput where none is of this graph although some were decided on. Their
    // number is told, and why some run as the program's own.
    Result<void> choose(tuner::Decisions decisions, const ir::Graph& graph, const ir::Opsets& opsets,
                        const std::string& model, bool isHere, const Console& console,
                        kernels::KernelChoice& choice) const;
    // "denormal numbers count as zero", or that they are kept.
    std::string denormalsText() const;
};

// "convolutions: 12 winograd, 4 im2col, 1 direct"; empty where there is none.
std::string algorithmsText(const std::vector<ops::ConvolutionChoice>& choices);
// [{name, algorithm, reason}]
Json algorithmsJson(const std::vector<ops::ConvolutionChoice>& choices);

} // namespace edgewright::cli
