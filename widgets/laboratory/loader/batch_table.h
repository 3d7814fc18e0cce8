#pragma once

#include <optional>

#include <QTableView>

#include "workbench/laboratory/loader_session.h"

class QStandardItemModel;

namespace zrecord::widgets {

/// The records of one batch as rows, the streams side by side, pictures as pictures.
class BatchTable final : public QTableView {
    Q_OBJECT

public:
    explicit BatchTable(QWidget* parent = nullptr);

    void setBatch(const workbench::LoaderBatch& batch);

Q_SIGNALS:
    void recordChosen(std::uint64_t record);

private:
    QStandardItemModel* m_model;
};

}  // namespace zrecord::widgets
