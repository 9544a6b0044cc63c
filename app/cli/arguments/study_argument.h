// SPDX-License-Identifier: GPL-3.0-or-later
// A study in the place of a model: what was chosen for it comes first, then what the command line says.
#pragma once

#include "app/cli/arguments/model_arguments.h"
#include "core/pipeline/study_file.h"

namespace edgewright::cli {

// Reads `file`. `model` gets what the command line does not say: the model that was studied, extents of its
// open dimensions. Of another model than the one that was studied there is a warning, and no measurements.
Result<pipeline::StudyFile> readStudyOf(Console& console, const std::string& file, ModelArguments& model);
// The settings for this graph, with a note for everything that it has no place for.
pipeline::Settings settingsFor(Console& console, const std::string& file, pipeline::StudyFile study,
                               const ir::Graph& graph);

} // namespace edgewright::cli
