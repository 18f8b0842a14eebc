import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { holds, type PermissionKey, type Role, scoped, staff, userOf } from '../../../platform/permissions.ts'
import { id, z } from '../../../platform/schema.ts'
import { say } from '../../../platform/texts.ts'
import { roleOf, selectPerson, setUserStatus, userStatus } from '../../identity/index.ts'
import { backofficeErrors } from '../errors.ts'
import { peopleWords } from './people.texts.ts'

const keyOf: Readonly<Record<Role, PermissionKey>> = {
  Student: 'MANAGE_STUDENTS:UPDATE',
  Instructor: 'MANAGE_INSTRUCTORS:UPDATE',
  Support: 'MANAGE_INSTRUCTORS:UPDATE',
  Admin: 'MANAGE_ADMIN:UPDATE',
}

const mayManage = scoped(
  staff([...new Set(Object.values(keyOf))]),
  'with the key of the role of the person, in their organizations',
  async (ctx, { user_id }: { user_id: number }) => {
    const person = await selectPerson(ctx, user_id)
    if (!ctx.organization.scope.includes(person.organization_id)) throw errors.notFound()
    if (!holds(ctx.actor, keyOf[roleOf(person.lk_user_role_id)])) throw errors.forbidden()
    if (user_id === userOf(ctx).user_id) throw backofficeErrors.ownStatus()
  },
)

const takes = z.object({ user_id: id() })

/** PUT /user/activate: a disabled person may sign in again. */
export const activateUser = operation({
  call: 'PUT /user/activate',
  may: mayManage,
  takes,
  gives: z.object({}),
  fails: [backofficeErrors.ownStatus],
  audit: 'user.activate',
  run: (ctx, { user_id }) => change(ctx, user_id, userStatus.Active, 'enabled'),
})

/** PUT /user/deactivate: the person is signed out everywhere and cannot sign in until enabled again. */
export const deactivateUser = operation({
  call: 'PUT /user/deactivate',
  may: mayManage,
  takes,
  gives: z.object({}),
  fails: [backofficeErrors.ownStatus],
  audit: 'user.deactivate',
  run: (ctx, { user_id }) => change(ctx, user_id, userStatus.Disabled, 'disabled'),
})

async function change(ctx: Ctx, user_id: number, status: 1 | 2, said: 'enabled' | 'disabled') {
  const { first_name, last_name, loginid } = await selectPerson(ctx, user_id)
  await setUserStatus(ctx, user_id, status)
  return { message: say(ctx.locale, peopleWords, said, { name: `${first_name} ${last_name}`.trim() || loginid }) }
}
