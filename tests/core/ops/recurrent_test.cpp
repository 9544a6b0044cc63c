// SPDX-License-Identifier: GPL-3.0-or-later
// LSTM, GRU and RNN against scalar loops over the equations of the standard.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::recurrent_test {

using namespace edgewright::test;

namespace {

struct Net {
    std::int64_t steps = 4, batch = 3, input = 5, hidden = 6, directions = 1, gates = 4;
    ir::Tensor x = {}, w = {}, r = {}, b = {}, lengths = {}, h0 = {}, c0 = {}, p = {};
    std::vector<std::int64_t> length = {};
};

// Of the extents that `n` has.
Net randomNet(std::mt19937& engine, std::int64_t gates, std::int64_t directions, Net n = {}) {
    n.gates = gates;
    n.directions = directions;
    n.x = randomTensor(engine, {n.steps, n.batch, n.input});
    n.w = randomTensor(engine, {directions, gates * n.hidden, n.input});
    n.r = randomTensor(engine, {directions, gates * n.hidden, n.hidden});
    n.b = randomTensor(engine, {directions, 2 * gates * n.hidden});
    n.h0 = randomTensor(engine, {directions, n.batch, n.hidden});
    n.c0 = randomTensor(engine, {directions, n.batch, n.hidden});
    n.p = randomTensor(engine, {directions, 3 * n.hidden});
    n.lengths = ir::Tensor::of<std::int32_t>({3}, {4, 2, 3});
    n.length = {4, 2, 3};
    return n;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double at(const ir::Tensor& t, std::int64_t index) { return double(t.as<float>()[std::size_t(index)]); }

struct Features {
    bool bias = false, lengths = false, states = false, peepholes = false, coupled = false, linear = false;
    double clip = 0;
};

double clipped(double x, double clip) { return clip > 0 ? std::max(-clip, std::min(clip, x)) : x; }

// x_t * W^T + Wb, one gate of one unit.
double fromInput(const Net& n, const Features& f, std::int64_t d, std::int64_t t, std::int64_t b,
                 std::int64_t row) {
    double sum = f.bias ? at(n.b, d * 2 * n.gates * n.hidden + row) : 0;
    for (std::int64_t i = 0; i < n.input; ++i)
        sum += at(n.x, (t * n.batch + b) * n.input + i) * at(n.w, (d * n.gates * n.hidden + row) * n.input + i);
    return sum;
}

double recurrentBias(const Net& n, const Features& f, std::int64_t d, std::int64_t row) {
    return f.bias ? at(n.b, (d * 2 + 1) * n.gates * n.hidden + row) : 0;
}

// h * R^T, one gate of one unit.
double fromState(const Net& n, std::int64_t d, std::int64_t row, const std::vector<double>& h) {
    double sum = 0;
    for (std::int64_t i = 0; i < n.hidden; ++i)
        sum += h[std::size_t(i)] * at(n.r, (d * n.gates * n.hidden + row) * n.hidden + i);
    return sum;
}

// y [steps, directions, batch, hidden], and the last states [directions, batch, hidden].
struct Expected {
    std::vector<double> y, h, c;
};

template <typename Cell>
Expected walk(const Net& n, const Features& f, const std::string& direction, Cell cell) {
    Expected e;
    e.y.assign(std::size_t(n.steps * n.directions * n.batch * n.hidden), 0);
    for (std::int64_t d = 0; d < n.directions; ++d)
        for (std::int64_t b = 0; b < n.batch; ++b) {
            std::vector<double> h(std::size_t(n.hidden), 0), c(std::size_t(n.hidden), 0);
            for (std::int64_t i = 0; f.states && i < n.hidden; ++i) {
                h[std::size_t(i)] = at(n.h0, (d * n.batch + b) * n.hidden + i);
                c[std::size_t(i)] = at(n.c0, (d * n.batch + b) * n.hidden + i);
            }
            const std::int64_t length = f.lengths ? n.length[std::size_t(b)] : n.steps;
            const bool backwards = direction == "reverse" || d == 1;
            for (std::int64_t i = 0; i < length; ++i) {
                const std::int64_t t = backwards ? length - 1 - i : i;
                cell(d, t, b, h, c);
                for (std::int64_t u = 0; u < n.hidden; ++u)
                    e.y[std::size_t(((t * n.directions + d) * n.batch + b) * n.hidden + u)] = h[std::size_t(u)];
            }
            e.h.insert(e.h.end(), h.begin(), h.end());
            e.c.insert(e.c.end(), c.begin(), c.end());
        }
    return e;
}

bool near(const ir::Tensor& actual, const std::vector<double>& expected) {
    if (actual.elements() != std::int64_t(expected.size())) return false;
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (!(std::abs(at(actual, std::int64_t(i)) - expected[i]) < 2e-5)) return false;
    return true;
}

Probe probeFor(const char* op, const Net& n, const Features& f, const std::string& direction) {
    Probe probe(op, 14);
    probe.attribute("hidden_size", n.hidden).attribute("direction", direction);
    if (f.clip > 0) probe.attribute("clip", float(f.clip));
    probe.input(n.x).input(n.w).input(n.r);
    f.bias ? probe.input(n.b) : probe.omitted();
    f.lengths ? probe.input(n.lengths) : probe.omitted();
    f.states ? probe.input(n.h0) : probe.omitted();
    return probe;
}

Features featuresOf(unsigned mask) {
    Features f;
    f.bias = mask & 1;
    f.lengths = mask & 2;
    f.states = mask & 4;
    f.peepholes = mask & 8;
    f.coupled = f.linear = mask & 16;
    f.clip = mask & 32 ? 0.4 : 0;
    return f;
}

} // namespace

class RecurrentTest : public QObject {
    Q_OBJECT
private slots:
    void everyDirection_data() {
        QTest::addColumn<QString>("direction");
        for (const char* each : {"forward", "reverse", "bidirectional"})
            QTest::newRow(each) << QString::fromLatin1(each);
    }
    void everyDirection() {
        QFETCH(QString, direction);
        std::mt19937 engine(1);
        const std::int64_t directions = direction == QLatin1String("bidirectional") ? 2 : 1;
        for (unsigned mask = 0; mask < 64; ++mask) {
            const Features f = featuresOf(mask);
            checkLstm(randomNet(engine, 4, directions), f, direction.toStdString());
            checkGru(randomNet(engine, 3, directions), f, direction.toStdString());
            checkRnn(randomNet(engine, 1, directions), f, direction.toStdString());
            if (QTest::currentTestFailed()) return;
        }
    }
    // Large enough to be shared out: directions, products of all steps, rows of the recurrence.
    void onSeveralThreads_data() {
        QTest::addColumn<std::int64_t>("batch");
        QTest::addColumn<std::int64_t>("hidden");
        QTest::addRow("states as rows") << std::int64_t(2) << std::int64_t(300);
        QTest::addRow("states as a matrix") << std::int64_t(5) << std::int64_t(65);
    }
    void onSeveralThreads() {
        QFETCH(std::int64_t, batch);
        QFETCH(std::int64_t, hidden);
        std::mt19937 engine(3);
        const Net extents{.batch = batch, .input = 33, .hidden = hidden};
        for (const auto& [op, gates] : {std::pair("LSTM", 4), std::pair("GRU", 3), std::pair("RNN", 1)})
            for (const std::int64_t directions : {1, 2}) {
                const Net n = randomNet(engine, gates, directions, extents);
                Features f;
                f.bias = f.states = true;
                Probe probe = probeFor(op, n, f, directions == 2 ? "bidirectional" : "forward");
                const auto alone = probe.outputs(2).run();
                const auto together = probe.threads(3).run();
                QVERIFY2(alone, alone.text());
                QVERIFY2(together, together.text());
                for (std::size_t i = 0; i < 2; ++i)
                    QVERIFY(std::ranges::equal(alone[i].bytes(), together[i].bytes()));
            }
    }
    void largeLayers() {
        std::mt19937 engine(6);
        Features f;
        f.bias = true;
        for (const std::int64_t hidden : {16, 37}) { // whole vectors of rows, and some more
            const Net extents{.batch = 1, .input = 35, .hidden = hidden};
            const auto net = [&](std::int64_t gates) {
                Net n = randomNet(engine, gates, 2, extents);
                for (float& each : n.r.as<float>())
                    each /= 4; // sums stay where the gates are not flat
                return n;
            };
            checkLstm(net(4), f, "bidirectional");
            checkGru(net(3), f, "bidirectional");
            checkRnn(net(1), f, "bidirectional");
        }
    }
    void layoutOneSwapsBatchAndTime() {
        std::mt19937 engine(2);
        const Net n = randomNet(engine, 3, 2);
        auto swapped = ir::Tensor::allocate(ir::DataType::Float32, {n.batch, n.steps, n.input});
        for (std::int64_t t = 0; t < n.steps; ++t)
            for (std::int64_t b = 0; b < n.batch; ++b)
                for (std::int64_t i = 0; i < n.input; ++i)
                    swapped->as<float>()[std::size_t((b * n.steps + t) * n.input + i)] =
                        n.x.as<float>()[std::size_t((t * n.batch + b) * n.input + i)];
        const auto probe = [&](const ir::Tensor& x, std::int64_t layout) {
            return Probe("GRU", 14)
                .input(x)
                .input(n.w)
                .input(n.r)
                .attribute("hidden_size", n.hidden)
                .attribute("direction", std::string("bidirectional"))
                .attribute("layout", layout)
                .outputs(2)
                .run();
        };
        const auto normal = probe(n.x, 0);
        const auto batchFirst = probe(*swapped, 1);
        QVERIFY2(normal, normal.text());
        QVERIFY2(batchFirst, batchFirst.text());
        QCOMPARE(batchFirst[0].dims(), (ir::Dims{n.batch, n.steps, 2, n.hidden}));
        QCOMPARE(batchFirst[1].dims(), (ir::Dims{n.batch, 2, n.hidden}));
        for (std::int64_t t = 0; t < n.steps; ++t)
            for (std::int64_t d = 0; d < 2; ++d)
                for (std::int64_t b = 0; b < n.batch; ++b)
                    for (std::int64_t i = 0; i < n.hidden; ++i) {
                        QCOMPARE(at(batchFirst[0], ((b * n.steps + t) * 2 + d) * n.hidden + i),
                                 at(normal[0], ((t * 2 + d) * n.batch + b) * n.hidden + i));
                        QCOMPARE(at(batchFirst[1], (b * 2 + d) * n.hidden + i),
                                 at(normal[1], (d * n.batch + b) * n.hidden + i));
                    }
    }
    void namedActivations() {
        std::mt19937 engine(4);
        const Net n = randomNet(engine, 1, 1);
        const auto result = Probe("RNN", 14)
                                .input(n.x)
                                .input(n.w)
                                .input(n.r)
                                .attribute("hidden_size", n.hidden)
                                .attribute("activations", std::vector<std::string>{"leakyRELU"})
                                .attribute("activation_alpha", Floats{0.25f})
                                .run();
        QVERIFY2(result, result.text());
        const Expected e = walk(n, {}, "forward", [&](auto d, auto t, auto b, auto& h, auto&) {
            std::vector<double> next;
            for (std::int64_t u = 0; u < n.hidden; ++u) {
                const double sum = fromInput(n, {}, d, t, b, u) + fromState(n, d, u, h);
                next.push_back(sum < 0 ? 0.25 * sum : sum);
            }
            h = next;
        });
        QVERIFY(near(result[0], e.y));
        QVERIFY(!Probe("RNN", 14)
                     .input(n.x)
                     .input(n.w)
                     .input(n.r)
                     .attribute("activations", std::vector<std::string>{"Sine"})
                     .run());
        QVERIFY(!Probe("RNN", 14)
                     .input(n.x)
                     .input(n.w)
                     .input(n.r)
                     .attribute("activations", std::vector<std::string>{"Tanh", "Tanh"})
                     .run());
    }
    void badShapes() {
        std::mt19937 engine(5);
        const Net n = randomNet(engine, 4, 1);
        QVERIFY(!Probe("LSTM", 14).input(n.x).input(n.w).input(n.w).run());
        QVERIFY(!Probe("LSTM", 14)
                     .input(n.x)
                     .input(n.w)
                     .input(n.r)
                     .attribute("hidden_size", std::int64_t(7))
                     .run());
        QVERIFY(!Probe("LSTM", 14)
                     .input(n.x)
                     .input(n.w)
                     .input(n.r)
                     .attribute("direction", std::string("up"))
                     .run());
        QVERIFY(!Probe("LSTM", 14)
                     .input(n.x)
                     .input(n.w)
                     .input(n.r)
                     .attribute("direction", std::string("bidirectional"))
                     .run());
        const auto tooLong = ir::Tensor::of<std::int32_t>({3}, {4, 5, 3});
        QVERIFY(!Probe("LSTM", 14).input(n.x).input(n.w).input(n.r).omitted().input(tooLong).run());
    }

private:
    static void checkLstm(const Net& n, const Features& f, const std::string& direction) {
        Probe probe = probeFor("LSTM", n, f, direction);
        f.states ? probe.input(n.c0) : probe.omitted();
        if (f.peepholes) probe.input(n.p);
        const auto result = probe.attribute("input_forget", std::int64_t(f.coupled)).outputs(3).run();
        QVERIFY2(result, result.text());
        const Expected e = walk(n, f, direction, [&](auto d, auto t, auto b, auto& h, auto& c) {
            const auto gate = [&](std::int64_t g, std::int64_t u) {
                const std::int64_t row = g * n.hidden + u;
                return fromInput(n, f, d, t, b, row) + recurrentBias(n, f, d, row) + fromState(n, d, row, h);
            };
            const auto peep = [&](std::int64_t g, std::int64_t u) {
                return f.peepholes ? at(n.p, (d * 3 + g) * n.hidden + u) : 0.0;
            };
            std::vector<double> nextH, nextC;
            for (std::int64_t u = 0; u < n.hidden; ++u) {
                const double cell = c[std::size_t(u)];
                const double i = sigmoid(clipped(gate(0, u) + peep(0, u) * cell, f.clip));
                const double forget =
                    f.coupled ? 1 - i : sigmoid(clipped(gate(2, u) + peep(2, u) * cell, f.clip));
                const double next = forget * cell + i * std::tanh(clipped(gate(3, u), f.clip));
                const double o = sigmoid(clipped(gate(1, u) + peep(1, u) * next, f.clip));
                nextC.push_back(next);
                nextH.push_back(o * std::tanh(clipped(next, f.clip)));
            }
            h = nextH;
            c = nextC;
        });
        QVERIFY(near(result[0], e.y));
        QVERIFY(near(result[1], e.h));
        QVERIFY(near(result[2], e.c));
    }
    static void checkGru(const Net& n, const Features& f, const std::string& direction) {
        const auto result = probeFor("GRU", n, f, direction)
                                .attribute("linear_before_reset", std::int64_t(f.linear))
                                .outputs(2)
                                .run();
        QVERIFY2(result, result.text());
        const Expected e = walk(n, f, direction, [&](auto d, auto t, auto b, auto& h, auto&) {
            const auto gate = [&](std::int64_t g, std::int64_t u) {
                const std::int64_t row = g * n.hidden + u;
                return fromInput(n, f, d, t, b, row) + recurrentBias(n, f, d, row) + fromState(n, d, row, h);
            };
            std::vector<double> z, r, gated, next;
            for (std::int64_t u = 0; u < n.hidden; ++u) {
                z.push_back(sigmoid(clipped(gate(0, u), f.clip)));
                r.push_back(sigmoid(clipped(gate(1, u), f.clip)));
                gated.push_back(r.back() * h[std::size_t(u)]);
            }
            for (std::int64_t u = 0; u < n.hidden; ++u) {
                const std::int64_t row = 2 * n.hidden + u;
                const double in = fromInput(n, f, d, t, b, row);
                const double rb = recurrentBias(n, f, d, row);
                const double sum = f.linear ? in + r[std::size_t(u)] * (fromState(n, d, row, h) + rb)
                                            : in + fromState(n, d, row, gated) + rb;
                next.push_back((1 - z[std::size_t(u)]) * std::tanh(clipped(sum, f.clip)) +
                               z[std::size_t(u)] * h[std::size_t(u)]);
            }
            h = next;
        });
        QVERIFY(near(result[0], e.y));
        QVERIFY(near(result[1], e.h));
    }
    static void checkRnn(const Net& n, const Features& f, const std::string& direction) {
        const auto result = probeFor("RNN", n, f, direction).outputs(2).run();
        QVERIFY2(result, result.text());
        const Expected e = walk(n, f, direction, [&](auto d, auto t, auto b, auto& h, auto&) {
            std::vector<double> next;
            for (std::int64_t u = 0; u < n.hidden; ++u)
                next.push_back(std::tanh(clipped(
                    fromInput(n, f, d, t, b, u) + recurrentBias(n, f, d, u) + fromState(n, d, u, h), f.clip)));
            h = next;
        });
        QVERIFY(near(result[0], e.y));
        QVERIFY(near(result[1], e.h));
    }
};

EDGEWRIGHT_TEST(RecurrentTest)

} // namespace edgewright::recurrent_test

#include "recurrent_test.moc"
