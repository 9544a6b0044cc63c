// SPDX-License-Identifier: GPL-3.0-or-later
// Every fusion that was done, that could be done besides, and that was refused; a button on a row undoes or
// applies just that one.
#pragma once

#include <QTimer>
#include <QWidget>

#include "core/pipeline/history/benefits.h"
#include "views/support/job/job_slot.h"
#include "views/support/page/view.h"

#include <memory>
#include <string>

class QLabel;
class QLineEdit;
class QModelIndex;
class QToolButton;
class QTreeView;

namespace edgewright::views {

class StepsModel;

class StepsPanel final : public QWidget {
    Q_OBJECT
public:
    StepsPanel(ViewContext& context, QWidget* parent = nullptr);
    void setHistory(std::shared_ptr<const fusion::History> history);
    void setRule(const std::string& rule); // only its rows; empty: all
    void setStepShown(std::size_t step);
    void showStep(std::size_t step); // the row of an applied one becomes the current one, without any filter
    // The benefits of each step; null until they are known.
    void setBenefits(std::shared_ptr<const pipeline::Benefits> benefits);

signals:
    void stepChosen(std::size_t step); // an applied one, by double click: its index + 1
    void said(const QString& text);    // what a button did
    void nodesChosen(const std::vector<edgewright::NodeId>& nodes); // of all places of a rule

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void pick(const QModelIndex& index);
    void press(const QModelIndex& index);
    void expandGroups();

    ViewContext& m_context;
    StepsModel* m_model;
    QTreeView* m_tree;
    QLineEdit* m_words;
    QLabel* m_filter;
    QToolButton* m_all;
    std::shared_ptr<const pipeline::Benefits> m_told;
    QTimer m_typing; // one answer for what is typed in a row
};

} // namespace edgewright::views
