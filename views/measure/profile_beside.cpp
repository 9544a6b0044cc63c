// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/profile_beside.h"

#include "core/base/propagate.h"
#include "core/device/profile_record.h"
#include "core/trace/device_use.h"
#include "views/support/utf8.h"

#include <QDateTime>
#include <QFileInfo>

namespace edgewright::views {

namespace {

// Runs on any thread. A trace without a record may be of another program.
DeviceTrace deviceTrace(TimelineSource source, const ir::Graph& graph, const QString& file) {
    DeviceTrace trace;
    const QString date = QFileInfo(file).lastModified().toUTC().toString(Qt::ISODate);
    if (source.matches)
        if (auto record = device::profileRecord(*source.trace, *source.matches, graph, date.toStdString())) {
            record->model = file.toStdString();
            trace.record = std::make_shared<const device::Record>(*std::move(record));
        }
    for (const std::string& each : trace::sentences(trace::gpuUse(*source.trace), *source.trace))
        trace.sentences << text(each);
    if (source.matches) {
        trace.unmatched = text(device::unmatchedText(*source.matches));
        if (source.matches->matched > 0) // else it is said that there is nothing
            trace.otherModel = text(trace::otherModelText(*source.trace, *source.matches));
    }
    trace.source = std::move(source);
    return trace;
}

} // namespace

ProfileBeside::ProfileBeside(QThreadPool& pool, QObject* parent)
    : QObject(parent), m_read(pool, tr("Read a profile")), m_compare(pool, tr("Compare with a profile")) {}

void ProfileBeside::open(const QString& file, const Graph& graph) {
    m_read.start(
        [file, graph](const RunContext& run) -> Result<Trace> {
            ASSIGN_OR_RETURN(TimelineSource source,
                             profileSource(std::filesystem::path(file.toStdString()), graph.get(), run));
            if (source.trace->hasKernels())
                return std::make_shared<const DeviceTrace>(deviceTrace(std::move(source), *graph, file));
            return std::make_shared<const DeviceTrace>(DeviceTrace{std::move(source), {}, {}, {}, {}});
        },
        [this, file](Result<Trace> read) {
            if (!read) return emit message(text(read.error().message));
            take(file, *std::move(read));
        });
}

void ProfileBeside::take(const QString& file, Trace trace) {
    if (trace->source.trace->hasKernels()) {
        m_profile.reset();
        m_alone = trace->record ? nullptr : trace;
        return emit traced(trace);
    }
    if (!trace->source.matches || trace->source.matches->matched == 0)
        return emit message(
            tr("No operator of %1 has the name of a node or tensor of this model: it is of another "
               "network.")
                .arg(file));
    m_alone.reset();
    m_profile = std::make_shared<const TimelineSource>(trace->source);
    emit opened();
}

void ProfileBeside::forget() {
    close();
    m_traces.clear();
}

const DeviceTrace* ProfileBeside::traceOf(const VariantChoice& choice) const {
    const auto known = m_traces.find(choice.record);
    return choice && known != m_traces.end() ? known->second.get() : nullptr;
}

void ProfileBeside::keep(const Trace& trace, const std::shared_ptr<const device::Record>& record) {
    m_traces[record] = trace;
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
