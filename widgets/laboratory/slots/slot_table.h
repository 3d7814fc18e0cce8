#pragma once

#include <memory>

#include <QString>
#include <QTableView>

#include <zrecord/laboratory/slot_map.h>

namespace zrecord::widgets {

class SlotTableModel;

/// The cells of the map as rows of numbers: for screen readers, and for those who want to know exactly. Enter or a double click
/// opens the first record of a row.
class SlotTable final : public QTableView {
    Q_OBJECT

public:
    explicit SlotTable(QWidget* parent = nullptr);
    void setMap(std::shared_ptr<const SlotMap> map);
    /// All rows with numbers in full.
    [[nodiscard]] QString csv() const;

Q_SIGNALS:
    void recordChosen(std::uint64_t record);

private:
    SlotTableModel* m_model;
};

}  // namespace zrecord::widgets
