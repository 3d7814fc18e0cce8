#pragma once

#include <QObject>

namespace zrecord::widgets {

/// Tool tips hold names of folders, streams and fields, which strangers choose: installed on the application it shows them as the text
/// that they are, where Qt would take some of them for HTML.
class PlainToolTips final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// What to show so that `text` is read letter by letter. One paragraph of escaped text, as models give for long values, stays.
    [[nodiscard]] static QString plain(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace zrecord::widgets
