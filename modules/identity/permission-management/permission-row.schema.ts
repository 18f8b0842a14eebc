import { permissionType } from '#modules/identity/lookups.shared.ts'
import { lastPermissionId, permissionIdOf, permissionKeyOf, permissionKeys } from '#modules/identity/permissions.ts'
import type { RoleDefaults } from '#modules/identity/rights/permission-rows.sql.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { flag, id, optionalText, wording, z } from '#platform/schema.ts'
import { texts } from '#platform/texts.ts'

const messages = texts({ noSuch: ['There is no such permission.', 'Ese permiso no existe.'] })

const bit = z.union([z.literal(0), z.literal(1)])

/** `permission_id` names the NAME:TYPE key: the same for everyone. */
export const PermissionRow = z.object({
  permission_id: z.int(),
  name: z.string(),
  lk_permission_type_id: z.int(),
  enabled: bit,
  AdminEnabled: bit,
  InstructorEnabled: bit,
  SupportEnabled: bit,
  StudentEnabled: bit,
  /** Whether the caller may change it here. */
  can_change: z.boolean(),
})
export type PermissionRow = z.output<typeof PermissionRow>

/** A row of a request; the grid sends whole rows. A row of a permission that no call requires may only be empty. */
export const PermissionChange = z
  .object({
    permission_id: id().pipe(z.int().max(lastPermissionId)),
    enabled: flag(),
    name: optionalText(80),
    lk_permission_type_id: id().nullish(),
    AdminEnabled: flag().nullish(),
    InstructorEnabled: flag().nullish(),
    SupportEnabled: flag().nullish(),
    StudentEnabled: flag().nullish(),
    can_change: flag().nullish(),
  })
  .refine((row) => permissionKeyOf(row.permission_id) || !isGranted(row), {
    error: wording(messages.noSuch),
    path: ['permission_id'],
  })

const isGranted = ({ enabled, AdminEnabled, InstructorEnabled, SupportEnabled }: Readonly<Record<string, unknown>>) =>
  Boolean(enabled || AdminEnabled || InstructorEnabled || SupportEnabled)

export type PermissionChange = z.output<typeof PermissionChange>

/** All permissions as rows: those held, the roles' defaults, and whether the caller may change them. */
export function permissionGrid(
  permissions: ReadonlySet<string>,
  defaults: RoleDefaults,
  canChange: (key: PermissionKey) => boolean,
): PermissionRow[] {
  const flagOf = (set: ReadonlySet<string>, key: string) => (set.has(key) ? 1 : 0)
  return permissionKeys.map((key) => {
    const [name = '', type = ''] = key.split(':')
    return {
      permission_id: permissionIdOf(key),
      name,
      lk_permission_type_id: permissionType[type as keyof typeof permissionType],
      enabled: flagOf(permissions, key),
      AdminEnabled: flagOf(defaults.Admin, key),
      InstructorEnabled: flagOf(defaults.Instructor, key),
      SupportEnabled: flagOf(defaults.Support, key),
      StudentEnabled: 0,
      can_change: canChange(key),
    }
  })
}
