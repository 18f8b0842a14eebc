import { forgetVersions } from '#modules/catalogue/versions/version-cache.ts'

// Each test file has databases of its own, and the files of one worker share the modules.
forgetVersions()
