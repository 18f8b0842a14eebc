import type { Manifest } from '#platform/module.ts'
import { backoffice } from './backoffice/module.ts'
import { catalogue } from './catalogue/module.ts'
import { checkout } from './checkout/module.ts'
import { identity } from './identity/module.ts'
import { learning } from './learning/module.ts'
import { security } from './security/module.ts'
import { settingsModule } from './settings/module.ts'
import { support } from './support/module.ts'

const others = [identity, catalogue, security, learning, checkout, support, backoffice]

/** Every module, lowest first: each may use only those before it. */
export const manifests: readonly Manifest[] = [settingsModule(others), ...others]
