#pragma once

#include <filesystem>

#include "opened_target.h"
#include "session.h"
#include "zrecord/store.h"

namespace zrecord::cli {

class ArgumentParser;

/// --untrusted: the store comes from somebody else. It is looked at before it is opened, read in a way in which its files can do no
/// harm (zrecord/maintenance/untrusted_store.h), and refused when writing it out would make it huge.
class TrustArgument {
public:
    void declare(ArgumentParser& parser);
    [[nodiscard]] bool isUntrusted() const noexcept { return m_untrusted; }
    /// What the command does with the records: writes them out, or shows what is known about them.
    enum class Use { Records, Facts };
    /// A store or a set for reading; without the option as OpenedTarget::open().
    Result<OpenedTarget> open(const std::filesystem::path& path, Use use, Session& session) const;
    /// One store for reading; without the option as OpenedTarget::openStore().
    Result<Store> openStore(const std::filesystem::path& path, Session& session) const;
    /// The remedies of the library name what its callers can do; these name the option.
    static Status explain(const Status& status);

private:
    bool m_untrusted = false;
};

}  // namespace zrecord::cli
