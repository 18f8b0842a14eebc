import { identityErrors } from '#modules/identity/errors.ts'
import { onlyClients, type PermissionKey, type Policy, scoped, staff } from '#platform/permissions.ts'
import { isTest } from '#platform/test-organization.ts'

/** Clients with a test key and this permission. A real key is refused: these calls would forge its records. */
export const inSandbox = (key: PermissionKey): Policy =>
  scoped(onlyClients(staff(key)), 'with a test key', async ({ organization }) => {
    if (!isTest(organization)) throw identityErrors.sandboxOnly()
  })
