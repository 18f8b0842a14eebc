import type { Can } from '#modules/identity/account/user-details.schema.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { manages, seesOwn } from '#modules/identity/people/people-scope.ts'
import type { Person } from '#modules/identity/people/person.sql.ts'
import { roleId } from '#modules/identity/people/roles.ts'
import { isWithinRights } from '#modules/identity/rights/within-rights.ts'
import type { Ctx } from '#platform/ctx.ts'
import { holds, type PermissionKey } from '#platform/permissions.ts'
import { localize, type Text, texts } from '#platform/texts.ts'
import { isCaller } from '#platform/viewing.ts'
import { identityLockOf } from './identity-lock.ts'

const reasons = texts({
  readOnly: ['You can view this profile but not change it.', 'Puede ver este perfil, pero no cambiarlo.'],
  notOwn: ["You can't do this to your own account.", 'No puede hacer esto en su propia cuenta.'],
  staffOnly: [
    'Only staff who manage this person can do this.',
    'Solo puede hacerlo el personal que administra la cuenta de esta persona.',
  ],
  instructorsOnly: ['Only instructors can be recruiters.', 'Solo los instructores pueden ser reclutadores.'],
  noKey: ["You don't have permission to do this.", 'No tiene permiso para hacer esto.'],
  onlyStudents: ['Only students can be charged.', 'Solo se puede cobrar a los estudiantes.'],
  studentsHaveNone: ["Students don't have permissions.", 'Los estudiantes no tienen permisos.'],
})

/** The caller's possible actions on a visible person. It informs the screen; every call decides for itself. */
export async function canOf(ctx: Ctx, person: Person): Promise<Can> {
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.user_id === person.user_id
  const manager = manages(ctx, person, 'UPDATE')
  const reader = manages(ctx, person, 'READ')
  const student = person.lk_user_role_id === roleId.Student
  const key = (name: PermissionKey) => (holds(ctx.actor, name) ? null : reasons.noKey)
  const others = isCaller(ctx.actor, person.user_id) ? reasons.notOwn : null
  const updates = isSelf || manager ? null : reasons.readOnly
  const above = isSelf || (await isWithinRights(ctx, person)) ? null : identityErrors.aboveYou.text
  const recruits = person.lk_user_role_id === roleId.Instructor ? null : reasons.instructorsOnly
  const refusals: Record<keyof Can, Text | null> = {
    update: updates,
    changeIdentity: updates ?? (isSelf ? await identityLockOf(ctx, person) : null),
    changeSignIn: updates ?? (isSelf ? null : key('CHANGE_PASSWORD:UPDATE')) ?? above,
    changeStatus: others ?? (manager ? above : reasons.readOnly),
    changeNotes: others ?? (manager ? null : reasons.staffOnly),
    changeRecruiter: recruits ?? others ?? (manager ? null : reasons.staffOnly),
    readDocuments: seesOwn(ctx.actor, person.user_id) || reader ? null : reasons.noKey,
    changeDocuments: updates,
    readNotes: others ?? (reader ? null : reasons.staffOnly),
    readPayments: isSelf ? null : key('MANAGE_PAYMENTS:READ'),
    readEvents: reader ? null : reasons.staffOnly,
    readPermissions: student ? reasons.studentsHaveNone : key('MANAGE_ADMIN:READ') && key('MANAGE_INSTRUCTORS:READ'),
    changePermissions: student ? reasons.studentsHaveNone : (others ?? key('MANAGE_ADMIN:UPDATE')),
    sendEmail: others ?? (manager ? null : reasons.staffOnly),
    charge: others ?? (student ? key('MANAGE_PAYMENTS:CREATE') : reasons.onlyStudents),
  }
  return Object.fromEntries(
    Object.entries(refusals).map(([name, text]) => [
      name,
      { allowed: text === null, reason: text && localize(ctx.locale, text) },
    ]),
  ) as Can
}
