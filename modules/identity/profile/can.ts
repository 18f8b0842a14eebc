import type { Can } from '#modules/identity/account/user-details.schema.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { canManage, canSeeOwn } from '#modules/identity/people/people-scope.ts'
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

/** The caller's possible actions on a visible person. For display only: every call checks again. */
export async function allowedActions(ctx: Ctx, person: Person): Promise<Can> {
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.user_id === person.user_id
  const isManager = canManage(ctx, person, 'UPDATE')
  const isReader = canManage(ctx, person, 'READ')
  const isStudent = person.lk_user_role_id === roleId.Student
  const keyRefusal = (name: PermissionKey) => (holds(ctx.actor, name) ? null : reasons.noKey)
  const selfRefusal = isCaller(ctx.actor, person.user_id) ? reasons.notOwn : null
  const updateRefusal = isSelf || isManager ? null : reasons.readOnly
  const rightsRefusal = isSelf || (await isWithinRights(ctx, person)) ? null : identityErrors.aboveYou.text
  const roleRefusal = person.lk_user_role_id === roleId.Instructor ? null : reasons.instructorsOnly
  const refusals: Record<keyof Can, Text | null> = {
    update: updateRefusal,
    changeIdentity: updateRefusal ?? (isSelf ? await identityLockOf(ctx, person) : null),
    changeSignIn: updateRefusal ?? (isSelf ? null : keyRefusal('CHANGE_PASSWORD:UPDATE')) ?? rightsRefusal,
    changeStatus: selfRefusal ?? (isManager ? rightsRefusal : reasons.readOnly),
    changeNotes: selfRefusal ?? (isManager ? null : reasons.staffOnly),
    changeRecruiter: roleRefusal ?? selfRefusal ?? (isManager ? null : reasons.staffOnly),
    readDocuments: canSeeOwn(ctx.actor, person.user_id) || isReader ? null : reasons.noKey,
    changeDocuments: updateRefusal,
    readNotes: selfRefusal ?? (isReader ? null : reasons.staffOnly),
    readPayments: isSelf ? null : keyRefusal('MANAGE_PAYMENTS:READ'),
    readEvents: isReader ? null : reasons.staffOnly,
    readPermissions: isStudent
      ? reasons.studentsHaveNone
      : keyRefusal('MANAGE_ADMIN:READ') && keyRefusal('MANAGE_INSTRUCTORS:READ'),
    changePermissions: isStudent ? reasons.studentsHaveNone : (selfRefusal ?? keyRefusal('MANAGE_ADMIN:UPDATE')),
    sendEmail: selfRefusal ?? (isManager ? null : reasons.staffOnly),
    charge: selfRefusal ?? (isStudent ? keyRefusal('MANAGE_PAYMENTS:CREATE') : reasons.onlyStudents),
  }
  return Object.fromEntries(
    Object.entries(refusals).map(([name, text]) => [
      name,
      { allowed: text === null, reason: text && localize(ctx.locale, text) },
    ]),
  ) as Can
}
