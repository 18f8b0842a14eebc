import { lk_user_role, userRole } from '#modules/identity/lookups.shared.ts'
import { label } from '#platform/lookups.ts'
import type { Locale } from '#platform/texts.ts'

/** The names of roles in one language. */
export const roleNames = (locale: Locale): Record<string, string> =>
  Object.fromEntries(Object.entries(userRole).map(([role, id]) => [role, label(lk_user_role, id, locale)]))
