// SPDX-License-Identifier: GPL-3.0-or-later
// A model that comes quantized against the same graph in float, printed and as JSON.
#pragma once

#include "app/cli/arguments/model_arguments.h"
#include "app/cli/arguments/sample_set.h"
#include "app/cli/command.h"

namespace edgewright::cli {

// The answer of `quantize` and `int8` to a model on codes.
Result<ExitStatus> tellDequantized(Console& console, const ModelArguments& model, const NamedSamples& data,
                                   const pipeline::Typed& typed);

} // namespace edgewright::cli
