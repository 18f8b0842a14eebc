import type { Role } from '../../../platform/actor.ts'
import type { Locale } from '../../../platform/texts.ts'

const roles: Record<number, Role> = { 1: 'Admin', 2: 'Instructor', 3: 'Student', 4: 'Support' }

/** The role of an lk_user_role_id; the column admits 1 to 4 only. */
export function roleOf(lk_user_role_id: number): Role {
  const role = roles[lk_user_role_id]
  if (!role) throw new RangeError(`no role ${lk_user_role_id}`)
  return role
}

export { userRole as roleId, userStatus } from '../lookups.shared.ts'

/** lk_language_id: 1 = en-us, 2 = es-es. */
export const localeOf = (lk_language_id: number): Locale => (lk_language_id === 2 ? 'es-es' : 'en-us')
export const languageId = (locale: Locale): 1 | 2 => (locale === 'es-es' ? 2 : 1)
