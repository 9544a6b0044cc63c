// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/sample_set.h"

#include "app/cli/arguments/checks.h"
#include "app/cli/outputs.h"
#include "app/cli/text.h"
#include "core/base/propagate.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli {

namespace {

constexpr std::size_t MaxRandom = 4;
constexpr const char* Random = "random";

} // namespace

std::string NamedSamples::text(std::size_t count) const {
    return counted(static_cast<std::int64_t>(count), "input") +
           (source.isRandom() ? " made at random" : " of " + source.name);
}

void SampleArguments::declare(CLI::App& verb) {
    verb.add_option("--calibration", m_calibration,
                    "A folder or a file of inputs, or 'random'; without it, what lies beside the model")
        ->type_name("DIR|FILE");
    verb.add_option(
            "--data", m_data,
            "Inputs to compare on, with labels where there are any; without it, those of the calibration")
        ->type_name("DIR|FILE");
    m_images.declare(verb);
    inRange(verb.add_option("--limit", m_limit, "Inputs to use at most")->capture_default_str(), 1, 1000000);
    declareSeed(verb, m_seed, "Seed of random inputs");
}

void SampleArguments::toldTo(Outputs& outputs) const {
    for (const std::string& each : {m_calibration, m_data})
        if (each != Random) outputs.reads(each);
}

Result<NamedSamples> SampleArguments::calibration(const ModelArguments& model, const ir::Graph& graph,
                                                  const RunContext& run) const {
    return readSamples(model, graph, m_calibration, dataset::Use::Calibration, run);
}

Result<NamedSamples> SampleArguments::data(const ModelArguments& model, const ir::Graph& graph,
                                           const RunContext& run) const {
    return readSamples(model, graph, m_data.empty() ? m_calibration : m_data, dataset::Use::Accuracy, run);
}

Result<NamedSamples> SampleArguments::readSamples(const ModelArguments& model, const ir::Graph& graph,
                                                  const std::string& text, dataset::Use use,
                                                  const RunContext& run) const {
    dataset::DataSource source = dataset::randomSource(std::min(m_limit, MaxRandom), m_seed);
    source.memoryBytes = model.memory.dataBytes();
    if (text.empty()) {
        ASSIGN_OR_RETURN(source, dataset::bestSource(model.model, graph, use, std::move(source), run));
    } else if (text != Random) {
        auto found = dataset::sourceAt(text, use);
        if (!found) {
            Error error = std::move(found).error();
            error.message += "; or 'random'";
            return error;
        }
        source = *std::move(found);
        source.memoryBytes = model.memory.dataBytes();
    }
    ASSIGN_OR_RETURN(auto set, dataset::read(source, graph, m_limit, m_images.options(), run));
    return NamedSamples{std::move(source), std::move(set)};
}

} // namespace edgewright::cli
