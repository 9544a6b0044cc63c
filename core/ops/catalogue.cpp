// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operator.h"

#include "core/base/catalogue.h"
#include "operator_tables.def"
#include "operators.def"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace edgewright::ops {

EDGEWRIGHT_OPERATORS(EDGEWRIGHT_DECLARE_ENTRY, Operator, )

#define EDGEWRIGHT_DECLARE_TABLE(name)                                                                         \
    namespace name {                                                                                           \
    extern const std::span<const Operator> entries;                                                            \
    }
EDGEWRIGHT_OPERATOR_TABLES(EDGEWRIGHT_DECLARE_TABLE)

namespace {

std::pair<std::string_view, std::string_view> key(const Operator* entry) {
    return {entry->domain, entry->name};
}

} // namespace

std::span<const Operator* const> catalogue() {
    static const std::vector<const Operator*> sorted = [] {
        std::vector<const Operator*> entries{EDGEWRIGHT_OPERATORS(EDGEWRIGHT_POINT_TO_ENTRY, Operator, )};
#define EDGEWRIGHT_TABLE(name) name::entries,
        for (const std::span<const Operator> table : {EDGEWRIGHT_OPERATOR_TABLES(EDGEWRIGHT_TABLE)})
            for (const Operator& entry : table)
                entries.push_back(&entry);
        std::ranges::sort(entries, {}, key);
        return entries;
    }();
    return sorted;
}

const Operator* find(std::string_view domain, std::string_view name) {
    static const std::unordered_multimap<std::string_view, const Operator*> byName = [] {
        std::unordered_multimap<std::string_view, const Operator*> entries;
        for (const Operator* entry : catalogue())
            entries.emplace(entry->name, entry);
        return entries;
    }();
    const auto [first, last] = byName.equal_range(name);
    for (auto it = first; it != last; ++it)
        if (it->second->domain == domain) return it->second;
    return nullptr;
}

} // namespace edgewright::ops
