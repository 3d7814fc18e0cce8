#include "desktop/application.h"

int main(int argc, char** argv) { return zrecord::desktop::runDesktop(argc, argv); }
