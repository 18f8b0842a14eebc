import { permissionType } from '#modules/identity/lookups.shared.ts'
import { permissionKeys } from '#modules/identity/permissions.ts'
import type { RoleDefaults } from '#modules/identity/rights/permission-rows.sql.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { flag, id, optionalText, z } from '#platform/schema.ts'

const bit = z.union([z.literal(0), z.literal(1)])

/** `permission_id` is the position of the NAME:TYPE key, from 1: the same for everyone. */
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

/** A row of a request; the grid sends whole rows. */
export const PermissionChange = z.object({
  permission_id: id().pipe(z.int().max(permissionKeys.length)),
  enabled: flag(),
  name: optionalText(80),
  lk_permission_type_id: id().nullish(),
  AdminEnabled: flag().nullish(),
  InstructorEnabled: flag().nullish(),
  SupportEnabled: flag().nullish(),
  StudentEnabled: flag().nullish(),
  can_change: flag().nullish(),
})
export type PermissionChange = z.output<typeof PermissionChange>

/** All permissions as rows: those held, the roles' defaults, and whether the caller may change them. */
export function permissionGrid(
  held: ReadonlySet<string>,
  defaults: RoleDefaults,
  canChange: (key: PermissionKey) => boolean,
): PermissionRow[] {
  const flagOf = (set: ReadonlySet<string>, key: string) => (set.has(key) ? 1 : 0)
  return permissionKeys.map((key, index) => {
    const [name = '', type = ''] = key.split(':')
    return {
      permission_id: index + 1,
      name,
      lk_permission_type_id: permissionType[type as keyof typeof permissionType],
      enabled: flagOf(held, key),
      AdminEnabled: flagOf(defaults.Admin, key),
      InstructorEnabled: flagOf(defaults.Instructor, key),
      SupportEnabled: flagOf(defaults.Support, key),
      StudentEnabled: 0,
      can_change: canChange(key),
    }
  })
}
