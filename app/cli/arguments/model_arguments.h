// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments that most verbs share: the model, extents for its open dimensions, and a study in the place of
// a model: what was chosen for it comes first, then what the command line says.
#pragma once

#include "app/cli/arguments/run_arguments.h"
#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"
#include "core/pipeline/quantization/computable_part.h"
#include "core/pipeline/settings/study_file.h"
#include "core/pipeline/study.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::cli {

struct ModelArguments {
    std::string model;
    std::vector<std::string> bind; // "batch=1"
    bool hasBind = false;          // the verb takes it: notes may name the option
    MemoryArguments memory;

    void declare(CLI::App& verb, bool modelRequired = true);
    // Throws CLI::ValidationError where one name has two extents.
    ir::Bindings bindings() const;
};

struct RuleArguments {
    std::vector<std::string> rules, with, without, plugins;

    void declare(CLI::App& verb);
    // Switches rules on and off. Loads the plugins first. Throws CLI::ValidationError for a name that no rule
    // has.
    Result<void> applyTo(fusion::Options& options) const;
    Result<fusion::Options> options() const;
};

// The same model where open extents of inputs have the names that --bind takes: "input#1" where the file has
// none.
std::shared_ptr<const pipeline::Opened> withNamedExtents(const pipeline::Opened& opened);
// The names that --bind accepts: those of open input dimensions, and "input#1" for those without one.
std::vector<std::string> openDimensions(const ir::Graph& graph);
// Types the model; `more` are extents from elsewhere, after those of the command line. With `assume`, open
// input dimensions get default extents, each one noted on the console. Fails where the graph cannot run
// whatever its inputs are: where nodes lie on a cycle, operators do not take their inputs, or tensors are
// beyond 2^63 bytes.
Result<std::shared_ptr<const pipeline::Typed>> typeWith(Console& console,
                                                        const std::shared_ptr<const pipeline::Opened>& opened,
                                                        const ModelArguments& arguments, bool assume,
                                                        const ir::Bindings& more = {});
// A note for each binding that the model has no use for.
void noteUnknownNames(const Console& console, const ir::Graph& graph, const ir::Bindings& bindings);
// Opens and types the model; otherwise as above.
Result<std::shared_ptr<const pipeline::Typed>> load(Console& console, const ModelArguments& arguments,
                                                    bool assume);

// The part of the model that runs here, with a warning of what does not.
Result<pipeline::ComputablePart> computablePartOf(Console& console,
                                                  const std::shared_ptr<const pipeline::Typed>& whole,
                                                  const ModelArguments& arguments);

// The nodes that the part lacks, with name and reason.
Json leftOutJson(const pipeline::Typed& whole, const pipeline::ComputablePart& part);

// A document of results: first of which file they are, by its name, and with which extents of open dimensions;
// then `results`.
Json documentOf(const std::filesystem::path& file, const ir::Bindings& bindings, const Json& results);
Json documentOf(const pipeline::Typed& typed, const Json& results);

// "[1,3,224,224]" as a JSON list; an unbound dimension is its name, or "?", as a string.
Json shapeJson(const ir::TensorType& type);

// Reads `file`. `model` gets what the command line does not say: the model that was studied, extents of its
// open dimensions. Of another model than the one that was studied there is a warning, and no measurements.
Result<pipeline::StudyFile> readStudyOf(Console& console, const std::string& file, ModelArguments& model);
// The settings for this graph, with a note for everything that it has no place for.
pipeline::Settings settingsFor(Console& console, const std::string& file, pipeline::StudyFile study,
                               const ir::Graph& graph);

} // namespace edgewright::cli
