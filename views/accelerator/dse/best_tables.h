// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a design space that grows: only points that are new are gone through. From any thread.
#pragma once

#include "core/pipeline/exploration.h"

#include <mutex>

namespace edgewright::views {

class BestTables {
public:
    cost::BestTable tableOf(const pipeline::Explored& explored, const cost::Direction& across,
                            const cost::Direction& down, cost::Measure measure);

private:
    std::mutex m_mutex;
    std::shared_ptr<const void> m_owner;
    std::vector<cost::BestTable> m_tables; // the one used last at the end
};

} // namespace edgewright::views
