#pragma once

#include <vector>

#include <QWidget>

#include "widgets/common/text_label.h"

class QGridLayout;

namespace zrecord::widgets {

/// Lines of "name … value": the name dim at the left, the exact value at the right in the value font. Values can be
/// selected with the mouse and copied.
class KeyValueList final : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString name;
        QString value;
        Tone tone = Tone::Plain;
        QString toolTip = {};
        friend bool operator==(const Row&, const Row&) = default;
    };

    explicit KeyValueList(QWidget* parent = nullptr);

    /// Reuses the labels that are there, so that live figures do not flicker.
    void setRows(const std::vector<Row>& rows);
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }

private:
    struct Line {
        TextLabel* name;
        TextLabel* value;
    };
    QGridLayout* m_layout;
    std::vector<Row> m_rows;
    std::vector<Line> m_lines;
};

}  // namespace zrecord::widgets
