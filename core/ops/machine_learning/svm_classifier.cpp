// SPDX-License-Identifier: GPL-3.0-or-later
// One machine for each pair of classes, which vote; with prob_a and prob_b their answers become probabilities
// (T.-F. Wu, C.-J. Lin, R. C. Weng, JMLR 5, 2004, the second method). Without support vectors one linear score
// for each class. What the standard leaves open is as ONNX Runtime has it.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/machine_learning/features.h"
#include "core/ops/machine_learning/scores.h"
#include "core/ops/machine_learning/support_vectors.h"
#include "core/ops/operands/attribute_lists.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::svm_classifier {

namespace {

constexpr std::size_t MaxClasses = 1024;

// Attributes in the form that scoring wants.
struct Machine {
    ClassLabels labels;
    VectorKernel kernel;
    PostTransform post = PostTransform::None;
    std::vector<std::size_t> begins; // first support vector of each class, and the end
    VectorList vectors;
    std::vector<double> weights; // [classes - 1, vectors]
    std::vector<double> rho, probA, probB;
    bool linear = false;

    std::size_t classes() const { return labels.count(); }
    std::size_t pairs() const { return classes() * (classes() - 1) / 2; }
    bool probabilities() const { return !linear && !probA.empty(); }
    std::size_t outputs() const {
        if (linear || probabilities()) return classes();
        return classes() > 2 ? pairs() : 2;
    }
};

Result<Machine> machineOf(const ir::Node& node) {
    Machine machine;
    ASSIGN_OR_RETURN(machine.labels, classLabelsOf(node, "classlabels_ints"));
    if (machine.classes() > MaxClasses) return unsupported(say("more than 1024 classes"));
    ASSIGN_OR_RETURN(machine.post, postTransformOf(node));
    ASSIGN_OR_RETURN(machine.kernel, vectorKernelOf(node));
    machine.weights = numberList(node, "coefficients");
    machine.rho = numberList(node, "rho");
    machine.probA = numberList(node, "prob_a");
    machine.probB = numberList(node, "prob_b");
    constexpr std::int64_t maxVectors = std::int64_t(1) << 32;
    std::int64_t total = 0;
    machine.begins.push_back(0);
    for (const std::int64_t count : node.ints("vectors_per_class")) {
        if (count < 0 || count > maxVectors || total > maxVectors)
            return badInput(say("vectors_per_class holds {1}", count));
        total += count;
        machine.begins.push_back(static_cast<std::size_t>(total));
    }
    machine.linear = total == 0;
    if (machine.linear) machine.kernel.kind = VectorKernel::Kind::Linear;
    ASSIGN_OR_RETURN(machine.vectors,
                     machine.linear ? vectorList(node, "coefficients", machine.classes())
                                    : vectorList(node, "support_vectors", static_cast<std::size_t>(total)));
    const std::size_t pairs = machine.pairs();
    const bool fits =
        machine.linear
            ? !machine.rho.empty()
            : machine.begins.size() == machine.classes() + 1 && machine.rho.size() >= pairs &&
                  machine.weights.size() == (machine.classes() - 1) * static_cast<std::size_t>(total);
    if (!fits || machine.probA.size() != machine.probB.size() ||
        (!machine.probA.empty() && machine.probA.size() < pairs))
        return badInput(say("vectors_per_class, coefficients, rho, prob_a and prob_b do not fit {1} classes",
                            machine.classes()));
    return machine;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto rows, inferRows(context));
    ASSIGN_OR_RETURN(const auto machine, machineOf(context.node()));
    context.setOutput(0, {machine.labels.type(), std::vector<ir::Dim>{rows}});
    context.setOutput(1, {ir::DataType::Float32,
                          std::vector<ir::Dim>{rows, ir::Dim(static_cast<std::int64_t>(machine.outputs()))}});
    return {};
}

// Decision values of all pairs (0,1), (0,2), ... (1,2), ...; positive is a vote for the first.
std::vector<double> decisions(const Machine& machine, std::span<const double> row, std::vector<int>& votes) {
    const std::size_t count = machine.begins.back();
    std::vector<double> kernels(count);
    for (std::size_t i = 0; i < count; ++i)
        kernels[i] = machine.kernel(row, machine.vectors.at(i));
    const auto sumOver = [&](std::size_t row0, std::size_t label) {
        double sum = 0;
        for (std::size_t m = machine.begins[label]; m < machine.begins[label + 1]; ++m)
            sum += machine.weights[row0 * count + m] * kernels[m];
        return sum;
    };
    std::vector<double> result;
    for (std::size_t i = 0; i + 1 < machine.classes(); ++i)
        for (std::size_t j = i + 1; j < machine.classes(); ++j) {
            result.push_back(sumOver(j - 1, i) + sumOver(i, j) + machine.rho[result.size()]);
            ++votes[result.back() > 0 ? i : j];
        }
    return result;
}

// Probabilities p of the classes that fit the pairwise ones best: p minimises sum over i < j of
// (r[j][i] p[i] - r[i][j] p[j])^2, by the fixed-point iteration of the paper.
std::vector<double> coupled(const std::vector<double>& r, std::size_t classes) {
    std::vector<double> q(classes * classes, 0);
    for (std::size_t i = 0; i < classes; ++i)
        for (std::size_t j = 0; j < classes; ++j) {
            if (i == j) continue;
            q[i * classes + i] += r[j * classes + i] * r[j * classes + i];
            q[i * classes + j] = -r[j * classes + i] * r[i * classes + j];
        }
    std::vector<double> p(classes, 1.0 / static_cast<double>(classes));
    std::vector<double> qp(classes);
    const double tolerance = 0.005 / static_cast<double>(classes);
    for (std::size_t round = 0; round < std::max<std::size_t>(100, classes); ++round) {
        double pqp = 0;
        for (std::size_t i = 0; i < classes; ++i) {
            qp[i] = 0;
            for (std::size_t j = 0; j < classes; ++j)
                qp[i] += q[i * classes + j] * p[j];
            pqp += p[i] * qp[i];
        }
        if (std::ranges::all_of(qp, [&](double each) { return std::abs(each - pqp) < tolerance; })) break;
        for (std::size_t i = 0; i < classes; ++i) {
            const double step = (pqp - qp[i]) / q[i * classes + i];
            p[i] += step;
            pqp = (pqp + step * (step * q[i * classes + i] + 2 * qp[i])) / (1 + step) / (1 + step);
            for (std::size_t j = 0; j < classes; ++j) {
                qp[j] = (qp[j] + step * q[i * classes + j]) / (1 + step);
                p[j] /= 1 + step;
            }
        }
    }
    return p;
}

std::vector<double> probabilities(const Machine& machine, const std::vector<double>& values) {
    const std::size_t classes = machine.classes();
    std::vector<double> pairwise(classes * classes, 0);
    std::size_t at = 0;
    for (std::size_t i = 0; i + 1 < classes; ++i)
        for (std::size_t j = i + 1; j < classes; ++j, ++at) {
            const double p = 1 - logistic(values[at] * machine.probA[at] + machine.probB[at]);
            pairwise[i * classes + j] = std::clamp(p, 1e-7, 1 - 1e-7);
            pairwise[j * classes + i] = 1 - pairwise[i * classes + j];
        }
    return coupled(pairwise, classes);
}

struct Answer {
    std::int64_t label = 0;
    std::vector<double> scores;
};

Answer linearAnswer(const Machine& machine, std::span<const double> row) {
    Answer answer;
    for (std::size_t i = 0; i < machine.classes(); ++i)
        answer.scores.push_back(machine.kernel(row, machine.vectors.at(i)) + machine.rho.front());
    answer.label = largest(answer.scores);
    if (machine.classes() == 2 && machine.probA.empty()) {
        const bool positive = std::ranges::all_of(machine.weights, [](double weight) { return weight >= 0; });
        const double most = answer.scores[static_cast<std::size_t>(answer.label)];
        if (positive ? most >= 0.5 : most > 0) answer.label = 1;
    }
    transformScores(machine.post, answer.scores);
    return answer;
}

Answer answerOf(const Machine& machine, std::span<const double> row) {
    if (machine.linear) return linearAnswer(machine, row);
    std::vector<int> votes(machine.classes(), 0);
    Answer answer;
    answer.scores = decisions(machine, row, votes);
    answer.label = std::ranges::max_element(votes) - votes.begin();
    if (machine.probabilities()) {
        answer.scores = probabilities(machine, answer.scores);
        transformScores(machine.post, answer.scores);
    } else if (machine.classes() == 2) {
        const double score = answer.scores.front();
        const bool plain = machine.post == PostTransform::None;
        answer.scores = plain ? std::vector<double>{-score, score} : std::vector<double>{1 - score, score};
    } else {
        transformScores(machine.post, answer.scores);
    }
    answer.scores.resize(machine.outputs());
    return answer;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto rows, featureRows(context));
    ASSIGN_OR_RETURN(const auto machine, machineOf(context.node()));
    if (static_cast<std::int64_t>(machine.vectors.length) != rows.features)
        return badInput(
            say("the vectors have {1} features where rows have {2}", machine.vectors.length, rows.features));
    ASSIGN_OR_RETURN(auto out, context.output(1, ir::DataType::Float32,
                                              {rows.rows, static_cast<std::int64_t>(machine.outputs())}));
    float* result = out.as<float>().data();
    std::vector<std::int64_t> chosen;
    for (std::int64_t row = 0; row < rows.rows; ++row) {
        if (context.run().stopped()) return cancelled();
        const Answer answer = answerOf(machine, rows.row(row));
        chosen.push_back(answer.label);
        for (const double score : answer.scores)
            *result++ = static_cast<float>(score);
    }
    return setLabels(context, machine.labels, chosen);
}

// Each pair of classes sums the vectors of both: every vector once for each other class.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto machine, machineOf(node));
    const auto classes = static_cast<std::int64_t>(machine.classes());
    if (machine.linear) return rowProduct(inputs, classes);
    return vectorProducts(inputs, static_cast<std::int64_t>(machine.begins.back()), classes - 1);
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "SVMClassifier",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
    .heldNumbers = supportVectorNumbers,
};

} // namespace edgewright::ops::svm_classifier
