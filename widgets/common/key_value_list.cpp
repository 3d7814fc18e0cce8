#include "widgets/common/key_value_list.h"

#include <QGridLayout>

namespace zrecord::widgets {

KeyValueList::KeyValueList(QWidget* parent) : QWidget(parent), m_layout(new QGridLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(12);
    m_layout->setVerticalSpacing(7);
    m_layout->setColumnStretch(1, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void KeyValueList::setRows(const std::vector<Row>& rows) {
    if (rows == m_rows)
        return;
    m_rows = rows;
    while (m_lines.size() < rows.size()) {
        const int at = static_cast<int>(m_lines.size());
        Line line{new TextLabel(TextLabel::Style::Body, {}, this), new TextLabel(TextLabel::Style::Value, {}, this)};
        line.name->setTone(Tone::Dim);
        line.value->setAlignment(Qt::AlignRight | Qt::AlignTop);
        line.value->setWordWrap(true);
        line.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_layout->addWidget(line.name, at, 0, Qt::AlignLeft | Qt::AlignTop);
        m_layout->addWidget(line.value, at, 1);
        m_lines.push_back(line);
    }
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const bool used = i < rows.size();
        m_lines[i].name->setVisible(used);
        m_lines[i].value->setVisible(used);
        if (!used)
            continue;
        m_lines[i].name->setText(rows[i].name);
        m_lines[i].value->setText(rows[i].value);
        if (m_lines[i].value->tone() != rows[i].tone)
            m_lines[i].value->setTone(rows[i].tone);
        m_lines[i].value->setToolTip(rows[i].toolTip);
        m_lines[i].value->setAccessibleName(rows[i].name + QStringLiteral(": ") + rows[i].value);
    }
}

}  // namespace zrecord::widgets
