// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operator.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace edgewright::ops {

#define EDGEWRIGHT_ENTRY(name)                                                                                 \
    namespace name {                                                                                           \
    extern const Operator entry;                                                                               \
    }
#include "operators.def"
#undef EDGEWRIGHT_ENTRY
#define EDGEWRIGHT_ENTRY(name)                                                                                 \
    namespace name {                                                                                           \
    extern const std::span<const Operator> entries;                                                            \
    }
#include "operator_tables.def"
#undef EDGEWRIGHT_ENTRY

namespace {

std::pair<std::string_view, std::string_view> key(const Operator* entry) {
    return {entry->domain, entry->name};
}

} // namespace

std::span<const Operator* const> catalogue() {
    static const std::vector<const Operator*> sorted = [] {
        std::vector<const Operator*> entries{
#define EDGEWRIGHT_ENTRY(name) &name::entry,
#include "operators.def"
#undef EDGEWRIGHT_ENTRY
        };
        for (const std::span<const Operator> table : {
#define EDGEWRIGHT_ENTRY(name) name::entries,
#include "operator_tables.def"
#undef EDGEWRIGHT_ENTRY
             })
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
