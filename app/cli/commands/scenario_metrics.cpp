// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/scenario_metrics.h"

#include "app/cli/arguments/checks.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/metrics/catalogue.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace edgewright::cli {

void MetricsArguments::declare(CLI::App& verb) {
    constexpr std::int64_t MaxPort = 65535;
    CLI::Option* const offered =
        verb.add_option("--metrics", port,
                        say("With --run: offer the numbers of the run to a Prometheus on this machine, at this "
                            "port of 127.0.0.1; 0: one that is free"))
            ->type_name("PORT")
            ->needs("--run");
    inRange(offered, 0, MaxPort);
    std::vector<std::string> keys;
    for (const Choice& each : metrics::nameChoices())
        keys.emplace_back(each.key);
    CLI::Option* const named = verb.add_option(
        "--metric-names", names, say("Names of these numbers: our own unless told, or those of Triton"));
    oneOf(named, keys);
    named->needs(offered);
}

Result<void> ScenarioMetrics::start(const Console& console, const MetricsArguments& arguments) {
    if (!arguments.port) return {};
    const auto choices = metrics::nameChoices();
    const auto chosen = std::ranges::find(choices, arguments.names, &Choice::key);
    const auto names = static_cast<metrics::Names>(chosen == choices.end() ? 0 : chosen - choices.begin());
    ASSIGN_OR_RETURN(
        m_endpoint, metrics::MetricsEndpoint::start(static_cast<std::uint16_t>(*arguments.port), [this, names] {
            const auto running = current();
            return metrics::metricsText(running ? running->now() : metrics::Snapshot(), names);
        }));
    console.note(say("metrics: {1}", m_endpoint->url()));
    return {};
}

std::shared_ptr<serve::RunningSnapshot> ScenarioMetrics::current() const {
    const std::scoped_lock lock(m_mutex);
    return m_current;
}

serve::ServeOptions ScenarioMetrics::begin(const scenario::Scenario& scenario) {
    if (!m_endpoint) return {};
    auto running = std::make_shared<serve::RunningSnapshot>(scenario);
    const std::scoped_lock lock(m_mutex);
    m_current = running;
    return {.told = [running](const serve::ServeNews& news) { running->take(news); }};
}

} // namespace edgewright::cli
