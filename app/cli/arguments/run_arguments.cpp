// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/run_arguments.h"

#include "app/cli/arguments/checks.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/choice_fields.h"
#include "core/kernels/isa.h"
#include "core/measure/machine.h"
#include "core/onnx/arrays/npz.h"
#include "core/pipeline/settings/study_file.h"
#include "core/tune/log_format.h"
#include "core/tuner/generated_winners.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli {

void LimitArguments::declare(CLI::App& verb) {
    inRange(
        verb.add_option("--trip-limit", trips, say("Iterations that one Loop may take"))->capture_default_str(),
        0, std::int64_t(1) << 62);
}

void MemoryArguments::declare(CLI::App& verb) {
    CLI::Option* memory =
        verb.add_option("--memory-limit", mebibytes,
                        say("Memory in MiB that opening the model may take, at least 32, and "
                            "what a run makes beside inputs and weights; data and studies within it"));
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

using kernels::ConvolutionAlgorithm;

void KernelArguments::declare(CLI::App& verb) {
    const FieldInfo& field = fieldNamed(kernels::choiceFields(), "algorithm");
    limited(verb.add_option("--algorithm", algorithm, translated("Setting", field.help))->capture_default_str(),
            field);
    verb.add_flag("--keep-denormals", keepDenormals,
                  say("Compute with numbers below 2^-126, which otherwise count as zero; many processors are "
                      "slow at them"));
}

void KernelArguments::declareTuned(CLI::App& verb, const std::string& what) {
    verb.add_option("--tuned", tuned, say("A log that tune wrote on a machine like this one: {1}", what))
        ->type_name("FILE.jsonl");
}

Result<std::optional<tuner::Decisions>> KernelArguments::tunedOn(int threads, const Console& console) const {
    if (tuned.empty()) return std::optional<tuner::Decisions>();
    ASSIGN_OR_RETURN(const auto reading, tune::readLog(tuned));
    console.list(reading.diagnostics);
    auto decisions = tuner::tunedFrom(reading.log, std::string(nameOf(kernels::isaInUse())), threads);
    if (!decisions) return Error(decisions.error()).within(tuned);
    return std::optional(*std::move(decisions));
}

Result<void> KernelArguments::choose(tuner::Decisions decisions, const ir::Graph& graph,
                                     const ir::Opsets& opsets, const std::string& model, bool isHere,
                                     const Console& console, kernels::KernelChoice& choice) const {
    const std::string here = measure::thisMachine().text();
    for (const std::string& each : decisions.machines)
        if (isHere && each != here)
            console.note(say("{1}: tuned on another machine, {2}: other kernels may be faster on this one, {3}",
                             tuned, each, here));
    const std::size_t all = decisions.kernels();
    if (all == 0) {
        console.note(
            say("{1}: no kernel was faster than its default beyond doubt: all keep their own rules", tuned));
        return {};
    }
    tuner::keepThose(decisions, tuner::tasksOf(graph, opsets));
    const std::size_t kept = decisions.kernels();
    if (kept == 0)
        return badInput(say("{1}: no kernel of {2} is among those that were tuned there", tuned, model));
    if (kept < all) console.note(say("{1} of {2} kernels of the log are of this model", kept, all));
    choice.tuned = std::move(decisions.parameters);
    if (!isHere) {
        if (const auto count = std::ssize(decisions.generated); count > 0)
            console.note(sayCount(count,
                                  "generated kernels run on this machine alone: on a board {1} runs as the "
                                  "program's own, with parameters",
                                  "generated kernels run on this machine alone: on a board {1} run as the "
                                  "program's own, with parameters"));
        return {};
    }
    ASSIGN_OR_RETURN(auto ready, tuner::readyKernels(decisions.generated, graph, opsets, console.run()));
    for (const std::string& each : ready.remarks)
        console.note(each);
    choice.generated = std::move(ready.kernels);
    return {};
}

void KernelArguments::apply(exec::RunOptions& options) const {
    options.algorithm = kernels::convolutionAlgorithmNamed(algorithm).value_or(ConvolutionAlgorithm::Automatic);
    options.flushDenormals = !keepDenormals;
}

std::string KernelArguments::denormalsText() const {
    return keepDenormals ? say("denormal numbers are kept") : say("denormal numbers count as zero");
}

std::string algorithmsText(const std::vector<ops::ConvolutionChoice>& choices) {
    std::string text;
    for (const auto algorithm :
         {ConvolutionAlgorithm::Direct, ConvolutionAlgorithm::Im2col, ConvolutionAlgorithm::Winograd}) {
        const auto count = std::ranges::count_if(
            choices, [&](const ops::ConvolutionChoice& each) { return each.choice.algorithm == algorithm; });
        if (count > 0)
            text += (text.empty() ? say("convolutions: ") : ", ") + std::to_string(count) + " " +
                    std::string(nameOf(algorithm));
    }
    return text;
}

Json algorithmsJson(const std::vector<ops::ConvolutionChoice>& choices) {
    Json rows = Json::array();
    for (const ops::ConvolutionChoice& each : choices)
        rows.push_back({{"name", each.label},
                        {"algorithm", nameOf(each.choice.algorithm)},
                        {"reason", each.choice.reason}});
    return rows;
}

} // namespace edgewright::cli
