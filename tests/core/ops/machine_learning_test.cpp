// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace edgewright::machine_learning_test {

using namespace edgewright::test;

using Strings = std::vector<std::string>;

namespace {

constexpr const char* Domain = "ai.onnx.ml";

Probe ml(const char* op, std::int64_t opset = 1) { return Probe(op, opset, Domain); }

ir::Tensor floats(ir::Dims dims, const Floats& values) { return ir::Tensor::of(std::move(dims), values); }

bool near(const ir::Tensor& actual, const Floats& expected, float tolerance = 1e-5f) {
    const auto values = actual.as<float>();
    if (values.size() != expected.size()) return false;
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (!(std::abs(values[i] - expected[i]) <= tolerance)) {
            qWarning("element %zu is %g where %g is expected", i, double(values[i]), double(expected[i]));
            return false;
        }
    return true;
}

float sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }

// Tree 0: x0 <= 0.5 ? leaf 1 : (x1 < 2 ? leaf 3 : leaf 4); tree 1: a single leaf.
Probe twoTrees(const char* op, const std::string& prefix, const Ints& ids, const Floats& weights) {
    return ml(op)
        .attribute("nodes_treeids", Ints{0, 0, 0, 0, 0, 1})
        .attribute("nodes_nodeids", Ints{0, 1, 2, 3, 4, 0})
        .attribute("nodes_featureids", Ints{0, 0, 1, 0, 0, 0})
        .attribute("nodes_values", Floats{0.5f, 0, 2, 0, 0, 0})
        .attribute("nodes_modes", Strings{"BRANCH_LEQ", "LEAF", "BRANCH_LT", "LEAF", "LEAF", "LEAF"})
        .attribute("nodes_truenodeids", Ints{1, 0, 3, 0, 0, 0})
        .attribute("nodes_falsenodeids", Ints{2, 0, 4, 0, 0, 0})
        .attribute("nodes_missing_value_tracks_true", Ints{1, 0, 0, 0, 0, 0})
        .attribute(prefix + "_treeids", Ints{0, 0, 0, 1})
        .attribute(prefix + "_nodeids", Ints{1, 3, 4, 0})
        .attribute(prefix + "_ids", ids)
        .attribute(prefix + "_weights", weights);
}

const float NaN = std::numeric_limits<float>::quiet_NaN();

} // namespace

class MachineLearningTest : public QObject {
    Q_OBJECT
private slots:
    void regressesByTrees() {
        // Leaves 1, 3, 4 of tree 0 say 10, 20, 30, tree 1 says 4.
        const auto x = floats({5, 2}, {0.5f, 9, 1, 1, 1, 2, NaN, 2, 1, NaN});
        const auto run = [&](const char* aggregate, const Floats& base) {
            return twoTrees("TreeEnsembleRegressor", "target", {0, 0, 0, 0}, {10, 20, 30, 4})
                .attribute("aggregate_function", std::string(aggregate))
                .attribute("base_values", base)
                .input(x)
                .run();
        };
        const auto sum = run("SUM", {0.5f});
        QVERIFY2(sum, sum.text());
        QCOMPARE(sum[0].dims(), (ir::Dims{5, 1}));
        QVERIFY(near(sum[0], {14.5f, 24.5f, 34.5f, 14.5f, 34.5f}));
        QVERIFY(near(run("AVERAGE", {})[0], {7, 12, 17, 7, 17}));
        QVERIFY(near(run("MIN", {})[0], {4, 4, 4, 4, 4}));
        QVERIFY(near(run("MAX", {})[0], {10, 20, 30, 10, 30}));
        QVERIFY(!run("MEDIAN", {}));
        QVERIFY(!run("SUM", {1, 2}));
        const auto doubles = twoTrees("TreeEnsembleRegressor", "target", {0, 0, 0, 0}, {10, 20, 30, 4})
                                 .input(ir::Tensor::of<double>({1, 2}, {0.5000000001, 1}))
                                 .run();
        QVERIFY(near(doubles[0], {24}));
        const auto targets = twoTrees("TreeEnsembleRegressor", "target", {0, 1, 1, 1}, {10, 20, 30, 4})
                                 .attribute("n_targets", std::int64_t(2))
                                 .attribute("post_transform", std::string("LOGISTIC"))
                                 .input(floats({1, 2}, {0, 0}))
                                 .run();
        QVERIFY2(targets, targets.text());
        QVERIFY(near(targets[0], {sigmoid(10), sigmoid(4)}));
    }
    void classifiesByTrees() {
        const auto x = floats({2, 2}, {0, 0, 1, 5});
        const auto run = [&](const Ints& ids, const Floats& weights, const char* post, const Strings& labels) {
            return twoTrees("TreeEnsembleClassifier", "class", ids, weights)
                .attribute("classlabels_strings", labels)
                .attribute("post_transform", std::string(post))
                .input(x)
                .outputs(2)
                .run();
        };
        // Two classes, votes for one: positive weights are probabilities, others are margins.
        const auto positive = run({0, 0, 0, 0}, {0.25f, 0, 0.5f, 0.2f}, "NONE", {"no", "yes"});
        QVERIFY2(positive, positive.text());
        QCOMPARE(positive[0].strings(), (Strings{"no", "yes"}));
        QVERIFY(near(positive[1], {0.55f, 0.45f, 0.3f, 0.7f}));
        const auto margin = run({0, 0, 0, 0}, {-1, 0, 2, 0.5f}, "LOGISTIC", {"no", "yes"});
        QCOMPARE(margin[0].strings(), (Strings{"no", "yes"}));
        QVERIFY(near(margin[1], {sigmoid(0.5f), sigmoid(-0.5f), sigmoid(-2.5f), sigmoid(2.5f)}));
        const auto raw = run({0, 0, 0, 0}, {-1, 0, 2, 0.5f}, "NONE", {"no", "yes"});
        QVERIFY(near(raw[1], {0.5f, -0.5f, -2.5f, 2.5f}));
        // Votes for both: the larger one wins.
        const auto both = run({0, 0, 1, 1}, {0.7f, 0, 0.4f, 0.3f}, "NONE", {"no", "yes"});
        QCOMPARE(both[0].strings(), (Strings{"no", "yes"}));
        QVERIFY(near(both[1], {0.7f, 0.3f, 0, 0.7f}));
        const auto many = run({2, 0, 0, 1}, {3, 0, 2, 1}, "SOFTMAX", {"a", "b", "c"});
        QCOMPARE(many[0].strings(), (Strings{"c", "a"}));
        const float sum = std::exp(0.0f) + std::exp(1.0f) + std::exp(3.0f);
        QVERIFY(near(floats({3}, {many[1].as<float>()[0], many[1].as<float>()[1], many[1].as<float>()[2]}),
                     {1 / sum, std::exp(1.0f) / sum, std::exp(3.0f) / sum}));
        QVERIFY(!run({0, 0, 0, 3}, {1, 1, 1, 1}, "NONE", {"a", "b", "c"}));
        QVERIFY(!run({0, 0, 0, 0}, {1, 1, 1, 1}, "NONE", {}));
        QVERIFY(!run({0, 0, 0, 0}, {1, 1, 1, 1}, "none", {"a", "b"}));
    }
    void brokenTreesAreRefused() {
        const auto trees = [] {
            return twoTrees("TreeEnsembleRegressor", "target", {0, 0, 0, 0}, {1, 1, 1, 1});
        };
        const auto x = floats({1, 2}, {1, 5});
        QVERIFY(trees().input(x).run());
        QVERIFY(!trees().attribute("nodes_falsenodeids", Ints{2, 0, 2, 0, 0, 0}).input(x).run());
        QVERIFY(!trees().attribute("nodes_falsenodeids", Ints{0, 0, 4, 0, 0, 0}).input(x).run());
        QVERIFY(!trees().attribute("nodes_falsenodeids", Ints{7, 0, 4, 0, 0, 0}).input(x).run());
        QVERIFY(!trees().attribute("nodes_nodeids", Ints{0, 1, 2, 3, 3, 0}).input(x).run());
        QVERIFY(!trees().attribute("nodes_featureids", Ints{0, 0, -1, 0, 0, 0}).input(x).run());
        QVERIFY(!trees().attribute("nodes_featureids", Ints{0, 0, 2, 0, 0, 0}).input(x).run());
        QVERIFY(!trees().attribute("nodes_featureids", Ints{0, 0, INT64_MAX, 0, 0, 0}).input(x).run());
        QVERIFY(!trees().attribute("nodes_values", Floats{1}).input(x).run());
        QVERIFY(!trees().attribute("n_targets", INT64_MAX).input(x).run());
        QVERIFY(!trees().input(floats({1, 1, 2}, {1, 5})).run());
    }
    void linkedTrees() {
        const auto ensemble = [] {
            return ml("TreeEnsemble", 5)
                .attribute("n_targets", std::int64_t(2))
                .attribute("nodes_modes", ir::Tensor::of<std::uint8_t>({3}, {0, 6, 5}))
                .attribute("nodes_featureids", Ints{0, 1, 0})
                .attribute("nodes_splits", ir::Tensor::of<double>({3}, {1, 0, 4}))
                .attribute("nodes_truenodeids", Ints{0, 1, 2})
                .attribute("nodes_trueleafs", Ints{1, 1, 1})
                .attribute("nodes_falsenodeids", Ints{1, 2, 3})
                .attribute("nodes_falseleafs", Ints{0, 0, 1})
                .attribute("membership_values", ir::Tensor::of<double>({3}, {8, 7, std::nan("")}))
                .attribute("leaf_targetids", Ints{0, 1, 0, 1})
                .attribute("leaf_weights", ir::Tensor::of<double>({4}, {1.25, 2, 3, 4}))
                .attribute("tree_roots", Ints{0, 0});
        };
        const auto out = ensemble().input(ir::Tensor::of<double>({4, 2}, {1, 0, 2, 7, 2, 9, 4, 9})).run();
        QVERIFY2(out, out.text());
        const auto values = out[0].as<double>();
        QCOMPARE(std::vector<double>(values.begin(), values.end()),
                 (std::vector<double>{2.5, 0, 0, 4, 6, 0, 0, 8}));
        const auto x = ir::Tensor::of<double>({1, 2}, {1, 0});
        QVERIFY(!ensemble().attribute("nodes_falsenodeids", Ints{1, 0, 3}).input(x).run());
        QVERIFY(!ensemble().attribute("nodes_falsenodeids", Ints{1, 2, 4}).input(x).run());
        QVERIFY(!ensemble().attribute("tree_roots", Ints{3}).input(x).run());
        QVERIFY(!ensemble().attribute("leaf_targetids", Ints{0, 1, 0, 2}).input(x).run());
        QVERIFY(!ensemble().attribute("aggregate_function", std::int64_t(4)).input(x).run());
        QVERIFY(
            !ensemble().attribute("nodes_modes", ir::Tensor::of<std::uint8_t>({3}, {0, 7, 5})).input(x).run());
    }
    void linearModels() {
        const auto x = floats({2, 2}, {1, 2, -1, 0.5f});
        const auto regressed = ml("LinearRegressor")
                                   .attribute("coefficients", Floats{1, 2, 3, 4})
                                   .attribute("intercepts", Floats{0.5f, -1})
                                   .attribute("targets", std::int64_t(2))
                                   .input(x)
                                   .run();
        QVERIFY2(regressed, regressed.text());
        QVERIFY(near(regressed[0], {5.5f, 10, 0.5f, -2}));
        const auto one = ml("LinearRegressor")
                             .attribute("coefficients", Floats{1, 2})
                             .input(ir::Tensor::of<std::int64_t>({2}, {3, 4}))
                             .run();
        QCOMPARE(one[0].dims(), (ir::Dims{1, 1}));
        QVERIFY(near(one[0], {11}));
        QVERIFY(!ml("LinearRegressor").attribute("coefficients", Floats{1, 2, 3}).input(x).run());
        QVERIFY(!ml("LinearRegressor")
                     .attribute("coefficients", Floats{1})
                     .attribute("targets", INT64_MAX)
                     .input(x)
                     .run());

        const auto classified = ml("LinearClassifier")
                                    .attribute("coefficients", Floats{1, 0, 0, 1, -1, -1})
                                    .attribute("intercepts", Floats{0, 0, 0})
                                    .attribute("classlabels_ints", Ints{5, 6, 7})
                                    .input(x)
                                    .outputs(2)
                                    .run();
        QVERIFY2(classified, classified.text());
        QCOMPARE(ir::toInt64s(classified[0]), (Ints{6, 6}));
        QVERIFY(near(classified[1], {1, 2, -3, -1, 0.5f, 0.5f}));
        const auto two = ml("LinearClassifier")
                             .attribute("coefficients", Floats{1, 1})
                             .attribute("intercepts", Floats{-1})
                             .attribute("classlabels_strings", Strings{"n", "p"})
                             .attribute("post_transform", std::string("LOGISTIC"))
                             .input(x)
                             .outputs(2)
                             .run();
        QVERIFY2(two, two.text());
        QCOMPARE(two[0].strings(), (Strings{"p", "n"}));
        QVERIFY(near(two[1], {sigmoid(-2), sigmoid(2), sigmoid(1.5f), sigmoid(-1.5f)}));
    }
    void transformsScores_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QList<float>>("expected");
        const float e1 = std::exp(-0.5f);
        QTest::addRow("SOFTMAX") << QByteArray("SOFTMAX")
                                 << QList<float>{1 / (1 + e1 + std::exp(-0.75f)),
                                                 e1 / (1 + e1 + std::exp(-0.75f)),
                                                 std::exp(-0.75f) / (1 + e1 + std::exp(-0.75f))};
        QTest::addRow("LOGISTIC") << QByteArray("LOGISTIC")
                                  << QList<float>{sigmoid(0.75f), sigmoid(0.25f), sigmoid(0)};
        QTest::addRow("SOFTMAX_ZERO") << QByteArray("SOFTMAX_ZERO")
                                      << QList<float>{1 / (1 + e1), e1 / (1 + e1), 0};
        // Quantiles of the normal distribution; the approximation is exact to 2e-3.
        QTest::addRow("PROBIT") << QByteArray("PROBIT") << QList<float>{0.67449f, -0.67449f, -INFINITY};
    }
    void transformsScores() {
        QFETCH(QByteArray, name);
        QFETCH(QList<float>, expected);
        const auto out = ml("LinearRegressor")
                             .attribute("coefficients", Floats{0.75f, 0.25f, 0})
                             .attribute("targets", std::int64_t(3))
                             .attribute("post_transform", name.toStdString())
                             .input(floats({1, 1}, {1}))
                             .run();
        QVERIFY2(out, out.text());
        for (int i = 0; i < 3; ++i)
            if (std::isfinite(expected[i]))
                QVERIFY2(std::abs(out[0].as<float>()[std::size_t(i)] - expected[i]) < 3e-3f,
                         std::to_string(out[0].as<float>()[std::size_t(i)]).c_str());
    }
    void supportVectorRegression_data() {
        QTest::addColumn<QByteArray>("kernel");
        QTest::addColumn<float>("expected");
        // Vectors (1,0) and (1,2), weights 2 and -1, rho 0.5, gamma 0.5, coef0 1, degree 2; x = (1,1).
        QTest::addRow("LINEAR") << QByteArray("LINEAR") << 2 * 1.0f - 3.0f + 0.5f;
        QTest::addRow("POLY") << QByteArray("POLY") << 2 * 2.25f - 6.25f + 0.5f;
        QTest::addRow("RBF") << QByteArray("RBF") << 2 * std::exp(-0.5f) - std::exp(-0.5f) + 0.5f;
        QTest::addRow("SIGMOID") << QByteArray("SIGMOID") << 2 * std::tanh(1.5f) - std::tanh(2.5f) + 0.5f;
    }
    void supportVectorRegression() {
        QFETCH(QByteArray, kernel);
        QFETCH(float, expected);
        const auto probe = [&] {
            return ml("SVMRegressor")
                .attribute("kernel_type", kernel.toStdString())
                .attribute("kernel_params", Floats{0.5f, 1, 2})
                .attribute("n_supports", std::int64_t(2))
                .attribute("support_vectors", Floats{1, 0, 1, 2})
                .attribute("coefficients", Floats{2, -1})
                .attribute("rho", Floats{0.5f})
                .input(floats({1, 2}, {1, 1}));
        };
        const auto out = probe().run();
        QVERIFY2(out, out.text());
        QVERIFY(near(out[0], {expected}));
        QVERIFY(near(probe().attribute("one_class", std::int64_t(1)).run()[0], {expected > 0 ? 1.0f : -1.0f}));
        QVERIFY(!probe().attribute("coefficients", Floats{1}).run());
        QVERIFY(!probe().attribute("n_supports", INT64_MAX).run());
        QVERIFY(!probe().attribute("rho", Floats{}).run());
    }
    void supportVectorClassification() {
        const auto probe = [] {
            return ml("SVMClassifier")
                .attribute("classlabels_ints", Ints{3, 4, 5})
                .attribute("vectors_per_class", Ints{1, 1, 1})
                .attribute("support_vectors", Floats{1, 0, 0, 1, -1, -1})
                // Rows: class 0 and 1 against the others, as libsvm stores them.
                .attribute("coefficients", Floats{1, -1, -1, 1, 1, -1})
                .attribute("rho", Floats{0, 0, 0})
                .input(floats({2, 2}, {0, 2, -3, 0}))
                .outputs(2);
        };
        const auto out = probe().run();
        QVERIFY2(out, out.text());
        // Kernels (0,2,-2): 0-1: 0-2, 0-2: 0+2, 1-2: 2+2. Kernels (-3,0,3): -3, -6, -3.
        QVERIFY(near(out[1], {-2, 2, 4, -3, -6, -3}));
        QCOMPARE(ir::toInt64s(out[0]), (Ints{4, 5}));
        const auto likely =
            probe().attribute("prob_a", Floats{-1, -1, -1}).attribute("prob_b", Floats{0, 0, 0}).run();
        QVERIFY2(likely, likely.text());
        QCOMPARE(likely[1].dims(), (ir::Dims{2, 3}));
        const auto p = likely[1].as<float>();
        QVERIFY(std::abs(p[0] + p[1] + p[2] - 1) < 1e-5f);
        QVERIFY(p[1] > p[0] && p[0] > p[2]);
        QVERIFY(p[5] > p[4] && p[4] > p[3]);
        // Two classes: the coupled probabilities are the pairwise ones.
        const auto two = ml("SVMClassifier")
                             .attribute("classlabels_strings", Strings{"a", "b"})
                             .attribute("vectors_per_class", Ints{1, 1})
                             .attribute("support_vectors", Floats{1, -1})
                             .attribute("coefficients", Floats{1, -1})
                             .attribute("rho", Floats{0})
                             .attribute("prob_a", Floats{-1})
                             .attribute("prob_b", Floats{0})
                             .input(floats({1, 1}, {1}))
                             .outputs(2)
                             .run();
        QVERIFY2(two, two.text());
        QCOMPARE(two[0].strings(), Strings{"a"});
        QVERIFY(near(two[1], {sigmoid(2), sigmoid(-2)}, 5e-3f));
        QVERIFY(!probe().attribute("rho", Floats{0}).run());
        QVERIFY(!probe().attribute("vectors_per_class", Ints{1, 2}).run());
        QVERIFY(!probe().attribute("vectors_per_class", Ints{INT64_MAX, INT64_MAX, 1}).run());
        QVERIFY(!probe().attribute("prob_a", Floats{0, 0, 0}).run());
    }
    void encodesLabels() {
        const auto words = ir::Tensor::ofStrings({2, 2}, {"b", "a", "x", "b"});
        const auto first = ml("LabelEncoder", 1)
                               .attribute("classes_strings", Strings{"a", "b"})
                               .attribute("default_int64", std::int64_t(9))
                               .input(words)
                               .run();
        QVERIFY2(first, first.text());
        QCOMPARE(ir::toInt64s(first[0]), (Ints{1, 0, 9, 1}));
        const auto back = ml("LabelEncoder", 1)
                              .attribute("classes_strings", Strings{"a", "b"})
                              .input(ir::Tensor::of<std::int64_t>({3}, {1, 0, 2}))
                              .run();
        QCOMPARE(back[0].strings(), (Strings{"b", "a", "_Unused"}));
        const auto second = ml("LabelEncoder", 2)
                                .attribute("keys_strings", Strings{"a", "b", "a"})
                                .attribute("values_floats", Floats{1, 2, 3})
                                .attribute("default_float", 0.5f)
                                .input(words)
                                .run();
        QVERIFY2(second, second.text());
        QVERIFY(near(second[0], {2, 3, 0.5f, 2})); // of equal keys the last one
        const auto fourth = ml("LabelEncoder", 4)
                                .attribute("keys_floats", Floats{NaN, 0})
                                .attribute("values_tensor", ir::Tensor::of<std::int16_t>({2}, {7, 8}))
                                .attribute("default_tensor", ir::Tensor::of<std::int16_t>({1}, {-3}))
                                .input(floats({3}, {-NaN, -0.0f, 1}))
                                .run();
        QVERIFY2(fourth, fourth.text());
        QCOMPARE(fourth[0].dtype(), ir::DataType::Int16);
        QCOMPARE(ir::toInt64s(fourth[0]), (Ints{7, 8, -3}));
        QVERIFY(!ml("LabelEncoder", 2)
                     .attribute("keys_strings", Strings{"a"})
                     .attribute("values_int64s", Ints{1, 2})
                     .input(words)
                     .run());
        QVERIFY(!ml("LabelEncoder", 2)
                     .attribute("keys_int64s", Ints{1})
                     .attribute("values_int64s", Ints{1})
                     .input(words)
                     .run());
        const auto mapped = ml("CategoryMapper")
                                .attribute("cats_strings", Strings{"a", "b"})
                                .attribute("cats_int64s", Ints{10, 20})
                                .input(words)
                                .run();
        QVERIFY2(mapped, mapped.text());
        QCOMPARE(ir::toInt64s(mapped[0]), (Ints{20, 10, -1, 20}));
        const auto named = ml("CategoryMapper")
                               .attribute("cats_strings", Strings{"a", "b"})
                               .attribute("cats_int64s", Ints{10, 20})
                               .attribute("default_string", std::string("?"))
                               .input(ir::Tensor::of<std::int64_t>({2}, {20, 30}))
                               .run();
        QCOMPARE(named[0].strings(), (Strings{"b", "?"}));
    }
    void preparesFeatures() {
        const auto x = floats({2, 3}, {1, -2, NaN, 0, 3, 4});
        const auto extracted =
            ml("ArrayFeatureExtractor").input(x).input(ir::Tensor::of<std::int64_t>({1, 2}, {1, 0})).run();
        QVERIFY2(extracted, extracted.text());
        QVERIFY(near(extracted[0], {-2, 1, 3, 0}));
        const auto row = ml("ArrayFeatureExtractor")
                             .input(ir::Tensor::ofStrings({2}, {"a", "b"}))
                             .input(ir::Tensor::of<std::int64_t>({1}, {1}))
                             .run();
        QCOMPARE(row[0].dims(), (ir::Dims{1, 1}));
        QVERIFY(!ml("ArrayFeatureExtractor").input(x).input(ir::Tensor::of<std::int64_t>({1}, {3})).run());
        QVERIFY(near(ml("Binarizer").attribute("threshold", 0.5f).input(x).run()[0], {1, 0, 0, 0, 1, 1}));
        QVERIFY(near(ml("Imputer")
                         .attribute("imputed_value_floats", Floats{7, 8, 9})
                         .attribute("replaced_value_float", NaN)
                         .input(x)
                         .run()[0],
                     {1, -2, 9, 0, 3, 4}));
        QCOMPARE(ir::toInt64s(ml("Imputer")
                                  .attribute("imputed_value_int64s", Ints{5})
                                  .attribute("replaced_value_int64", std::int64_t(-1))
                                  .input(ir::Tensor::of<std::int64_t>({3}, {-1, 0, -1}))
                                  .run()[0]),
                 (Ints{5, 0, 5}));
        QVERIFY(!ml("Imputer").attribute("imputed_value_floats", Floats{7, 8}).input(x).run());
        const auto y = floats({2, 2}, {3, -4, 0, 0});
        QVERIFY(near(ml("Normalizer").input(y).run()[0], {1, -4.0f / 3, 0, 0}));
        QVERIFY(near(ml("Normalizer").attribute("norm", std::string("L1")).input(y).run()[0],
                     {3.0f / 7, -4.0f / 7, 0, 0}));
        QVERIFY(
            near(ml("Normalizer").attribute("norm", std::string("L2")).input(y).run()[0], {0.6f, -0.8f, 0, 0}));
        QVERIFY(near(
            ml("Scaler").attribute("offset", Floats{1, 2}).attribute("scale", Floats{10}).input(y).run()[0],
            {20, -60, -10, -20}));
        QVERIFY(!ml("Scaler").attribute("offset", Floats{1, 2, 3}).input(y).run());
        const auto joined = ml("FeatureVectorizer")
                                .attribute("inputdimensions", Ints{1, 3})
                                .input(ir::Tensor::of<std::int64_t>({2, 2}, {1, 2, 3, 4}))
                                .input(y)
                                .run();
        QVERIFY2(joined, joined.text());
        QVERIFY(near(joined[0], {1, 3, -4, 0, 3, 0, 0, 0}));
        QVERIFY(!ml("FeatureVectorizer")
                     .attribute("inputdimensions", Ints{INT64_MAX, INT64_MAX})
                     .input(y)
                     .input(y)
                     .run());
        const auto hot =
            ml("OneHotEncoder").attribute("cats_int64s", Ints{4, 6}).input(floats({3}, {6, 5, 4.5f})).run();
        QVERIFY2(hot, hot.text());
        QCOMPARE(hot[0].dims(), (ir::Dims{3, 2}));
        QVERIFY(near(hot[0], {0, 1, 0, 0, 1, 0}));
        QVERIFY(!ml("OneHotEncoder")
                     .attribute("cats_strings", Strings{"a"})
                     .attribute("zeros", std::int64_t(0))
                     .input(ir::Tensor::ofStrings({1}, {"b"}))
                     .run());
    }
    void mapsAreTypedOnly() {
        const auto zipped = ml("ZipMap")
                                .attribute("classlabels_int64s", Ints{0, 1})
                                .typed({ir::DataType::Float32, ir::Dims{2, 2}})
                                .infer();
        QVERIFY2(zipped, zipped.text());
        QVERIFY(zipped.types[0].container == ir::Container::Other);
        const auto cast = ml("CastMap").attribute("cast_to", std::string("TO_INT64")).typed({}).infer();
        QCOMPARE(cast.types[0].dtype, ir::DataType::Int64);
        const auto dictionary =
            ml("DictVectorizer").attribute("int64_vocabulary", Ints{1, 2, 3}).typed({}).infer();
        QCOMPARE(dictionary.types[0].shape->back(), ir::Dim(3));
        for (const char* name : {"CastMap", "DictVectorizer"})
            QVERIFY(ops::find(Domain, name) && !ops::find(Domain, name)->run);
    }
    // A valid model that begins with a map and ends with one has a type for all that lies between.
    void mapsAtBothEnds() {
        ir::TensorType map;
        map.container = ir::Container::Other;
        ir::GraphBuilder builder;
        const auto add = [&](const char* op, ValueId in, std::vector<ir::Attribute> attributes) {
            const ValueId out = builder.value(std::string(op) + "_out", {});
            builder.graph().node(builder.nodeInto(op, {in}, {out}, std::move(attributes))).domain = Domain;
            return out;
        };
        const ValueId features = builder.input("features", map);
        const ValueId row = add("DictVectorizer", features, {{"string_vocabulary", Strings{"a", "b", "c"}}});
        const ValueId y =
            add("LinearRegressor", row, {{"coefficients", Floats{1, 2, 3}}, {"targets", std::int64_t(1)}});
        const ValueId zipped = add("ZipMap", y, {{"classlabels_int64s", Ints{0}}});
        builder.output(y);
        builder.output(zipped);
        const auto inferred = ops::inferTypes(builder.take(), {{Domain, 1}}, {});
        QVERIFY2(inferred.diagnostics.empty(),
                 inferred.diagnostics.empty() ? "" : inferred.diagnostics.front().message.c_str());
        QCOMPARE(inferred.graph.value(y).type.text(), std::string("float32[1,1]"));
        QVERIFY(inferred.graph.value(zipped).type.container == ir::Container::Other);
    }
    // All before a ZipMap runs, and its scores go on in place of maps.
    void zipMapHandsScoresOn() {
        const auto zipped = ml("ZipMap")
                                .attribute("classlabels_int64s", Ints{0, 1})
                                .input(floats({2, 2}, {0.25f, 0.75f, 1, 0}))
                                .run();
        QVERIFY2(zipped, zipped.text());
        QCOMPARE(zipped[0].dims(), (ir::Dims{2, 2}));
        QVERIFY(near(zipped[0], {0.25f, 0.75f, 1, 0}));
    }
};

EDGEWRIGHT_TEST(MachineLearningTest)

} // namespace edgewright::machine_learning_test

#include "machine_learning_test.moc"
