#pragma once

#include <QProxyStyle>

namespace zrecord::widgets {

/// Fusion with the few measures and hints that a style sheet cannot give.
class WorkbenchStyle final : public QProxyStyle {
    Q_OBJECT

public:
    WorkbenchStyle();

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* result) const override;
};

}  // namespace zrecord::widgets
