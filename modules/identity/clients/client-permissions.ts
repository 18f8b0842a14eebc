import { permissionKeys } from '#modules/identity/permissions.ts'
import type { PermissionKey } from '#platform/permissions.ts'

/**
 * The permissions that a client may have: those that its calls require (`clients`), except those that change people's
 * rights. A permission that no call requires would mislead the person who ticks it (tests/clients.test.ts).
 */
export const clientPermissions = [
  'MANAGE_ORGANIZATION:READ',
  'MANAGE_WEBSITES:READ',
  'MANAGE_STUDENTS:CREATE',
  'MANAGE_STUDENTS:READ',
  'MANAGE_STUDENTS:UPDATE',
  'MANAGE_COURSES:READ',
  'MANAGE_CERTIFICATES:READ',
  'MANAGE_AUTHORIZATION_KEYS:CREATE',
  'MANAGE_AUTHORIZATION_KEYS:READ',
  'MANAGE_PAYMENTS:CREATE',
  'MANAGE_PAYMENTS:READ',
  'MANAGE_INVOICE_PAYMENTS:READ',
  'MANAGE_SUPPORT:CREATE',
  'MANAGE_SUPPORT:READ',
  'MANAGE_SUPPORT:UPDATE',
  'CAN_SIGN_IN_STUDENTS:CREATE',
] as const satisfies readonly PermissionKey[]

export type ClientPermission = (typeof clientPermissions)[number]

const allPermissions: ReadonlySet<string> = new Set(clientPermissions)

/** The granted permissions that a client may have and that an Admin of its organization holds by default. */
export const effectiveOf = (
  grantedKeys: readonly string[],
  roleDefaults: Readonly<Record<string, boolean>> | null,
): Set<string> =>
  new Set(
    grantedKeys.filter(
      (key) =>
        allPermissions.has(key) && (roleDefaults?.[key] ?? permissionKeys.some((permission) => permission === key)),
    ),
  )
