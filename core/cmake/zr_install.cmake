# Installs the library as a package that find_package(zrecord) finds: target zrecord::zrecord.
include_guard(GLOBAL)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(zr_install_library)
  set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/zrecord")
  set(work "${CMAKE_CURRENT_BINARY_DIR}/package")
  get_target_property(libraries zrecord LINK_LIBRARIES)
  set(ZR_FIND_ZLIB)
  if("ZLIB::ZLIB" IN_LIST libraries)
    set(ZR_FIND_ZLIB "find_dependency(ZLIB)")
  endif()

  install(TARGETS zrecord EXPORT zrecordTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/core/zrecord/include/zrecord" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING PATTERN "*.h")
  install(EXPORT zrecordTargets NAMESPACE zrecord:: DESTINATION "${package_dir}")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/core/cmake/zrecordConfig.cmake.in" "${work}/zrecordConfig.cmake"
    INSTALL_DESTINATION "${package_dir}")
  # Before 1.0 a new minor version may change the interface.
  write_basic_package_version_file("${work}/zrecordConfigVersion.cmake" VERSION "${PROJECT_VERSION}"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${work}/zrecordConfig.cmake" "${work}/zrecordConfigVersion.cmake" DESTINATION "${package_dir}")
endfunction()
