// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/record_saver.h"

#include "core/base/written_file.h"
#include "core/device/record/record_table.h"
#include "core/device/record/record_text.h"
#include "core/device/roof/operator_export.h"
#include "core/table/format.h"
#include "core/trace/trace_file.h"
#include "views/support/save_name.h"

namespace edgewright::views {

using namespace Qt::StringLiterals;

RecordSaver::RecordSaver(QThreadPool& pool, QWidget* over)
    : QObject(over), m_over(over), m_write(pool, tr("Write a measurement")) {}

void RecordSaver::ask(const Record& record, std::vector<Record> runs, const cost::Processor& processor) {
    const QString stem = QString::fromStdString(std::filesystem::path(record->model).stem().string());
    const QStringList formats{tr("Samples (*.samples.csv)"), tr("Operators (*.operators.csv)"),
                              tr("All runs on this device (*.history.csv)"), tr("Whole record (*.json)"),
                              tr("Trace (*.trace.json)")};
    const QString file =
        askSaveName(m_over, tr("Save measurement"), stem + u".samples.csv"_s, formats.join(u";;"_s), u".csv"_s);
    if (file.isEmpty()) return;
    m_write.start(
        [record, file, runs = std::move(runs), processor](const RunContext&) -> Result<void> {
            const std::string text =
                file.endsWith(u".operators.csv"_s)
                    ? table::csvText(device::profileTable(record, {.processor = &processor}))
                : file.endsWith(u".history.csv"_s) ? table::csvText(device::historyTable(runs))
                : file.endsWith(u".csv"_s)         ? table::csvText(device::sampleTable(record))
                : file.endsWith(u".trace.json"_s)  ? trace::chromeText(device::traceOf(*record))
                                                   : device::recordJson(*record);
            return writeText(file.toStdString(), text);
        },
        [this, file](const Result<void>& written) {
            emit message(written ? tr("Wrote %1").arg(file) : QString::fromStdString(written.error().message));
        });
}

} // namespace edgewright::views
