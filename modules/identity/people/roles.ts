import type { Role } from '#platform/actor.ts'

const roles: Record<number, Role> = { 1: 'Admin', 2: 'Instructor', 3: 'Student', 4: 'Support', 5: 'Auditor' }

/** The role of an lk_user_role_id; the column allows only 1 to 5. */
export function roleOf(lk_user_role_id: number): Role {
  const role = roles[lk_user_role_id]
  if (!role) throw new RangeError(`unknown role ${lk_user_role_id}`)
  return role
}

export { userRole as roleId, userStatus } from '#modules/identity/lookups.shared.ts'
export { languageId, localeOf } from '#platform/languages.ts'
