// SPDX-License-Identifier: GPL-3.0-or-later
// `scenario --run --metrics PORT`: the numbers of the run that goes on, for a Prometheus on this machine.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"
#include "core/metrics/endpoint.h"
#include "core/serve/running_snapshot.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace edgewright::cli {

struct MetricsArguments {
    std::optional<std::int64_t> port;
    std::string names; // of metrics::nameChoices(); empty: the first

    void declare(CLI::App& verb);
};

class ScenarioMetrics {
public:
    // Tells the address; without a port nothing is offered.
    Result<void> start(const Console& console, const MetricsArguments& arguments);
    // A run of this scenario begins; what serve() is to tell of it.
    serve::ServeOptions begin(const scenario::Scenario& scenario);

private:
    std::shared_ptr<serve::RunningSnapshot> current() const;

    mutable std::mutex m_mutex;
    std::shared_ptr<serve::RunningSnapshot> m_current;
    std::unique_ptr<metrics::MetricsEndpoint> m_endpoint; // last: it ends first
};

} // namespace edgewright::cli
