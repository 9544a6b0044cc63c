// SPDX-License-Identifier: GPL-3.0-or-later
// Options for the kernels, of verbs that run a model.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"
#include "app/cli/json.h"
#include "core/exec/executor.h"
#include "core/ops/convolution/algorithm_choice.h"

#include <string>

namespace edgewright::cli {

struct KernelArguments {
    std::string algorithm = "automatic";
    bool keepDenormals = false;

    // Declares --algorithm and --keep-denormals.
    void declare(CLI::App& verb);
    void apply(exec::RunOptions& options) const;
    // "denormal numbers count as zero", or that they are kept.
    std::string denormalsText() const;
};

// "convolutions: 12 winograd, 4 im2col, 1 direct"; empty where there is none.
std::string algorithmsText(const std::vector<ops::ConvolutionChoice>& choices);
// [{name, algorithm, reason}]
Json algorithmsJson(const std::vector<ops::ConvolutionChoice>& choices);

} // namespace edgewright::cli
