# Before CPack makes a Debian package of the tree that was installed: manual pages and the changelog compressed, as
# Debian's policy has them. Other packages are left alone.
if(CPACK_GENERATOR MATCHES "DEB")
  file(GLOB pages ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share/man/man1/*.1)
  set(doc ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share/doc/muster)
  execute_process(COMMAND gzip -9n ${pages} ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
endif()
