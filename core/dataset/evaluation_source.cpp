// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/dataset/data_source.h"
#include "core/dataset/sample_set.h"

#include <utility>

namespace edgewright::dataset {

namespace {

// False, too, for a source that does not fit: reading it says why.
bool isLabelled(const DataSource& source, const ir::Graph& graph, const RunContext& run) {
    if (source.isRandom()) return false;
    const auto samples = read(source, graph, 0, {}, run);
    return samples && samples->hasLabels();
}

} // namespace

Result<DataSource> evaluationSource(const std::filesystem::path& model, const ir::Graph& graph,
                                    const ChosenData& chosen, DataSource otherwise, const RunContext& run) {
    const std::int64_t memoryBytes = otherwise.memoryBytes;
    const auto named = [&](const std::filesystem::path& path, Use use) -> Result<DataSource> {
        ASSIGN_OR_RETURN(DataSource source, sourceAt(path, use));
        source.memoryBytes = memoryBytes;
        return source;
    };
    if (!chosen.evaluation.empty()) return named(chosen.evaluation, Use::Accuracy);
    if (chosen.calibration.empty()) return bestSource(model, graph, Use::Accuracy, std::move(otherwise), run);
    ASSIGN_OR_RETURN(DataSource own, named(chosen.calibration, Use::Accuracy));
    ASSIGN_OR_RETURN(const DataSource calibrated, named(chosen.calibration, Use::Calibration));
    if (own.files != calibrated.files || isLabelled(own, graph, run)) return own;
    ASSIGN_OR_RETURN(DataSource beside, bestSource(model, graph, Use::Accuracy, std::move(otherwise), run));
    return isLabelled(beside, graph, run) ? std::move(beside) : std::move(own);
}

} // namespace edgewright::dataset
