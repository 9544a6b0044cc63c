// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments that most verbs share: the model, and extents for its open dimensions.
#pragma once

#include "app/cli/console.h"
#include "core/pipeline/study.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace edgewright::cli {

struct ModelArguments {
    std::string model;
    std::vector<std::string> bind; // "batch=1"

    void declare(CLI::App& verb, bool modelRequired = true);
    ops::Bindings bindings() const;
};

struct RuleArguments {
    std::vector<std::string> rules, without;

    void declare(CLI::App& verb);
    fusion::Options options() const;
};

// Opens and types the model; with `assume`, open input dimensions get default extents, each one noted on the
// console.
Result<std::shared_ptr<const pipeline::Typed>> load(Console& console, const ModelArguments& arguments,
                                                    bool assume, const ops::Bindings& more = {});

// "[1,3,224,224]" as a JSON list; an unbound dimension is its name, or "?", as a string.
Json shapeJson(const ir::TensorType& type);

} // namespace edgewright::cli
