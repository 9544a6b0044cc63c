// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/feeds/feeds.h"

#include "core/ir/builder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <latch>
#include <stop_token>
#include <thread>

namespace edgewright::feeds_test {

using ir::DataType;

class FeedsTest : public QObject {
    Q_OBJECT

private slots:
    void sameSeedSameBytes() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, ir::Dims{64}});
        const ValueId n = builder.input("n", {DataType::Int64, ir::Dims{32}});
        const auto a = ir::seededFeeds(builder.graph(), 7);
        const auto b = ir::seededFeeds(builder.graph(), 7);
        const auto c = ir::seededFeeds(builder.graph(), 8);
        QVERIFY(a && b && c);
        for (const ValueId id : {x, n}) {
            const auto left = a->at(id).bytes();
            QCOMPARE(std::memcmp(left.data(), b->at(id).bytes().data(), left.size()), 0);
            QVERIFY(std::memcmp(left.data(), c->at(id).bytes().data(), left.size()) != 0);
        }
    }

    // Written down once: the bytes must never change from machine to machine or version to version.
    void pinnedValues() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float64, ir::Dims{1}});
        const auto feeds = ir::seededFeeds(builder.graph(), 5489);
        QVERIFY(feeds.has_value());
        // The first six outputs of mt19937_64 with its default seed 5489, halves summed.
        const std::uint64_t first[] = {14514284786278117030u, 4620546740167642908u, 13109570281517897720u,
                                       17462938647148434322u, 355488278567739596u,  7469126240319926998u};
        std::int64_t sum = -(std::int64_t(6) << 32);
        for (const std::uint64_t bits : first)
            sum += static_cast<std::int64_t>(bits >> 32) + static_cast<std::int64_t>(bits & 0xffffffffu);
        QCOMPARE(feeds->at(x).as<double>()[0], static_cast<double>(sum) / 4294967296.0);
    }

    void positionsThatAlwaysFit() { // an update as long as the cache can only go to 0
        ir::GraphBuilder builder;
        const ValueId cache = builder.input("cache", {DataType::Float32, ir::Dims{8, 4, 2}});
        const ValueId update = builder.input("update", {DataType::Float32, ir::Dims{8, 4, 2}});
        const ValueId at = builder.input("at", {DataType::Int64, ir::Dims{8}});
        const ValueId after = builder.input("after", {DataType::Int64, ir::Dims{32}});
        builder.output(builder.node("TensorScatter", {cache, update, at}));
        builder.output(builder.node("Neg", {after}));
        const auto feeds = ir::seededFeeds(builder.graph(), 7);
        QVERIFY(feeds.has_value());
        for (const std::int64_t position : feeds->at(at).as<std::int64_t>())
            QCOMPARE(position, std::int64_t(0));
        const auto others = feeds->at(after).as<std::int64_t>();
        QVERIFY(std::ranges::count(others, 1) > 0);
    }

    void momentsOfTheNormal() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, ir::Dims{100000}});
        const auto feeds = ir::seededFeeds(builder.graph(), 1);
        QVERIFY(feeds.has_value());
        double sum = 0;
        double squares = 0;
        int beyondTwo = 0;
        for (const float value : feeds->at(x).as<float>()) {
            sum += static_cast<double>(value);
            squares += static_cast<double>(value) * static_cast<double>(value);
            beyondTwo += std::abs(value) > 2;
        }
        QVERIFY(std::abs(sum / 1e5) < 0.02);
        QVERIFY(std::abs(squares / 1e5 - 1) < 0.03);
        QVERIFY(std::abs(beyondTwo / 1e5 - 0.0455) < 0.005);
    }

    void everyType() {
        ir::GraphBuilder builder;
        for (const DataType type : {DataType::Float16, DataType::BFloat16, DataType::Float64, DataType::Int8,
                                    DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int32,
                                    DataType::UInt32, DataType::Int64, DataType::UInt64, DataType::Bool})
            builder.input(std::string(ir::dataTypeName(type)), {type, ir::Dims{3, 5}});
        const auto feeds = ir::seededFeeds(builder.graph(), 3);
        QVERIFY(feeds.has_value());
        for (const ValueId id : builder.graph().inputs) {
            const ir::Tensor& tensor = feeds->at(id);
            for (std::int64_t i = 0; i < tensor.elements(); ++i) {
                const double value = ir::elementAsDouble(tensor, i);
                if (tensor.dtype() == DataType::Bool)
                    QCOMPARE(value, static_cast<double>(i % 2));
                else if (ir::isInteger(tensor.dtype()))
                    QVERIFY(value >= 0 && value < 2);
                else
                    QVERIFY(std::abs(value) <= 6);
            }
        }
    }

    // Text that is a number, and numbers of two parts.
    void stringsAndComplexNumbers() {
        ir::GraphBuilder builder;
        const ValueId words = builder.input("words", {DataType::String, ir::Dims{50}});
        const ValueId parts = builder.input("parts", {DataType::Complex64, ir::Dims{50}});
        const ValueId wide = builder.input("wide", {DataType::Complex128, ir::Dims{50}});
        const auto feeds = ir::seededFeeds(builder.graph(), 3), again = ir::seededFeeds(builder.graph(), 3);
        QVERIFY2(feeds && again, feeds ? "" : feeds.error().message.c_str());
        const auto strings = feeds->at(words).strings();
        QCOMPARE(strings.size(), std::size_t(50));
        for (const std::string& each : strings)
            QVERIFY2(!each.empty() && each.size() < 3 &&
                         std::ranges::all_of(each, [](char c) { return c >= '0' && c <= '9'; }),
                     each.c_str());
        QVERIFY(std::ranges::any_of(strings, [&](const std::string& each) { return each != strings.front(); }));
        QVERIFY(std::ranges::equal(strings, again->at(words).strings()));
        const auto numbers = [&](ValueId id, auto first) {
            std::vector<decltype(first)> values(feeds->at(id).bytes().size() / sizeof(first));
            std::memcpy(values.data(), feeds->at(id).bytes().data(), feeds->at(id).bytes().size());
            return values;
        };
        QCOMPARE(numbers(parts, 0.0f).size(), std::size_t(100));
        for (const float part : numbers(parts, 0.0f))
            QVERIFY(part != 0 && std::abs(part) <= 6);
        for (const double part : numbers(wide, 0.0))
            QVERIFY(part != 0 && std::abs(part) <= 6);
        QVERIFY(!ir::seededFeeds(builder.graph(), 3, {}, 60));
    }

    void sizeIsLimited() {
        ir::GraphBuilder builder;
        builder.input("a", {DataType::Float32, ir::Dims{1000}});
        builder.input("b", {DataType::Float32, ir::Dims{1000}});
        QVERIFY(ir::seededFeeds(builder.graph(), 1, {}, 8000).has_value());
        const auto feeds = ir::seededFeeds(builder.graph(), 1, {}, 7999);
        QVERIFY(!feeds);
        QCOMPARE(feeds.error().code, ErrorCode::BadInput);
        QVERIFY(feeds.error().message.find("input 'b'") != std::string::npos);
        QVERIFY(feeds.error().message.find("7999") != std::string::npos);
        builder.input("huge", {DataType::Float32, ir::Dims{1 << 20, 1 << 20}});
        QVERIFY(!ir::seededFeeds(builder.graph(), 1));
    }

    void stops() {
        ir::GraphBuilder builder;
        builder.input("x", {DataType::Float32, ir::Dims{64 << 20}}); // takes longer than asking to stop
        std::stop_source source;
        RunContext run;
        run.stop = source.get_token();
        std::latch begun(2);
        std::jthread stopper([&] {
            begun.arrive_and_wait();
            source.request_stop();
        });
        begun.arrive_and_wait();
        const auto feeds = ir::seededFeeds(builder.graph(), 1, run);
        QVERIFY(!feeds);
        QCOMPARE(feeds.error().code, ErrorCode::Cancelled);
    }

    void openShapeIsAnError() {
        ir::GraphBuilder builder;
        builder.input("picture",
                      {DataType::Float32, std::vector<ir::Dim>{ir::Dim::named("batch"), ir::Dim(3)}});
        const auto feeds = ir::seededFeeds(builder.graph(), 1);
        QVERIFY(!feeds);
        QCOMPARE(feeds.error().code, ErrorCode::BadInput);
        QVERIFY(feeds.error().message.find("picture") != std::string::npos);
        QVERIFY(feeds.error().message.find("batch") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(FeedsTest)

} // namespace edgewright::feeds_test

#include "feeds_test.moc"
