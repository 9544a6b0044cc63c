// SPDX-License-Identifier: GPL-3.0-or-later
// Other orders of a problem's steps. A split cuts one order, and which one is cut makes a difference where the
// network branches; to find the best of all is NP-hard, so that some good ones are tried.
#pragma once

#include "core/partition/search.h"

#include <span>
#include <string_view>

namespace edgewright::partition {

using Order = std::vector<std::size_t>; // the step at each place

// The order in which to take steps that are ready.
struct OrderRule {
    std::string_view name;                  // "given", "depth first", …
    std::string_view summary;               // TRANSLATABLE("Setting", …)
    Order (*order)(const Problem& problem); // legal
};
std::span<const OrderRule> orderRules();

// The same problem with its steps in another order. BadInput for an order that is no permutation, or in which
// a step reads what is not written yet.
Result<Problem> reordered(const Problem& problem, const Order& order);

struct OrderedFound {
    const OrderRule* rule = nullptr;
    Order order;
    Problem problem; // in this order
    FoundByDevices found;
    std::size_t tried = 0; // different orders
};
// The least period over all rules; of equal ones the first rule's. Errors as leastPeriods().
Result<OrderedFound> leastPeriodOfOrders(const Problem& problem, const RunContext& run = {});

} // namespace edgewright::partition
