// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion rules in modules of their own: see core/fusion/rule_plugin.h for what such a module exports.
#pragma once

#include "core/base/result.h"
#include "core/fusion/rule.h"

#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct RulePlugin {
    std::filesystem::path file;
    std::string name;                       // as the module calls itself
    std::vector<const fusion::Rule*> rules; // registered, behind the built-in ones
};

// Loads the module and registers its rules; a second call for the same file changes nothing. BadInput names the
// file: it cannot be loaded, is no rule plugin, was built for another version of the interface or by another
// compiler, or has a rule that is incomplete or whose name is taken. Modules stay loaded until the program
// ends.
Result<RulePlugin> loadRulePlugin(const std::filesystem::path& file);
// Loads those that EDGEWRIGHT_RULE_PLUGINS lists, separated by colons. Each failure is a line in `failures`;
// the rest is loaded all the same.
std::vector<RulePlugin> loadListedRulePlugins(std::vector<std::string>& failures);

} // namespace edgewright::pipeline
