// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of a layer of which a person chooses one: the values of a tensor, or what stands over the FP32 output.
#pragma once

#include "views/int8/layer/layer_charts.h"
#include "views/support/chart/run_chart.h"

#include <QThreadPool>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;

namespace edgewright::views {

class ChosenChart : public QWidget {
    Q_OBJECT
public:
    // Null: `why` there is nothing. `channel`: the one that the page shows; none: all of them.
    void display(std::shared_ptr<const pipeline::LayerFacts> facts, std::optional<std::int64_t> channel,
                 const QString& why, bool pending);
    std::vector<Figure> figures() const; // one for each choice that is known

    std::size_t choice() const;
    void choose(std::size_t choice);

protected:
    struct Words {
        QString label;
        QString box, boxName; // of the choices: name of the object, and for assistive technology
        QStringList choices;
        QString chart, title; // as RunChart takes them
    };
    ChosenChart(const Words& words, QThreadPool& pool, QWidget* parent);
    const std::shared_ptr<const pipeline::LayerFacts>& facts() const { return m_facts; }
    std::optional<std::int64_t> channel() const { return m_channel; }
    ChartPane& pane() { return m_chart->pane(); }

private:
    // There are facts. Null: this choice is not known of them, for the reason that whyUnknown() says.
    virtual RunChart::Build chartOf(std::size_t choice) const = 0;
    virtual QString whyUnknown(std::size_t) const { return {}; }
    virtual Figure figureOf(std::size_t choice, const RunChart::Build& build) const = 0;
    virtual bool isOfChannel(std::size_t) const { return false; } // another channel is another picture
    void draw(bool keepView);

    std::shared_ptr<const pipeline::LayerFacts> m_facts;
    std::optional<std::int64_t> m_channel;
    QString m_why;
    bool m_pending = false;
    QComboBox* m_box;
    RunChart* m_chart;
};

// The values of the input, the weights or the output as a histogram, by LayerTensor; of the weights those of
// the channel.
class ValuesPane final : public ChosenChart {
    Q_OBJECT
public:
    explicit ValuesPane(QThreadPool& pool, QWidget* parent = nullptr);

private:
    std::shared_ptr<const pipeline::ValueHistogram> histogram(std::size_t tensor) const; // null: not known
    RunChart::Build chartOf(std::size_t tensor) const override;
    QString whyUnknown(std::size_t tensor) const override;
    Figure figureOf(std::size_t tensor, const RunChart::Build& build) const override;
    bool isOfChannel(std::size_t tensor) const override;
};

// The outputs as points, by OutputAxis; those of the channel are marked.
class OutputsPane final : public ChosenChart {
    Q_OBJECT
public:
    explicit OutputsPane(QThreadPool& pool, QWidget* parent = nullptr);

signals:
    void elementChosen(std::int64_t element);

private:
    RunChart::Build chartOf(std::size_t axis) const override;
    Figure figureOf(std::size_t axis, const RunChart::Build& build) const override;
};

} // namespace edgewright::views
