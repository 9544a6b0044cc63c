// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a run for a metrics endpoint, put together from its news. One thread takes the news, another
// one may ask for the snapshot.
#pragma once

#include "core/metrics/snapshot.h"
#include "core/serve/serve.h"

#include <mutex>

namespace edgewright::serve {

class RunningSnapshot {
public:
    // A run of this scenario begins: all counts are 0.
    explicit RunningSnapshot(const scenario::Scenario& scenario);

    void take(const ServeNews& news);
    metrics::Snapshot now() const;

private:
    mutable std::mutex m_mutex;
    metrics::Snapshot m_snapshot;
};

} // namespace edgewright::serve
