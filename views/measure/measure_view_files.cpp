// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the measure page: profiles of others in, measurements out.
#include "views/measure/measure_view.h"

#include "core/device/record_text.h"
#include "core/device/record_trace.h"
#include "core/onnx/written_file.h"
#include "core/trace/write.h"
#include "views/support/measurement/measurements.h"
#include "views/support/save_name.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>

namespace edgewright::views {

using namespace Qt::StringLiterals;

void MeasureView::askProfile() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open profile"), QSettings().value(u"profiles"_s).toString(),
                                     tr("Profiles (*.json);;All files (*)"));
    if (!file.isEmpty()) openProfile(file);
}

void MeasureView::openProfile(const QString& file) {
    QSettings().setValue(u"profiles"_s, QFileInfo(file).absolutePath());
    if (!m_choice.shown || !m_analysis->typed)
        return emit message(tr("Measure the model first: the profile stands beside that."));
    m_read.start([path = std::filesystem::path(file.toStdString()), graph = m_analysis->typed->graph](
                     const RunContext& run) { return profileSource(path, graph.get(), run); },
                 [this, file](Result<TimelineSource> read) {
                     if (!read) return emit message(QString::fromStdString(read.error().message));
                     if (!m_choice.shown) return; // it was forgotten meanwhile
                     if (!read->matches || read->matches->matched == 0)
                         return emit message(
                             tr("No operator of %1 has the name of a node or tensor of this model.").arg(file));
                     m_profile = std::make_shared<const Profile>(*std::move(read));
                     m_choice.beside = {};
                     showChoice(true);
                 });
}

void MeasureView::compareProfile() {
    m_compare.start(
        [choice = m_choice.shown, graph = m_analysis->typed->graph, profile = m_profile](const RunContext&) {
            return device::against(choice.get(), *graph, *profile->trace, *profile->matches);
        },
        [this](Result<device::Against> compared) {
            if (!compared) return emit message(QString::fromStdString(compared.error().message));
            m_against = std::make_shared<const device::Against>(*std::move(compared));
            showRows();
        });
}

void MeasureView::askSave(const std::shared_ptr<const device::Record>& record) {
    const QString stem = QString::fromStdString(std::filesystem::path(record->model).stem().string());
    const QString samples = tr("Samples (*.samples.csv)"), operators = tr("Operators (*.operators.csv)"),
                  whole = tr("Whole record (*.json)"), trace = tr("Trace (*.trace.json)"),
                  history = tr("All runs on this device (*.history.csv)");
    const QString file =
        askSaveName(this, tr("Save measurement"), stem + u".samples.csv"_s,
                    QStringList{samples, operators, history, whole, trace}.join(u";;"_s), u".csv"_s);
    if (file.isEmpty()) return;
    std::vector<std::shared_ptr<const device::Record>> runs;
    for (const HistoryRun& run : historyRuns())
        runs.push_back(run.record);
    m_write.start(
        [record, file, runs = std::move(runs),
         processor = m_measurements.predictor(m_device).processor](const RunContext&) -> Result<void> {
            const std::string text =
                file.endsWith(u".operators.csv"_s) ? device::operatorsCsv(*record, {.processor = &processor})
                : file.endsWith(u".history.csv"_s) ? device::historyCsv(runs)
                : file.endsWith(u".csv"_s)         ? device::samplesCsv(*record)
                : file.endsWith(u".trace.json"_s)  ? trace::chromeText(device::traceOf(*record))
                                                   : device::recordJson(*record);
            return onnx::writeText(file.toStdString(), text);
        },
        [this, file](const Result<void>& written) {
            emit message(written ? tr("Wrote %1").arg(file) : QString::fromStdString(written.error().message));
        });
}

} // namespace edgewright::views
