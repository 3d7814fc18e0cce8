#pragma once

#include <QTableView>

#include "workbench/laboratory/dictionary_study.h"

class QStandardItemModel;

namespace zrecord::widgets {

/// The candidates of a comparison as rows; the chosen row is the one that the panel speaks about.
class DictionaryResults final : public QTableView {
    Q_OBJECT

public:
    explicit DictionaryResults(QWidget* parent = nullptr);

    void setReport(const TuneReport& report);
    [[nodiscard]] int chosen() const;
    void choose(int row);

Q_SIGNALS:
    void chosenChanged(int row);

private:
    QStandardItemModel* m_model;
};

}  // namespace zrecord::widgets
