// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtimes/adapter.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>

namespace edgewright::runtimes {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 12> StatisticNames{"first", "mean", "median", "min",  "max",  "std",
                                                          "p90",   "p95",  "p99",    "p999", "load", "runs"};

} // namespace

std::span<const std::string_view> statisticNames() { return StatisticNames; }

std::string Adapter::endingOf(const fs::path& model) const {
    std::string lower = model.filename().string();
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const std::string& ending : models)
        if (lower.ends_with(ending)) return ending;
    return {};
}

std::string Adapter::modelsText() const {
    std::string text;
    for (const std::string& each : models)
        text += (text.empty() ? "" : ", ") + each;
    return text;
}

Result<std::string> withPlaceholders(const std::string& text, const Placed& put) {
    std::string result;
    for (std::size_t at = 0;;) {
        const std::size_t open = text.find('{', at);
        result += text.substr(at, open == std::string::npos ? open : open - at);
        if (open == std::string::npos) return result;
        const std::size_t close = text.find('}', open);
        if (close == std::string::npos) return badInput(say("{1}: a '{' that no '}' follows", inQuotes(text)));
        ASSIGN_OR_RETURN(const std::string value, put(text.substr(open + 1, close - open - 1)));
        result += value;
        at = close + 1;
    }
}

std::vector<Adapter> readAdapters(std::span<const fs::path> folders,
                                  const std::function<void(const Error&)>& refused) {
    constexpr std::size_t Most = 1000;
    std::map<std::string, Adapter> found;
    for (const fs::path& folder : folders) {
        std::vector<fs::path> files;
        std::error_code ignored;
        for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end && files.size() < Most;
             it.increment(ignored))
            if (it->path().extension() == ".json") files.push_back(it->path());
        std::ranges::sort(files);
        for (const fs::path& file : files) {
            auto adapter = readAdapter(file);
            if (adapter) {
                const std::string name = adapter->name;
                found.insert_or_assign(name, *std::move(adapter));
            } else if (refused) {
                refused(adapter.error());
            }
        }
    }
    std::vector<Adapter> adapters;
    for (auto& [name, adapter] : found)
        adapters.push_back(std::move(adapter));
    return adapters;
}

Result<Adapter> adapterNamed(const std::vector<Adapter>& adapters, std::string_view name) {
    const auto found = std::ranges::find(adapters, name, &Adapter::name);
    if (found != adapters.end()) return *found;
    std::string names;
    for (const Adapter& each : adapters)
        names += (names.empty() ? "" : ", ") + each.name;
    return badInput(names.empty()
                        ? say("there is no runtime {1}; expected an adapter for it, and there is none at all",
                              inQuotes(name))
                        : say("there is no runtime {1}; expected one of {2}", inQuotes(name), names));
}

} // namespace edgewright::runtimes
