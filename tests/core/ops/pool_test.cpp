// SPDX-License-Identifier: GPL-3.0-or-later
// Pools against loops over the definition.
#include "core/kernels/isa.h"
#include "tests/core/ops/code_tensors.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::pool_test {

using namespace edgewright::test;

namespace {

struct Config {
    Ints in, kernel, stride, dilation, begin, end;
    bool ceil = false;
};

Config randomConfig(std::mt19937& engine) {
    Config c;
    const std::size_t axes = 1 + engine() % 3;
    c.ceil = engine() % 2 == 0;
    for (std::size_t i = 0; i < axes; ++i) {
        c.kernel.push_back(1 + engine() % 4);
        c.stride.push_back(1 + engine() % 3);
        c.dilation.push_back(1 + engine() % 2);
        const std::int64_t reach = c.dilation[i] * (c.kernel[i] - 1) + 1;
        c.in.push_back(reach + engine() % 7);
        c.begin.push_back(std::int64_t(engine() % 3) % c.kernel[i]);
        c.end.push_back(std::int64_t(engine() % 3) % c.kernel[i]);
    }
    return c;
}

Ints outExtents(const Config& c) {
    Ints out;
    for (std::size_t i = 0; i < c.in.size(); ++i) {
        const std::int64_t room = c.in[i] + c.begin[i] + c.end[i] - (c.dilation[i] * (c.kernel[i] - 1) + 1);
        std::int64_t extent = (c.ceil ? (room + c.stride[i] - 1) / c.stride[i] : room / c.stride[i]) + 1;
        if (c.ceil && (extent - 1) * c.stride[i] >= c.in[i] + c.begin[i]) --extent;
        out.push_back(extent);
    }
    return out;
}

// visit(flat output, flat input or -1, inside padded input) for every tap of every window of one plane.
template <typename Visit>
void eachTap(const Config& c, const Ints& out, Visit visit) {
    for (std::int64_t o = 0; o < product(out); ++o) {
        const Ints at = unflatten(o, out);
        for (std::int64_t k = 0; k < product(c.kernel); ++k) {
            const Ints tap = unflatten(k, c.kernel);
            std::int64_t flat = 0;
            bool inside = true, padded = true;
            for (std::size_t i = 0; i < at.size(); ++i) {
                const std::int64_t p = at[i] * c.stride[i] - c.begin[i] + tap[i] * c.dilation[i];
                inside = inside && p >= 0 && p < c.in[i];
                padded = padded && p >= -c.begin[i] && p < c.in[i] + c.end[i];
                flat = flat * c.in[i] + p;
            }
            visit(o, inside ? flat : -1, padded);
        }
    }
}

Probe probeFor(const char* op, std::int64_t opset, const Config& c, const ir::Tensor& x) {
    Probe probe(op, opset);
    Ints pads = c.begin;
    pads.insert(pads.end(), c.end.begin(), c.end.end());
    probe.input(x)
        .attribute("kernel_shape", c.kernel)
        .attribute("strides", c.stride)
        .attribute("dilations", c.dilation);
    probe.attribute("pads", pads).attribute("ceil_mode", std::int64_t(c.ceil));
    return probe;
}

Ints shape(const Ints& spatial) {
    Ints dims{2, 3};
    dims.insert(dims.end(), spatial.begin(), spatial.end());
    return dims;
}

} // namespace

class PoolTest : public QObject {
    Q_OBJECT
private slots:
    void average() {
        std::mt19937 engine(1);
        for (int round = 0; round < 200; ++round) {
            const Config c = randomConfig(engine);
            const Ints out = outExtents(c);
            const auto x = randomTensor(engine, shape(c.in));
            const bool padsToo = round % 2 == 1;
            const auto result =
                probeFor("AveragePool", 19, c, x).attribute("count_include_pad", std::int64_t(padsToo)).run();
            QVERIFY2(result, result.text());
            QCOMPARE(result[0].dims(), shape(out));
            for (std::int64_t plane = 0; plane < 6; ++plane) {
                std::vector<double> sum(std::size_t(product(out))), count(sum.size());
                eachTap(c, out, [&](std::int64_t o, std::int64_t i, bool padded) {
                    if (i >= 0)
                        sum[std::size_t(o)] += double(x.as<float>()[std::size_t(plane * product(c.in) + i)]);
                    if (padsToo ? padded : i >= 0) count[std::size_t(o)] += 1;
                });
                for (std::size_t o = 0; o < sum.size(); ++o) {
                    const double expected = count[o] > 0 ? sum[o] / count[o] : 0.0;
                    const double actual = double(result[0].as<float>()[std::size_t(plane) * sum.size() + o]);
                    QVERIFY2(std::abs(actual - expected) < 1e-5,
                             qPrintable(QStringLiteral("%1: %2 %3").arg(round).arg(actual).arg(expected)));
                }
            }
        }
    }
    void maximumAndIndices() {
        std::mt19937 engine(2);
        for (int round = 0; round < 200; ++round) {
            const Config c = randomConfig(engine);
            const Ints out = outExtents(c);
            const auto x = randomTensor(engine, shape(c.in));
            const bool columns = round % 3 == 0;
            const auto plain = probeFor("MaxPool", 12, c, x).threads(2).run();
            const auto result = probeFor("MaxPool", 12, c, x)
                                    .outputs(2)
                                    .attribute("storage_order", std::int64_t(columns))
                                    .run();
            QVERIFY2(plain, plain.text());
            QVERIFY2(result, result.text());
            const std::int64_t planeIn = product(c.in);
            for (std::int64_t plane = 0; plane < 6; ++plane) {
                std::vector<float> best(std::size_t(product(out)), std::numeric_limits<float>::lowest());
                std::vector<std::int64_t> where(best.size(), -1);
                eachTap(c, out, [&](std::int64_t o, std::int64_t i, bool) {
                    if (i < 0 || !(x.as<float>()[std::size_t(plane * planeIn + i)] > best[std::size_t(o)]))
                        return;
                    best[std::size_t(o)] = x.as<float>()[std::size_t(plane * planeIn + i)];
                    where[std::size_t(o)] = i;
                });
                for (std::size_t o = 0; o < best.size(); ++o) {
                    const std::size_t at = std::size_t(plane) * best.size() + o;
                    QCOMPARE(plain[0].as<float>()[at], best[o]);
                    QCOMPARE(result[0].as<float>()[at], best[o]);
                    if (where[o] < 0) continue;
                    std::int64_t flat = where[o];
                    if (columns) {
                        const Ints p = unflatten(flat, c.in);
                        flat = 0;
                        for (std::size_t i = p.size(); i-- > 0;)
                            flat = flat * c.in[i] + p[i];
                    }
                    QCOMPARE(result[1].as<std::int64_t>()[at], plane * planeIn + flat);
                }
            }
        }
    }
    // 8-bit codes of both kinds, narrow and wide, by every instruction set.
    void maximumOfCodes() {
        std::mt19937 engine(4);
        const kernels::Isa before = kernels::isaInUse();
        for (const kernels::Isa isa : kernels::available())
            for (int round = 0; round < 120; ++round) {
                Config c = randomConfig(engine);
                if (round % 3 == 0) c.in.back() += engine() % 300;
                const Ints out = outExtents(c);
                const auto compare = [&]<typename T>(std::type_identity<T>) {
                    const auto x = noise<T>(shape(c.in), static_cast<std::uint32_t>(round));
                    kernels::useIsa(isa);
                    const auto result = probeFor("MaxPool", 12, c, x).threads(2).run();
                    kernels::useIsa(before);
                    QVERIFY2(result, result.text());
                    std::vector<T> expected;
                    for (std::int64_t plane = 0; plane < 6; ++plane) {
                        std::vector<T> best(std::size_t(product(out)), std::numeric_limits<T>::lowest());
                        eachTap(c, out, [&](std::int64_t o, std::int64_t i, bool) {
                            if (i < 0) return;
                            T& most = best[std::size_t(o)];
                            most = std::max(most, x.template as<T>()[std::size_t(plane * product(c.in) + i)]);
                        });
                        expected.insert(expected.end(), best.begin(), best.end());
                    }
                    QCOMPARE(elements<T>(result[0]), expected);
                };
                compare(std::type_identity<std::uint8_t>());
                compare(std::type_identity<std::int8_t>());
            }
    }
    void lp() {
        std::mt19937 engine(3);
        for (int round = 0; round < 40; ++round) {
            const Config c = randomConfig(engine);
            const Ints out = outExtents(c);
            const auto x = randomTensor(engine, shape(c.in));
            const auto result = probeFor("LpPool", 18, c, x).attribute("p", std::int64_t(3)).run();
            QVERIFY2(result, result.text());
            std::vector<double> sum(std::size_t(product(out)));
            eachTap(c, out, [&](std::int64_t o, std::int64_t i, bool) {
                if (i >= 0)
                    sum[std::size_t(o)] += std::pow(std::abs(double(x.as<float>()[std::size_t(i)])), 3.0);
            });
            for (std::size_t o = 0; o < sum.size(); ++o)
                QVERIFY(std::abs(double(result[0].as<float>()[o]) - std::cbrt(sum[o])) < 1e-4);
        }
    }
    void autoPad() {
        // 5 elements, stride 2: three outputs; one pad, at the end or at the beginning.
        const auto x = ir::Tensor::of<float>({1, 1, 6}, {1, 2, 3, 4, 5, 6});
        const auto with = [&](const char* mode, std::int64_t kernel) {
            const auto result = Probe("MaxPool", 12)
                                    .input(x)
                                    .attribute("kernel_shape", Ints{kernel})
                                    .attribute("strides", Ints{2})
                                    .attribute("auto_pad", std::string(mode))
                                    .run();
            return result ? Floats(result[0].as<float>().begin(), result[0].as<float>().end()) : Floats();
        };
        QCOMPARE(with("SAME_UPPER", 3), (Floats{3, 5, 6}));
        QCOMPARE(with("SAME_LOWER", 3), (Floats{2, 4, 6}));
        QCOMPARE(with("VALID", 3), (Floats{3, 5}));
    }
    void integersAndGlobals() {
        const auto bytes = Probe("MaxPool", 12)
                               .input(ir::Tensor::of<std::int8_t>({1, 1, 4}, {-5, -3, -128, 7}))
                               .attribute("kernel_shape", Ints{2})
                               .attribute("strides", Ints{2})
                               .run();
        QVERIFY2(bytes, bytes.text());
        QCOMPARE(int(bytes[0].as<std::int8_t>()[0]), -3);
        QCOMPARE(int(bytes[0].as<std::int8_t>()[1]), 7);
        const auto x = ir::Tensor::of<float>({1, 2, 2, 2}, {1, 2, 3, 4, -1, -2, -3, -5});
        const auto mean = Probe("GlobalAveragePool", 1).input(x).run();
        QVERIFY2(mean, mean.text());
        QCOMPARE(mean[0].dims(), (ir::Dims{1, 2, 1, 1}));
        QCOMPARE(mean[0].as<float>()[0], 2.5f);
        QCOMPARE(mean[0].as<float>()[1], -2.75f);
        const auto highest = Probe("GlobalMaxPool", 1).input(x).run();
        QCOMPARE(highest[0].as<float>()[0], 4.0f);
        QCOMPARE(highest[0].as<float>()[1], -1.0f);
    }
    void unpoolingPutsElementsBack() {
        std::mt19937 engine(6);
        const auto x = randomTensor(engine, {2, 2, 4, 6});
        const auto pooled = Probe("MaxPool", 12)
                                .input(x)
                                .outputs(2)
                                .attribute("kernel_shape", Ints{2, 2})
                                .attribute("strides", Ints{2, 2})
                                .run();
        QVERIFY2(pooled, pooled.text());
        const auto unpool = [&](bool larger) {
            Probe probe("MaxUnpool", 11);
            probe.input(pooled[0])
                .input(pooled[1])
                .attribute("kernel_shape", Ints{2, 2})
                .attribute("strides", Ints{2, 2});
            if (larger) probe.input(ir::Tensor::of<std::int64_t>({4}, {2, 2, 5, 7}));
            return probe.run();
        };
        const auto same = unpool(false);
        const auto larger = unpool(true);
        QVERIFY2(same, same.text());
        QVERIFY2(larger, larger.text());
        QCOMPARE(same[0].dims(), x.dims());
        for (std::int64_t i = 0; i < x.elements(); ++i) {
            const auto indices = pooled[1].as<std::int64_t>();
            const bool kept = std::find(indices.begin(), indices.end(), i) != indices.end();
            const float expected = kept ? x.as<float>()[std::size_t(i)] : 0.0f;
            QCOMPARE(same[0].as<float>()[std::size_t(i)], expected);
            const std::int64_t moved = (i / 24 * 5 + i / 6 % 4) * 7 + i % 6;
            QCOMPARE(larger[0].as<float>()[std::size_t(moved)], expected);
        }
        const auto outside = ir::Tensor::of<std::int64_t>({1, 1, 1}, {9});
        QVERIFY(!Probe("MaxUnpool", 11)
                     .input(ir::Tensor::of<float>({1, 1, 1}, {1}))
                     .input(outside)
                     .attribute("kernel_shape", Ints{2})
                     .run());
    }
    void hostileAttributes() {
        const ir::TensorType x(ir::DataType::Float32, ir::Dims{1, 1, 8, 8});
        QVERIFY(!Probe("MaxPool", 12).typed(x).infer());
        for (const Ints& kernel :
             {Ints{0, 1}, Ints{-1, 2}, Ints{9, 1}, Ints{3}, Ints{INT64_MAX, INT64_MAX}, Ints{100000, 100000}})
            QVERIFY(!Probe("AveragePool", 12).typed(x).attribute("kernel_shape", kernel).infer());
        QVERIFY(!Probe("MaxPool", 12)
                     .typed(x)
                     .attribute("kernel_shape", Ints{2, 2})
                     .attribute("strides", Ints{0, 0})
                     .infer());
        QVERIFY(!Probe("MaxPool", 12)
                     .typed(x)
                     .attribute("kernel_shape", Ints{2, 2})
                     .attribute("auto_pad", std::string("X"))
                     .infer());
    }
};

EDGEWRIGHT_TEST(PoolTest)

} // namespace edgewright::pool_test

#include "pool_test.moc"
