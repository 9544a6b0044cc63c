// SPDX-License-Identifier: GPL-3.0-or-later
// Slices of tensors by hand, and the file that NumPy reads.
#include "core/onnx/arrays/npy.h"
#include "tests/support/test_class.h"
#include "views/inspector/slice_image.h"
#include "views/inspector/tensor_slice.h"
#include "views/inspector/tensor_view.h"

#include <QComboBox>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace edgewright::tensor_slice_test {

using namespace edgewright::views;
using namespace Qt::StringLiterals;

class TensorSliceTest : public QObject {
    Q_OBJECT

    static ir::Tensor counting(ir::Dims dims) {
        std::int64_t count = 1;
        for (const std::int64_t dim : dims)
            count *= dim;
        std::vector<float> values(static_cast<std::size_t>(count));
        std::iota(values.begin(), values.end(), 0.f);
        return ir::Tensor::of(std::move(dims), values);
    }

private slots:
    void axesThatSayMost() {
        const auto axes = [](ir::Dims dims) {
            const SliceAxes chosen = defaultAxes(dims);
            return std::pair(chosen.rows, chosen.columns);
        };
        QCOMPARE(axes({64, 3, 7, 7}), std::pair(2, 3));
        QCOMPARE(axes({64, 32, 1, 1}), std::pair(0, 1));
        QCOMPARE(axes({10}), std::pair(-1, 0));
        QCOMPARE(axes({}), std::pair(-1, -1));
        QCOMPARE(axes({1, 1}), std::pair(-1, 1));
    }

    void slicesByHand() {
        const ir::Tensor tensor = counting({2, 3, 4});
        auto slice = sliceOf(tensor, {1, 2, {1, 0, 0}});
        QVERIFY(slice);
        QCOMPARE(slice->rows, 3);
        QCOMPARE(slice->columns, 4);
        QCOMPARE(slice->values.front(), 12.f);
        QCOMPARE(slice->values[5], 17.f);
        QCOMPARE(slice->low, 12.0);
        QCOMPARE(slice->high, 23.0);
        slice = sliceOf(tensor, {2, 0, {0, 1, 0}}); // transposed, second row of each matrix
        QVERIFY(slice);
        QCOMPARE(slice->rows, 4);
        QCOMPARE(slice->columns, 2);
        QCOMPARE(slice->values, (std::vector<float>{4, 16, 5, 17, 6, 18, 7, 19}));
    }

    void largeOnesAreReducedToTheLargest() {
        ir::Tensor tensor = counting({8, 8});
        tensor.as<float>()[9] = -1000; // row 1, column 1
        tensor.as<float>()[63] = std::numeric_limits<float>::quiet_NaN();
        const auto slice = sliceOf(tensor, {0, 1, {0, 0}}, {}, 4);
        QVERIFY(slice);
        QCOMPARE(slice->height, 4);
        QCOMPARE(slice->width, 4);
        QCOMPARE(slice->values[0], -1000.f);
        QCOMPARE(slice->values[1], 11.f);
        QVERIFY(std::isnan(slice->values[15]));
        QCOMPARE(slice->nonFinite, 1);
    }

    void wrongAxesAreRefused() {
        const ir::Tensor tensor = counting({2, 3});
        QVERIFY(!sliceOf(tensor, {0, 0, {0, 0}}));
        QVERIFY(!sliceOf(tensor, {0, 2, {0, 0}}));
        QVERIFY(!sliceOf(tensor, {-1, 1, {2, 0}}));
        QVERIFY(!sliceOf(tensor, {-1, 1, {0}}));
        QVERIFY(!sliceOf(ir::Tensor::withoutData(ir::DataType::Float32, {2, 2}), {0, 1, {0, 0}}));
        const auto nothing = sliceOf(counting({0, 3}), {0, 1, {0, 0}});
        QVERIFY(nothing && nothing->values.empty());
    }

    void theViewNamesWhatIsUnderThePointerAndExports() {
        QThreadPool pool;
        const ir::Tensor tensor = counting({3, 4, 5});
        TensorView view(pool, tensor, u"w"_s, 0, 59);
        view.resize(400, 500);
        view.show();
        QSignalSpy shown(&view, &TensorView::shown);
        view.setIndex(0, 2);
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), 30000);
        auto* image = view.findChild<SliceImage*>(u"sliceImage"_s);
        QVERIFY(image);
        QStringList seen; // down the middle column, a row after the other
        for (int y = 0; y < image->height(); ++y)
            if (const QString text = image->textAt(QPointF(image->width() / 2.0, y));
                !text.isEmpty() && !seen.contains(text))
                seen << text;
        QCOMPARE(seen,
                 QStringList({u"[0, 2]  42.00"_s, u"[1, 2]  47.00"_s, u"[2, 2]  52.00"_s, u"[3, 2]  57.00"_s}));
        auto* rows = view.findChild<QComboBox*>(u"sliceRows"_s);
        rows->setCurrentIndex(2); // the axis of the columns: they are exchanged
        emit rows->activated(2);
        QCOMPARE(view.axes().rows, 2);
        QCOMPARE(view.axes().columns, 1);

        QTemporaryDir folder;
        const QString file = folder.filePath(u"w.npy"_s);
        QSignalSpy exported(&view, &TensorView::exported);
        view.exportTo(file);
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 30000);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        auto bytes = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(written.size()));
        QVERIFY(written.read(reinterpret_cast<char*>(bytes->data()), written.size()) == written.size());
        const auto read = onnx::readNpy(bytes, std::span(*bytes));
        QVERIFY(read);
        QCOMPARE(read->dims(), tensor.dims());
        QVERIFY(std::memcmp(read->bytes().data(), tensor.bytes().data(), tensor.bytes().size()) == 0);
        QSignalSpy said(&view, &TensorView::said);
        view.exportTo(folder.filePath(u"no/such/folder.npy"_s));
        QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 30000);
    }
};

EDGEWRIGHT_TEST(TensorSliceTest)

} // namespace edgewright::tensor_slice_test

#include "tensor_slice_test.moc"
