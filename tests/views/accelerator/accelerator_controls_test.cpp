// SPDX-License-Identifier: GPL-3.0-or-later
// The accelerator page as an editor: what its controls change, and what they leave.
#include "core/cost/accelerator_fields.h"
#include "core/cost/accelerators/presets.h"
#include "tests/support/test_class.h"
#include "tests/views/accelerator/example.h"
#include "views/accelerator/accelerator_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

namespace edgewright::accelerator_controls_test {

using namespace edgewright::views;

class AcceleratorControlsTest : public QObject {
    Q_OBJECT
    Selection selection;
    SettingsModel settings;
    QThreadPool pool;
    ViewContext context{selection, settings, pool};
    std::unique_ptr<View> view;

    template <typename Widget>
    Widget* child(const char* name) {
        return view->findChild<Widget*>(QString::fromLatin1(name));
    }

private slots:
    void init() {
        settings.change({}, [](pipeline::Settings& s) { s = {}; });
        view = accelerator_view.make(context);
        view->setAnalysis(example());
    }
    void cleanup() { view.reset(); }

    void controlsChangeSettings() {
        child<QSpinBox>("rows")->setValue(64);
        QCOMPARE(settings.get().accelerator.rows, 64);
        QCOMPARE(settings.undoText(), QStringLiteral("Array rows"));
        child<QSpinBox>("filter_kb")->setValue(256);
        QCOMPARE(settings.get().accelerator.filterKb, 256);
        child<QComboBox>("dataflow")->setCurrentIndex(0);
        QCOMPARE(settings.get().accelerator.dataflow, cost::Dataflow::OutputStationary);
        QStringList words;
        for (int i = 0; i < child<QComboBox>("word_bytes")->count(); ++i)
            words << child<QComboBox>("word_bytes")->itemData(i).toString();
        QCOMPARE(words.join(u' '), QStringLiteral("1 2 4 8"));
        child<QComboBox>("word_bytes")->setCurrentIndex(2);
        QCOMPARE(settings.get().accelerator.wordBytes, 4);
        child<QDoubleSpinBox>("clock_ghz")->setValue(0.5);
        QCOMPARE(settings.get().accelerator.clockGhz, 0.5);
        child<QCheckBox>("overlap_folds")->setChecked(false);
        QVERIFY(!settings.get().accelerator.overlapsFolds);
        child<QSpinBox>("bandwidth")->setValue(32);
        QCOMPARE(settings.get().accelerator.bandwidth, std::optional<std::int64_t>(32));
        QSignalSpy changed(&settings, &SettingsModel::changed);
        settings.change({}, [](pipeline::Settings& s) { s.accelerator.cols = 8; });
        QCOMPARE(child<QSpinBox>("cols")->value(), 8);
        QCOMPARE(changed.count(), 1); // showing a change is not a change
    }

    // Whatever is in a study: a change of one field is a change of that field alone.
    void oneChangeIsOfOneField() {
        cost::Accelerator large;
        large.rows = 2048;
        large.arrays = 4096;
        large.filterKb = 1 << 22;
        large.wordBytes = 8;
        large.clockGhz = 1.0 / 3;
        large.energy = "/tables/own.json";
        QVERIFY(!large.bandwidth && !large.lanes && !large.sramBandwidth);
        settings.change({}, [&](pipeline::Settings& s) { s.accelerator = large; });
        QVERIFY(settings.get().accelerator == large);
        QCOMPARE(child<QSpinBox>("rows")->value(), 2048);
        QCOMPARE(child<QComboBox>("word_bytes")->currentText(), QStringLiteral("8 B"));
        child<QDoubleSpinBox>("clock_ghz")->setValue(200);
        large.clockGhz = 200;
        QVERIFY(settings.get().accelerator == large);
        child<QSpinBox>("bandwidth")->setValue(32);
        large.bandwidth = 32;
        QVERIFY(settings.get().accelerator == large);
        child<QSpinBox>("bandwidth")->setValue(0); // as usual
        large.bandwidth = {};
        QVERIFY(settings.get().accelerator == large);
        child<QSpinBox>("bandwidth")->stepUp(); // from what is usual
        QCOMPARE(settings.get().accelerator.bandwidth, cost::Accelerator::DefaultBandwidth + 1);
        QVERIFY(child<QSpinBox>("bandwidth")
                    ->specialValueText()
                    .startsWith(QString::number(cost::Accelerator::DefaultBandwidth) + u','));
        for (const Field<cost::Accelerator>& field : cost::acceleratorFields()) {
            const QByteArray key(field.key.data(), static_cast<qsizetype>(field.key.size()));
            QVERIFY2(child<QWidget>(key.constData()), key.constData());
        }
    }

    void presetsAreChosen() {
        auto* box = child<QComboBox>("preset");
        QCOMPARE(box->count(), static_cast<int>(cost::presets().size()) + 2); // this machine is not measured
        QVERIFY(!(box->model()->flags(box->model()->index(box->count() - 1, 0)) & Qt::ItemIsEnabled));
        const int gemmini = box->findText(QStringLiteral("Gemmini 16 x 16"));
        QVERIFY(gemmini > 0);
        box->setCurrentIndex(gemmini);
        emit box->activated(gemmini);
        QVERIFY(settings.get().accelerator == cost::presetOrFile("gemmini")->accelerator);
        QVERIFY2(child<QLabel>("checkedAgainst")->text().contains(QStringLiteral("−71.1 % … −3.47 %")),
                 qPrintable(child<QLabel>("checkedAgainst")->text()));
        child<QSpinBox>("rows")->setValue(17); // no preset any more
        QCOMPARE(box->currentIndex(), 0);
    }
};

EDGEWRIGHT_TEST(AcceleratorControlsTest)

} // namespace edgewright::accelerator_controls_test

#include "accelerator_controls_test.moc"
