// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/search/mapping_search.h"

#include "core/base/propagate.h"

namespace edgewright::views {

MappingSearch::MappingSearch(QThreadPool& pool, QObject* parent)
    : QObject(parent), m_job(pool, tr("Search for mappings"), this) {
    connect(&m_job, &JobSlot::progressed, this, [this] {
        take();
        emit progressed();
    });
    connect(&m_job, &JobSlot::runningChanged, this, [this](bool running) {
        take();
        emit runningChanged(running);
    });
}

void MappingSearch::start(const cost::Layer& layer, const cost::Accelerator& accelerator,
                          const cost::search::ComparisonOptions& options) {
    m_job.stop();
    m_found = std::make_shared<Found>();
    m_hasFound = false;
    m_job.start(
        [found = m_found, layer, accelerator, options](const RunContext& run) -> Result<void> {
            ASSIGN_OR_RETURN(auto comparison,
                             cost::search::StrategyComparison::of(layer, accelerator, options));
            while (!comparison.isComplete()) {
                const auto good = comparison.advance(run);
                found->put(std::make_shared<const cost::search::StrategyOutcomes>(comparison.outcomes()));
                RETURN_IF_ERROR(good);
            }
            return {};
        },
        [this](const Result<void>& done) {
            take();
            if (!done) emit failed(QString::fromStdString(done.error().message));
        });
}

void MappingSearch::forget() {
    m_job.stop();
    m_found.reset();
    m_snapshot.reset();
    m_hasFound = false;
}

void MappingSearch::take() {
    if (!m_found) return;
    SearchSnapshot newest = m_found->take();
    if (!newest) return;
    m_snapshot = std::move(newest);
    m_hasFound = true;
    emit grew();
}

} // namespace edgewright::views
