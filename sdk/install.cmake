# The SDK for projects elsewhere: the CMake package `tichu`, in the build folder and installed. All that belongs to the
# arena lies in one folder, ${TICHU_INSTALL_FOLDER}, laid out as the build folder is (arena/installation.h); only
# what compilers look for has the usual places.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(TICHU_INSTALL_FOLDER ${CMAKE_INSTALL_LIBDIR}/tichu)

write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/tichu-config-version.cmake COMPATIBILITY SameMinorVersion)
# In the build folder the package is the sources.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/cmake/tichu-config.cmake CONTENT "include(\"@PROJECT_SOURCE_DIR@/sdk/tichu.cmake\")\n" @ONLY)
# The same with the libraries that are built here, for who builds many bots; and what such builds have to see.
set(tichu_built_sdk ${PROJECT_BINARY_DIR}/built_sdk)
set(tichu_built_targets "")
function(tichu_built_target name)  # tichu_built_target(name library...): as it is linked
  list(JOIN ARGN "\\;" libraries)
  string(APPEND tichu_built_targets "if(NOT TARGET ${name})
  add_library(${name} STATIC IMPORTED)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION \"$<TARGET_FILE:${name}>\"
    INTERFACE_INCLUDE_DIRECTORIES \"${PROJECT_SOURCE_DIR}\\;${PROJECT_BINARY_DIR}/protocol/generated\"
    INTERFACE_COMPILE_FEATURES cxx_std_20 INTERFACE_LINK_LIBRARIES \"${libraries}\")
endif()
")
  set(tichu_built_targets ${tichu_built_targets} PARENT_SCOPE)
endfunction()
tichu_built_target(tichu_engine tl::expected)
tichu_built_target(tichu_messages protobuf::libprotobuf-lite)
tichu_built_target(tichu_protocol tichu_engine tichu_messages)
tichu_built_target(tichu_sdk tichu_engine)
tichu_built_target(tichu_sdk_serve tichu_sdk tichu_protocol)
tichu_built_target(tichu_sdk_main tichu_sdk_serve)
tichu_built_target(tichu_search tichu_sdk tichu_engine)
file(GENERATE OUTPUT ${tichu_built_sdk}/tichu-targets.cmake CONTENT "${tichu_built_targets}")
file(COPY ${PROJECT_BINARY_DIR}/cmake/tichu-config-version.cmake sdk/plugin.map sdk/tichu_add_bot.cmake sdk/tichu-config.cmake
  DESTINATION ${tichu_built_sdk})
file(CONFIGURE OUTPUT ${tichu_built_sdk}/visible.txt CONTENT "@PROJECT_SOURCE_DIR@/engine
@PROJECT_SOURCE_DIR@/protocol
@PROJECT_SOURCE_DIR@/sdk
@PROJECT_BINARY_DIR@/engine
@PROJECT_BINARY_DIR@/protocol
@PROJECT_BINARY_DIR@/sdk
@PROJECT_BINARY_DIR@/built_sdk
" @ONLY)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/sdk/starter ${PROJECT_BINARY_DIR}/starter SYMBOLIC)

install(TARGETS tichu_engine tichu_messages tichu_protocol tichu_sdk tichu_sdk_main tichu_sdk_serve tichu_judgement tichu_search
  EXPORT tichu
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tichu)
install(EXPORT tichu FILE tichu-targets.cmake DESTINATION ${TICHU_INSTALL_FOLDER}/cmake)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/tichu-config-version.cmake
  sdk/plugin.map
  sdk/tichu_add_bot.cmake
  sdk/tichu-config.cmake
  DESTINATION ${TICHU_INSTALL_FOLDER}/cmake)
install(DIRECTORY engine sdk DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tichu
  FILES_MATCHING PATTERN "*.h" PATTERN starter EXCLUDE PATTERN python EXCLUDE)
install(FILES protocol/tichu.proto DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tichu/protocol)
install(DIRECTORY sdk/starter DESTINATION ${TICHU_INSTALL_FOLDER} USE_SOURCE_PERMISSIONS)
install(DIRECTORY ${PROJECT_BINARY_DIR}/python DESTINATION ${TICHU_INSTALL_FOLDER} FILES_MATCHING PATTERN "*.py"
  PATTERN "*.pyi" PATTERN py.typed PATTERN CMakeFiles EXCLUDE PATTERN __pycache__ EXCLUDE)
install(DIRECTORY sdk/python/examples sdk/python/train DESTINATION ${CMAKE_INSTALL_DOCDIR}/sdk/python PATTERN __pycache__ EXCLUDE)

# The compiled part of the Python package, beside the other modules, and a link to the package where Python looks for it: a
# component of its own, the Debian package python3-tichu.
if(TARGET tichu_python_native)
  install(TARGETS tichu_python_native LIBRARY DESTINATION ${TICHU_INSTALL_FOLDER}/python/tichu COMPONENT python)
  set(tichu_dist_packages ${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages)
  file(RELATIVE_PATH tichu_package ${tichu_dist_packages} ${CMAKE_INSTALL_FULL_LIBDIR}/tichu/python/tichu)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/links/python)
  file(CREATE_LINK ${tichu_package} ${PROJECT_BINARY_DIR}/links/python/tichu SYMBOLIC)
  install(FILES ${PROJECT_BINARY_DIR}/links/python/tichu DESTINATION lib/python3/dist-packages COMPONENT python)
endif()
