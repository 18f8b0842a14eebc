import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'

// Each test file has its own databases, but a worker's files share modules.
clearVersionCache()
