import type { Role, UserActor } from '#platform/actor.ts'
import { holds } from '#platform/permissions.ts'
import { isWithin } from './within-rights.ts'

/** The person to view as. */
export type Target = { user_id: number; role: Role; permissions: ReadonlySet<string> }

/**
 * Whether staff may view as a person in their organizations: with the permission (and, for an instructor, the one to
 * remove instructors), not themselves, no auditor, and no one with more rights.
 */
export function canViewAs(staff: UserActor, target: Target): boolean {
  if (target.user_id === staff.user_id || target.role === 'Auditor' || !holds(staff, 'CAN_VIEW_AS:READ')) return false
  if (target.role === 'Instructor' && !holds(staff, 'MANAGE_INSTRUCTORS:DELETE')) return false
  return isWithin(staff, target.role, target.permissions)
}
