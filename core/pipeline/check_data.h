// SPDX-License-Identifier: GPL-3.0-or-later
// The inputs of a numeric check, seeded ones and the real ones that lie beside a model, and rules that change
// quantized values (fusion::Rule::changesQuantizedValues) in a history.
#pragma once

#include "core/exec/executor.h"
#include "core/pipeline/check.h"
#include "core/pipeline/study.h"

#include <filesystem>

namespace edgewright::pipeline {

class CheckData {
public:
    CheckData(const Typed& typed, const CheckOptions& options);

    std::size_t size() const { return m_entries.size(); }
    const std::string& name(std::size_t index) const { return m_entries[index].name; }
    // Read or made anew with every call: one at a time is in memory. An error says why this data does not fit.
    Result<ir::Feeds> feeds(std::size_t index, const RunContext& run = {}) const;

private:
    struct Entry {
        std::string name;
        std::uint64_t seed = 0;
        std::filesystem::path file; // a folder of tensors, or one file of rows; empty: seeded
    };
    const Typed& m_typed;
    std::vector<Entry> m_entries;
};

bool changesQuantizedValues(const fusion::Step& step);
// The graph with the integer operators that `history` made, and as little else of it as possible: rules that
// come before are applied only where those need them.
Result<fusion::History> withIntegers(const Typed& typed, const fusion::History& history, const RunContext& run);

} // namespace edgewright::pipeline
