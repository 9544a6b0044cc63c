// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/rule_plugins.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/fusion/rule_plugin.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>

namespace edgewright::pipeline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t MaxRules = 1024; // of one plugin

Result<const fusion::RulePluginTable*> tableIn(const std::string& file) {
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!module) {
        const char* why = dlerror();
        return badInput(why ? say("cannot be loaded: {1}", why) : say("cannot be loaded"));
    }
    const auto entry = reinterpret_cast<fusion::RulePluginEntry>(dlsym(module, fusion::RulePluginEntryName));
    if (!entry)
        return badInput(
            say("is no plugin with fusion rules: it has no function {1}", fusion::RulePluginEntryName));
    const fusion::RulePluginTable* table = entry();
    if (!table) return badInput(say("offers no table of rules"));
    if (table->version != fusion::RulePluginVersion)
        return badInput(say("is made for version {1} of the rule interface where version {2} is expected",
                            table->version, fusion::RulePluginVersion));
    if (table->layout != fusion::rulePluginLayout())
        return badInput(
            say("was compiled with other headers, or another standard library, than this program: compile it "
                "anew"));
    return table;
}

std::string nameOf(const fusion::Rule& rule) { return say("rule '{1}'", rule.name.substr(0, 64)); }

bool isWellNamed(std::string_view name) {
    constexpr std::string_view Letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
    return !name.empty() && name.size() <= 64 && name.find_first_not_of(Letters) == std::string_view::npos;
}

// All or none: what one rule lacks is known before the first is registered.
Result<void> validate(const fusion::RulePluginTable& table) {
    if (!table.name || !table.rules || table.count == 0 || table.count > MaxRules)
        return badInput(say("offers no rules: a name and 1 to {1} rules are expected", MaxRules));
    for (std::size_t i = 0; i < table.count; ++i) {
        const fusion::Rule* rule = table.rules[i];
        if (!rule) return badInput(say("offers nothing as its rule {1}", i + 1));
        if (!isWellNamed(rule->name))
            return badInput(
                say("{1}: a name of lower-case letters, digits and underscores is expected", nameOf(*rule)));
        if (!rule->match) return badInput(say("{1} has no match function", nameOf(*rule)));
        if (fusion::findRule(rule->name)) return badInput(say("{1}: that name is taken", nameOf(*rule)));
        for (std::size_t j = 0; j < i; ++j)
            if (table.rules[j]->name == rule->name) return badInput(say("{1} is offered twice", nameOf(*rule)));
    }
    return {};
}

Result<RulePlugin> load(const fs::path& file) {
    ASSIGN_OR_RETURN(const auto table, tableIn(file.string()));
    RETURN_IF_ERROR(validate(*table));
    RulePlugin plugin{file, table->name, {}};
    for (std::size_t i = 0; i < table->count; ++i) {
        ASSIGN_OR_RETURN(const auto registered, fusion::registerRule(*table->rules[i]));
        plugin.rules.push_back(registered);
    }
    return plugin;
}

} // namespace

Result<RulePlugin> loadRulePlugin(const fs::path& file) {
    static std::mutex mutex;
    static std::map<fs::path, RulePlugin> loaded;
    const std::lock_guard lock(mutex);
    const std::string context = say("rule plugin {1}", file.string());
    std::error_code failed;
    // With a folder in front, so that the loader does not search elsewhere.
    const fs::path whole = fs::canonical(file, failed);
    if (failed || !fs::is_regular_file(whole, failed))
        return badInput(say("is no file that can be read")).within(context);
    if (const auto it = loaded.find(whole); it != loaded.end()) return it->second;
    auto plugin = load(whole);
    if (!plugin) return std::move(plugin).error().within(context);
    return loaded.emplace(whole, *std::move(plugin)).first->second;
}

std::vector<RulePlugin> loadListedRulePlugins(std::vector<std::string>& failures) {
    std::vector<RulePlugin> plugins;
    const char* listed = std::getenv("EDGEWRIGHT_RULE_PLUGINS");
    for (std::string rest = listed ? listed : ""; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (end > 0) {
            auto plugin = loadRulePlugin(rest.substr(0, end));
            if (plugin)
                plugins.push_back(*std::move(plugin));
            else
                failures.push_back(plugin.error().message);
        }
        rest.erase(0, std::min(end + 1, rest.size()));
    }
    return plugins;
}

} // namespace edgewright::pipeline
