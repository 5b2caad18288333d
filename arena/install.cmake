# The program with what it needs, in the one folder of sdk/install.cmake, and a link to it where programs are; and the
# Debian package of all this, which `cpack` makes.
install(TARGETS tichu-arena DESTINATION ${TICHU_INSTALL_FOLDER}/bin)
install(TARGETS tichu-arena-tools tichu-arena-workers tichu-arena-ladder tichu-box tichu-pass-tree tichu-plugin-host
  DESTINATION ${TICHU_INSTALL_FOLDER}/libexec)
foreach(bot random lowest greedy steady sampler adept sage plain)
  install(TARGETS bot_${bot}_plugin bot_${bot}_program DESTINATION ${TICHU_INSTALL_FOLDER}/bots)
endforeach()
# The suites of the benchmark.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/benchmark)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/results/benchmark/1 ${PROJECT_BINARY_DIR}/benchmark/1 SYMBOLIC)
install(DIRECTORY results/benchmark/1 DESTINATION ${TICHU_INSTALL_FOLDER}/benchmark FILES_MATCHING PATTERN "*.toml" PATTERN "*.csv" PATTERN "*.sha256"
  PATTERN cards EXCLUDE)
install(PROGRAMS ${PROJECT_BINARY_DIR}/bots/pico DESTINATION ${TICHU_INSTALL_FOLDER}/bots)
# The server of the Model Context Protocol, with the texts that it tells.
foreach(file arena/seats/mcp/serve.py arena/seats/mcp/table.py arena/seats/mcp/table_tools.py sdk/starter/llm/question_text.py
    sdk/starter/llm/prompts/rules.txt engine/RULES.md)
  cmake_path(GET file FILENAME name)
  configure_file(${file} ${PROJECT_BINARY_DIR}/mcp/${name} COPYONLY)
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/mcp DESTINATION ${TICHU_INSTALL_FOLDER} USE_SOURCE_PERMISSIONS)

file(RELATIVE_PATH tichu_program
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/tichu/bin/tichu-arena)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/links)
file(CREATE_LINK ${tichu_program} ${PROJECT_BINARY_DIR}/links/tichu-arena SYMBOLIC)
install(FILES ${PROJECT_BINARY_DIR}/links/tichu-arena DESTINATION ${CMAKE_INSTALL_BINDIR})

set(help_folder ${PROJECT_BINARY_DIR}/share)
install(FILES ${help_folder}/tichu-arena.6 DESTINATION ${CMAKE_INSTALL_MANDIR}/man6)
install(FILES ${help_folder}/tichu-arena.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME tichu-arena)
install(FILES ${help_folder}/_tichu-arena DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)

# The ladder as a service of the system.
configure_file(arena/service/ladder/tichu-ladder.service.in ${PROJECT_BINARY_DIR}/share/tichu-ladder.service @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/share/tichu-ladder.service DESTINATION lib/systemd/system)
install(FILES arena/workers/tichu-arena-worker.service arena/workers/tichu-arena-broker.service
  DESTINATION lib/systemd/system)

install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
file(GLOB_RECURSE documents RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS arena/*.md bots/*.md engine/*.md protocol/*.md sdk/*.md
  results/benchmark/*.md results/experiments/*.md)
list(FILTER documents EXCLUDE REGEX ^sdk/starter/)
foreach(document ${documents} arena/quickstart.toml arena/Containerfile arena/compose.yaml arena/service/api/nginx.conf arena/service/api/api.json arena/presentation/web/model.ts
    .github/actions/judge-bot/README.md .github/actions/judge-bot/action.yml .github/actions/judge-bot/judge.sh
    sdk/courses/mark_bot.py sdk/courses/course.toml arena/service/monitoring/alerts.yml arena/service/monitoring/dashboard.json
    protocol/tichu.proto results/reference/README.md
    results/levels/README.md results/benchmark/CITATION.cff tests/README.md .github/CONTRIBUTING.md .github/SECURITY.md)
  cmake_path(GET document PARENT_PATH folder)
  install(FILES ${document} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(FILES ${TICHU_JSON_SCHEMA} DESTINATION ${CMAKE_INSTALL_DOCDIR}/protocol)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tichu-arena)
set(CPACK_PACKAGE_CONTACT "The Tichu arena developers <tichu-arena@localhost>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Bots that are not trusted need bubblewrap (or a kernel with Landlock); bots in Python need the interpreter.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, python3, python3-protobuf")
# What carries boards to other machines, and what builds bots in C and C++.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nats-server, g++, cmake, ninja-build, libprotobuf-dev, libexpected-dev")
# A second package, python3-tichu, where the compiled Python module is built (sdk/install.cmake).
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME tichu-arena)
if(TARGET tichu_python_native)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-tichu)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "tichu-arena (= ${PROJECT_VERSION}), python3 (>= 3.11), python3 (<< 3.12), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-protobuf")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The engine of the Tichu arena as a module of Python: rounds and observations as
values, and an environment of many tables for those who train players.")
endif()
set(CPACK_PACKAGE_DESCRIPTION "Lets programs play the card game Tichu against each other, by the complete rules, and
rates them. With bots, and with what bots in C++, C and Python are made of.")
set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
include(CPack)
