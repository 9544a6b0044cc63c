// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/limits.h"

#include "app/cli/arguments/checks.h"
#include "core/onnx/npz.h"
#include "core/pipeline/study_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli {

void LimitArguments::declare(CLI::App& verb) {
    inRange(verb.add_option("--trip-limit", trips, "Iterations that one Loop may take")->capture_default_str(),
            0, std::int64_t(1) << 62);
}

void MemoryArguments::declare(CLI::App& verb) {
    CLI::Option* memory =
        verb.add_option("--memory-limit", mebibytes,
                        "Memory in MiB that opening the model may take, at least 32, and "
                        "what a run makes beside inputs and weights; data and studies within it");
    inRange(memory, 1, std::int64_t(1) << 40);
    memory->type_name("MIB");
}

std::int64_t MemoryArguments::openingBytes() const {
    constexpr std::int64_t Least = 32; // MiB: what the graph of a model that runs in less may take
    return mebibytes ? std::max(*mebibytes, Least) << 20 : 0;
}

std::int64_t MemoryArguments::runBytes() const {
    return mebibytes ? *mebibytes << 20 : exec::RunOptions().memoryLimitBytes;
}

std::int64_t MemoryArguments::dataBytes() const { return mebibytes ? *mebibytes << 20 : onnx::NpzLimitBytes; }

std::int64_t MemoryArguments::studyBytes() const {
    return mebibytes ? std::min(*mebibytes << 20, pipeline::StudyMemoryBytes) : pipeline::StudyMemoryBytes;
}

} // namespace edgewright::cli
