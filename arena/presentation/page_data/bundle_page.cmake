# tichu_bundle_page(header NAME=file ...): bundles each .ts or .css file with what it imports, and sets `assets` to a C++ source
# that embeds the bundles as NAME, and their hashes as NAMEHash; `header` declares these.
find_program(ESBUILD esbuild REQUIRED)

function(tichu_bundle_page header)
  set(embed_assets ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed_assets.py)
  set(web ${PROJECT_SOURCE_DIR}/arena/presentation/web)
  file(GLOB sources CONFIGURE_DEPENDS ${web}/*.ts ${web}/*.css ${CMAKE_CURRENT_SOURCE_DIR}/*.ts)
  foreach(asset IN LISTS ARGN)
    string(REGEX MATCH "^(.*)=(.*)$" matched ${asset})
    set(file ${CMAKE_MATCH_2})
    string(REGEX REPLACE "[.]ts$" ".js" bundle ${CMAKE_MATCH_1}=${CMAKE_CURRENT_BINARY_DIR}/${file})
    string(REGEX REPLACE "^[^=]*=" "" output ${bundle})
    if(EXISTS ${web}/${file})
      set(file ${web}/${file})
    endif()
    list(APPEND bundles ${bundle})
    # Debian keeps the charting library's modules where Node looks for them.
    list(APPEND commands COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs ${ESBUILD} ${file} --bundle --minify
      --target=es2020 --charset=utf8 --legal-comments=none --log-level=warning --outfile=${output})
  endforeach()
  get_filename_component(name ${header} NAME_WE)
  set(assets ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(
    OUTPUT ${assets}
    ${commands}
    COMMAND /usr/bin/python3 ${embed_assets} ${header} ${assets} ${bundles}
    DEPENDS ${sources} ${embed_assets}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Bundling ${header}")
  set(assets ${assets} PARENT_SCOPE)
endfunction()
