// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/profile_beside.h"

namespace edgewright::views {

ProfileBeside::ProfileBeside(QThreadPool& pool, QObject* parent)
    : QObject(parent), m_read(pool, tr("Read a profile")), m_compare(pool, tr("Compare with a profile")) {}

void ProfileBeside::open(const QString& file, const Graph& graph) {
    m_read.start(
        [path = std::filesystem::path(file.toStdString()), graph](const RunContext& run) {
            return profileSource(path, graph.get(), run);
        },
        [this, file](Result<TimelineSource> read) {
            if (!read) return emit message(QString::fromStdString(read.error().message));
            if (!read->matches || read->matches->matched == 0)
                return emit message(
                    tr("No operator of %1 has the name of a node or tensor of this model: it is of another "
                       "network.")
                        .arg(file));
            m_profile = std::make_shared<const TimelineSource>(*std::move(read));
            emit opened();
        });
}

void ProfileBeside::compare(const VariantChoice& variant, const Graph& graph) {
    m_against.reset();
    m_compare.stop();
    if (!m_profile || !variant || !graph) return;
    m_compare.start(
        [variant, graph, profile = m_profile](const RunContext&) {
            return device::against(variant.get(), *graph, *profile->trace, *profile->matches);
        },
        [this](Result<device::Against> compared) {
            if (!compared) return emit message(QString::fromStdString(compared.error().message));
            m_against = std::make_shared<const device::Against>(*std::move(compared));
            emit this->compared();
        });
}

} // namespace edgewright::views
