// SPDX-License-Identifier: GPL-3.0-or-later
// Fourier transforms against the sum that defines them; windows and mel weights against numbers worked out by
// hand.
#include "core/ops/signal/fourier.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/core/ops/near.h"
#include "tests/support/test_class.h"

#include <complex>
#include <numbers>

namespace edgewright::signal_test {

using ir::Tensor;
using test::near;
using test::Probe;

namespace {

using Complex = std::complex<double>;

std::vector<Complex> definition(const std::vector<Complex>& x, std::size_t length, bool inverse) {
    std::vector<Complex> result(length);
    for (std::size_t k = 0; k < length; ++k) {
        for (std::size_t j = 0; j < std::min(length, x.size()); ++j) {
            const double angle =
                2 * std::numbers::pi * static_cast<double>(j * k % length) / static_cast<double>(length);
            result[k] += x[j] * std::polar(1.0, inverse ? angle : -angle);
        }
        if (inverse) result[k] /= static_cast<double>(length);
    }
    return result;
}

std::vector<double> parts(const std::vector<Complex>& values, std::size_t count) {
    std::vector<double> result;
    for (std::size_t i = 0; i < count; ++i) {
        result.push_back(values[i].real());
        result.push_back(values[i].imag());
    }
    return result;
}

} // namespace

class SignalTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{7};

private slots:
    void dft_data() {
        QTest::addColumn<int>("length");
        // Every radix, mixed ones, primes that take the chirp, and 1.
        for (const int length : {1,  2,  3,  4,  5,  6,  7,  8,  9,  11,  12,  13,  15,
                                 16, 17, 23, 26, 30, 34, 37, 60, 97, 128, 400, 512, 1009})
            QTest::addRow("%d", length) << length;
    }

    void dft() {
        QFETCH(int, length);
        const auto n = static_cast<std::size_t>(length);
        const Tensor real = test::randomTensor(m_engine, {length, 1});
        const Tensor complex = test::randomTensor(m_engine, {length, 2});
        std::vector<Complex> x, z;
        for (std::size_t i = 0; i < n; ++i) {
            x.emplace_back(static_cast<double>(real.as<float>()[i]), 0.0);
            z.emplace_back(static_cast<double>(complex.as<float>()[2 * i]),
                           static_cast<double>(complex.as<float>()[2 * i + 1]));
        }
        const double tolerance = 2e-6 * static_cast<double>(length) + 2e-6;
        const auto full = Probe("DFT", 20).input(real).run();
        QVERIFY2(full, full.text());
        QVERIFY(near(full[0], parts(definition(x, n, false), n), tolerance));
        const auto half = Probe("DFT", 17)
                              .attribute("axis", std::int64_t(0))
                              .attribute("onesided", std::int64_t(1))
                              .input(real)
                              .run();
        QVERIFY2(half, half.text());
        QVERIFY(near(half[0], parts(definition(x, n, false), n / 2 + 1), tolerance));
        const auto back = Probe("DFT", 20).attribute("inverse", std::int64_t(1)).input(complex).run();
        QVERIFY2(back, back.text());
        QVERIFY(near(back[0], parts(definition(z, n, true), n), tolerance));
        // From half a spectrum back to the signal.
        const auto again = Probe("DFT", 20)
                               .attribute("inverse", std::int64_t(1))
                               .attribute("onesided", std::int64_t(1))
                               .input(half[0])
                               .input(Tensor::scalar<std::int64_t>(length))
                               .run();
        QVERIFY2(again, again.text());
        QCOMPARE(again[0].dims(), real.dims());
        std::vector<double> signal;
        for (const Complex& value : x)
            signal.push_back(value.real());
        QVERIFY(near(again[0], signal, 1e-5));
    }

    // Along a middle axis, filled with zeros and cut; in float64.
    void dftLength() {
        std::vector<double> values;
        for (int i = 0; i < 2 * 5 * 3; ++i)
            values.push_back(std::sin(i * i));
        const Tensor x = Tensor::of<double>({2, 5, 3, 1}, values);
        for (const std::int64_t length : {3, 5, 8}) {
            const auto out = Probe("DFT", 20)
                                 .input(x)
                                 .input(Tensor::scalar(length))
                                 .input(Tensor::scalar<std::int64_t>(-3))
                                 .run();
            QVERIFY2(out, out.text());
            QCOMPARE(out[0].dims(), (ir::Dims{2, length, 3, 2}));
            std::vector<double> expected(static_cast<std::size_t>(out[0].elements()));
            for (std::size_t a = 0; a < 2; ++a)
                for (std::size_t b = 0; b < 3; ++b) {
                    std::vector<Complex> line;
                    for (std::size_t j = 0; j < 5; ++j)
                        line.emplace_back(values[(a * 5 + j) * 3 + b], 0.0);
                    const auto found = definition(line, static_cast<std::size_t>(length), false);
                    for (std::size_t k = 0; k < found.size(); ++k) {
                        expected[((a * found.size() + k) * 3 + b) * 2] = found[k].real();
                        expected[((a * found.size() + k) * 3 + b) * 2 + 1] = found[k].imag();
                    }
                }
            QVERIFY(near(out[0], expected, 1e-12));
        }
    }

    void dftRejects() {
        const Tensor x = Tensor::of<float>({4, 1}, {1, 2, 3, 4});
        const auto refused = [](Probe probe) { return !probe.run(); };
        QVERIFY(refused(Probe("DFT", 20).input(x).input(Tensor::scalar<std::int64_t>(0))));
        QVERIFY(
            refused(Probe("DFT", 20).input(x, false).input(Tensor::scalar<std::int64_t>(INT64_MAX), false)));
        QVERIFY(refused(Probe("DFT", 20).input(x).omitted().input(Tensor::scalar<std::int64_t>(1))));
        QVERIFY(refused(Probe("DFT", 20).input(Tensor::of<float>({1, 3}, {1, 2, 3}))));
        QVERIFY(refused(Probe("DFT", 20).input(Tensor::of<float>({2}, {1, 2}))));
        QVERIFY(!ops::Fourier<float>::make(0));
        QVERIFY(!ops::Fourier<float>::make(ops::Fourier<float>::MaxLength + 1));
    }

    void stft_data() {
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("step");
        QTest::addColumn<bool>("onesided");
        QTest::addColumn<bool>("windowed");
        QTest::newRow("even") << 16 << 5 << true << true;
        QTest::newRow("odd") << 15 << 4 << true << false;
        QTest::newRow("both sides") << 12 << 12 << false << true;
        QTest::newRow("one frame") << 100 << 1 << true << false;
        QTest::newRow("prime") << 31 << 3 << false << true;
    }

    void stft() {
        QFETCH(int, length);
        QFETCH(int, step);
        QFETCH(bool, onesided);
        QFETCH(bool, windowed);
        const Tensor signal = test::randomTensor(m_engine, {2, 100, 1});
        const Tensor window = test::randomTensor(m_engine, {length});
        Probe probe("STFT", 17);
        probe.attribute("onesided", std::int64_t(onesided ? 1 : 0))
            .input(signal)
            .input(Tensor::scalar<std::int64_t>(step));
        if (windowed)
            probe.input(window);
        else
            probe.omitted().input(Tensor::scalar<std::int64_t>(length));
        const auto out = probe.threads(2).run();
        QVERIFY2(out, out.text());
        std::vector<double> expected;
        const std::size_t n = static_cast<std::size_t>(length);
        const std::size_t frames = (100 - n) / static_cast<std::size_t>(step) + 1;
        for (std::size_t row = 0; row < 2; ++row)
            for (std::size_t frame = 0; frame < frames; ++frame) {
                std::vector<Complex> line;
                for (std::size_t j = 0; j < n; ++j)
                    line.emplace_back(
                        static_cast<double>(
                            signal.as<float>()[row * 100 + frame * static_cast<std::size_t>(step) + j]) *
                            (windowed ? static_cast<double>(window.as<float>()[j]) : 1.0),
                        0.0);
                const auto found = parts(definition(line, n, false), onesided ? n / 2 + 1 : n);
                expected.insert(expected.end(), found.begin(), found.end());
            }
        QVERIFY(near(out[0], expected, 2e-5));
    }

    // A real signal without an axis for its parts.
    void stftFlat() {
        const auto out = Probe("STFT", 20)
                             .input(Tensor::of<float>({1, 3}, {1, 2, 4}))
                             .input(Tensor::scalar<std::int64_t>(1))
                             .input(Tensor::of<float>({2}, {1, 1}))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{1, 2, 2, 2}));
        QVERIFY(near(out[0], {3, 0, -1, 0, 6, 0, -2, 0}));
    }

    void stftRejects() {
        const Tensor signal = Tensor::of<float>({1, 4, 1}, {1, 2, 3, 4});
        const auto refused = [&](std::int64_t step, std::int64_t length, bool known) {
            return !Probe("STFT", 17)
                        .input(signal, known)
                        .input(Tensor::scalar(step), known)
                        .omitted()
                        .input(Tensor::scalar(length), known)
                        .run();
        };
        for (const bool known : {true, false}) {
            QVERIFY(refused(0, 4, known));
            QVERIFY(refused(-1, 4, known));
            QVERIFY(refused(1, 5, known));
            QVERIFY(refused(1, 0, known));
            QVERIFY(!refused(1, 4, known));
        }
        QVERIFY(!Probe("STFT", 17).input(signal).input(Tensor::scalar<std::int64_t>(1)).run());
    }

    void windows_data() {
        QTest::addColumn<QString>("op");
        QTest::addColumn<bool>("periodic");
        QTest::addColumn<QVector<double>>("expected");
        QTest::newRow("hann") << "HannWindow" << true << QVector<double>{0, 0.5, 1, 0.5};
        QTest::newRow("hann symmetric") << "HannWindow" << false << QVector<double>{0, 0.75, 0.75, 0};
        QTest::newRow("hamming") << "HammingWindow" << true
                                 << QVector<double>{4 / 46.0, 25 / 46.0, 1, 25 / 46.0};
        QTest::newRow("blackman") << "BlackmanWindow" << true << QVector<double>{0, 0.34, 1, 0.34};
        QTest::newRow("blackman symmetric") << "BlackmanWindow" << false << QVector<double>{0, 0.63, 0.63, 0};
        QTest::newRow("one") << "HannWindow" << false << QVector<double>{1};
    }

    void windows() {
        QFETCH(QString, op);
        QFETCH(bool, periodic);
        QFETCH(QVector<double>, expected);
        for (const std::int64_t type : {1, 11}) {
            const auto out =
                Probe(op.toStdString(), 17)
                    .attribute("periodic", std::int64_t(periodic ? 1 : 0))
                    .attribute("output_datatype", type)
                    .input(Tensor::scalar<std::int32_t>(static_cast<std::int32_t>(expected.size())))
                    .run();
            QVERIFY2(out, out.text());
            QCOMPARE(static_cast<std::int64_t>(out[0].dtype()), type);
            QVERIFY(near(out[0], std::vector<double>(expected.begin(), expected.end()), 1e-6));
        }
        QVERIFY(!Probe(op.toStdString(), 17).input(Tensor::scalar<std::int64_t>(-1), false).run());
        QVERIFY(!Probe(op.toStdString(), 17).input(Tensor::scalar<std::int64_t>(INT64_MAX), false).run());
    }

    // 2 filters over 9 bins at 1600 Hz.
    void melWeights() {
        const auto probe = [](double upper) {
            return Probe("MelWeightMatrix", 17)
                .input(Tensor::scalar<std::int64_t>(2))
                .input(Tensor::scalar<std::int64_t>(16))
                .input(Tensor::scalar<std::int64_t>(1600))
                .input(Tensor::scalar(0.0f))
                .input(Tensor::scalar(static_cast<float>(upper)));
        };
        const auto out = probe(800).run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{9, 2}));
        // Edges of 4 equal mel steps to 800 Hz: 0, 147, 325, 540 Hz, bins 0, 1, 3, 5.
        QVERIFY(near(out[0], {0, 0, 1, 0, 0.5, 0.5, 0, 1, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0}, 1e-6));
        QVERIFY(!probe(1e9).run());
    }
};

EDGEWRIGHT_TEST(SignalTest)

} // namespace edgewright::signal_test

#include "signal_test.moc"
