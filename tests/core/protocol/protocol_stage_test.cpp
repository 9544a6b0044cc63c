// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of a stage as bytes: in every format, and what is not one.
#include "core/protocol/stage_frame.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace edgewright::protocol_stage_test {

using namespace edgewright::protocol;

namespace {

constexpr float Infinity = std::numeric_limits<float>::infinity();

StageFrame frameOf(const std::vector<float>& numbers) {
    return {9,
            0.5,
            {ir::Tensor::of<float>({static_cast<std::int64_t>(numbers.size())}, numbers),
             ir::Tensor::of<std::int32_t>({2, 1}, {-1, 7})}};
}
std::vector<float> received(const std::vector<float>& numbers, LinkFormat format) {
    const auto read = stageFrameOf(*contentOf(frameOf(numbers), format));
    if (!read) qFatal("%s", read.error().message.c_str());
    const auto elements = read->tensors[0].as<float>();
    return {elements.begin(), elements.end()};
}
// With the checksum that belongs to what was changed.
Content signedAnew(Content content) {
    const std::uint32_t crc = crcOf(std::span(content).first(content.size() - 4));
    std::memcpy(content.data() + content.size() - 4, &crc, 4);
    return content;
}

} // namespace

class ProtocolStageTest : public QObject {
    Q_OBJECT
private slots:
    void theChecksumIsTheUsualOne() { QCOMPARE(crcOf(std::as_bytes(std::span("123456789", 9))), 0xCBF43926u); }

    void framesComeBack() {
        const auto read = stageFrameOf(*contentOf(frameOf({1.5f, -2, 0}), LinkFormat::Exact));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->number, std::uint64_t(9));
        QCOMPARE(read->seconds, 0.5);
        QCOMPARE(read->tensors.size(), std::size_t(2));
        QVERIFY(read->tensors[1].dims() == (ir::Dims{2, 1}) && read->tensors[1].as<std::int32_t>()[1] == 7);
        const std::vector<float> any{1.5f, -2, 0, Infinity, 1e-40f, 3e38f};
        QVERIFY(received(any, LinkFormat::Exact) == any);
        QVERIFY(std::isnan(received({NAN}, LinkFormat::Exact)[0]));
        const auto none = stageFrameOf(*contentOf(StageFrame{}, LinkFormat::Half));
        QVERIFY(none && none->tensors.empty());
    }

    // Half of the last of 11 bits; half of one of 127 steps up to the largest.
    void fewerBitsAreNearest() {
        std::vector<float> numbers;
        for (int i = -500; i <= 500; ++i)
            numbers.push_back(static_cast<float>(i) * 0.01f);
        const auto halves = received(numbers, LinkFormat::Half), codes = received(numbers, LinkFormat::Codes);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            QVERIFY(std::abs(halves[i] - numbers[i]) <= std::abs(numbers[i]) / 2048 + 1e-7f);
            QVERIFY(std::abs(codes[i] - numbers[i]) <= 5.0f / 127 / 2 * 1.001f);
        }
        QVERIFY(halves != numbers && codes != numbers);
        QVERIFY(received({0, 0}, LinkFormat::Codes) == std::vector<float>(2, 0));
        const auto small = contentOf(frameOf(numbers), LinkFormat::Codes),
                   half = contentOf(frameOf(numbers), LinkFormat::Half),
                   exact = contentOf(frameOf(numbers), LinkFormat::Exact);
        QCOMPARE(exact->size() - half->size(), 2 * numbers.size());
        QCOMPARE(exact->size() - small->size(), 3 * numbers.size());
    }
    void whatAFormatCannotHoldGoesExactly() {
        const std::vector<float> large{1, 70000};
        QVERIFY(received(large, LinkFormat::Half) == large);
        const std::vector<float> infinite{1, Infinity};
        QVERIFY(received(infinite, LinkFormat::Codes) == infinite);
        QVERIFY(received(infinite, LinkFormat::Half) == infinite);
    }

    void everyChangedByteIsNoticed() {
        Content content = *contentOf(frameOf({1, 2, 3}), LinkFormat::Exact);
        for (std::byte& each : content) {
            each ^= std::byte{0x10};
            QVERIFY(!stageFrameOf(content));
            each ^= std::byte{0x10};
        }
        QVERIFY(stageFrameOf(content));
        for (std::size_t size = 0; size < content.size(); ++size)
            QVERIFY(!stageFrameOf(std::span(content).first(size)));
    }
    // Under a right checksum: no sizes that are not there, no types that are none.
    void hostileFramesAreRefused() {
        const Content content = *contentOf(frameOf({1, 2, 3}), LinkFormat::Exact);
        constexpr std::size_t Count = 16, Type = 20, Rank = 21, Format = 22, Scale = 23, Extent = 27;
        const auto changed = [&](std::size_t at, auto value) {
            Content other = content;
            std::memcpy(other.data() + at, &value, sizeof value);
            return signedAnew(std::move(other));
        };
        QVERIFY(stageFrameOf(signedAnew(content)));
        QVERIFY(!stageFrameOf(changed(8, -1.0)));
        QVERIFY(!stageFrameOf(changed(8, double(NAN))));
        for (const std::uint32_t count : {0u, 1u, 3u, 0xFFFFFFFFu})
            QVERIFY(!stageFrameOf(changed(Count, count)));
        for (const int type : {0, 8, 27, 255})
            QVERIFY(!stageFrameOf(changed(Type, static_cast<std::uint8_t>(type))));
        for (const int rank : {2, 64, 255})
            QVERIFY(!stageFrameOf(changed(Rank, static_cast<std::uint8_t>(rank))));
        for (const int format : {1, 2, 3, 255})
            QVERIFY(!stageFrameOf(changed(Format, static_cast<std::uint8_t>(format))));
        for (const float scale : {0.0f, -1.0f, NAN, Infinity})
            QVERIFY(!stageFrameOf(changed(Scale, scale)));
        for (const std::int64_t extent :
             {std::int64_t(-1), std::int64_t(4), std::int64_t(1) << 40, std::int64_t(1) << 62})
            QVERIFY(!stageFrameOf(changed(Extent, extent)));
    }

    void whatHasNoBytesIsNotSent() {
        const StageFrame strings{1, 0, {ir::Tensor::ofStrings({1}, {"a"})}};
        QCOMPARE(contentOf(strings, LinkFormat::Exact).error().code, ErrorCode::Unsupported);
        const StageFrame large{
            1, 0, {*ir::Tensor::allocate(ir::DataType::Float32, {std::int64_t(Link::MaxBytes) / 4})}};
        QCOMPARE(contentOf(large, LinkFormat::Exact).error().code, ErrorCode::Unsupported);
        QVERIFY(contentOf(large, LinkFormat::Half));
    }

    void formatsAreInTheirOrder() {
        for (const LinkFormatInfo& each : LinkFormats)
            QCOMPARE(static_cast<std::size_t>(each.format),
                     static_cast<std::size_t>(&each - LinkFormats.data()));
    }

    void ordersComeBack() {
        StageOrder order{.variant = {.name = "stage", .program = 0, .choice = {.threads = 2}},
                         .processors = {1, 3},
                         .credits = 5,
                         .format = LinkFormat::Codes};
        const auto read = stageOrderOf(contentOf(order));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(read->variant.choice.threads == 2 && read->processors == order.processors &&
                read->credits == 5 && read->format == LinkFormat::Codes);
        for (const std::uint32_t credits : {0u, MaxCredits + 1}) {
            order.credits = credits;
            QVERIFY(!stageOrderOf(contentOf(order)));
        }
    }
};

EDGEWRIGHT_TEST(ProtocolStageTest)

} // namespace edgewright::protocol_stage_test

#include "protocol_stage_test.moc"
