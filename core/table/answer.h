// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to a question in English sentences, as pages and the command line show it.
#pragma once

#include <string>
#include <vector>

namespace edgewright::table {

struct Answer {
    std::string headline;                // one sentence; empty: there is no answer
    std::vector<std::string> conditions; // that it holds under, and what it is of
    std::vector<std::string> reasons;    // and what else follows
    // Everything in this order, one sentence each.
    std::vector<std::string> lines() const {
        std::vector<std::string> all;
        if (!headline.empty()) all.push_back(headline);
        all.insert(all.end(), conditions.begin(), conditions.end());
        all.insert(all.end(), reasons.begin(), reasons.end());
        return all;
    }
};

} // namespace edgewright::table
