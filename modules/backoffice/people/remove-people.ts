import { backofficeErrors } from '#modules/backoffice/errors.ts'
import { orderStatus } from '#modules/checkout/lookups.shared.ts'
import { identityErrors, removePerson, restorePerson, selectOfRole, selectRemoved } from '#modules/identity/index.ts'
import { unpaidStatuses } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { type PermissionKey, type Policy, scoped, staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { peopleWords } from './people.texts.ts'

type Kind = 'Admin' | 'Instructor' | 'Student'

const keys: Readonly<Record<Kind, PermissionKey>> = {
  Admin: 'MANAGE_ADMIN:DELETE',
  Instructor: 'MANAGE_INSTRUCTORS:DELETE',
  Student: 'MANAGE_STUDENTS:DELETE',
}
const removedText = {
  Admin: 'administratorRemoved',
  Instructor: 'instructorRemoved',
  Student: 'studentRemoved',
} as const
const failureMessages = {
  Admin: 'administratorNotRemoved',
  Instructor: 'instructorNotRemoved',
  Student: 'studentNotRemoved',
} as const

type PersonInput = Readonly<Record<string, unknown>>

/** A person in the contract's `{administrator}`: an id, or the list row with its ids. */
const person = (name: string) =>
  z
    .union([id(), z.looseObject({ [name]: id() })])
    .transform((input) => (typeof input === 'number' ? input : (input as Record<string, number>)[name]!))

const fails = [identityErrors.ownRemoval, identityErrors.cannotRemove, backofficeErrors.notRemovable]

type Delete = `DELETE /${string}`
type Removal = { call: Delete; query?: readonly string[] }
const roleWords = { Admin: 'an administrator', Instructor: 'an instructor', Student: 'a student' } as const

/** One way to remove a person of a role; `field` names the person. */
const removal = (role: Kind, field: string, declaredRemoval: Removal) =>
  operation({
    ...declaredRemoval,
    summary: `Removes ${roleWords[role]} and ends their sessions. Refused where payments, certificates or courses belong to them`,
    may: removerOf(role, field) as Policy,
    takes: z.object({ [field]: field.endsWith('_id') ? id() : person(`${field}_id`) }),
    gives: z.object({ user_id: z.int(), restore: z.string() }),
    fails,
    run: (ctx, input) => remove(ctx, role, (input as PersonInput)[field] as number),
  })

const removerOf = (role: Kind, field: string): Policy<PersonInput> =>
  scoped<PersonInput>(staff(keys[role]), 'in their organizations', async (ctx, input) => {
    await selectOfRole(ctx, role, input[field] as number, 'DELETE')
  })

async function remove(ctx: Ctx, role: Kind, user_id: number) {
  const message = localText(ctx.locale, peopleWords, failureMessages[role])
  const removedPerson = await removePerson(ctx, user_id)
  // Checked after the lock: a concurrent purchase is visible here, or finds the person removed.
  if (await hasRecords(ctx, user_id)) throw backofficeErrors.notRemovable({ said: message })
  await ctx.audit({
    action: 'user.remove',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    before: { loginid: removedPerson.loginid, lk_user_status_id: removedPerson.lk_user_status_id },
  })
  return { user_id, restore: 'PUT /user/restore', message: localText(ctx.locale, peopleWords, removedText[role]) }
}

/** Whether money, a certificate or a course depends on the person: then the books and agencies need them. */
async function hasRecords({ sql }: Ctx, user_id: number): Promise<boolean> {
  const [row] = await sql<{ has_records: boolean }>`
    select exists (select from checkout.v_payment where user_id = ${user_id})
        or exists (select from checkout.v_order_item
                   where user_id = ${user_id}
                     and lk_order_status_id in (${orderStatus.Open}, ${orderStatus.Paid}))
        or exists (select from learning.v_student_certificate where user_id = ${user_id})
        or exists (select from learning.v_student_course
                   where user_id = ${user_id}
                     and lk_student_course_status_id <> all(${[...unpaidStatuses]}::int[])) as has_records`
  return row!.has_records
}

export const deleteAdministrator = removal('Admin', 'administrator', { call: 'DELETE /administrator' })
export const removeAdministrator = removal('Admin', 'admin_id', {
  call: 'DELETE /administrator/remove',
  query: ['admin_id'],
})
export const deleteInstructor = removal('Instructor', 'instructor', { call: 'DELETE /instructor' })
export const removeInstructor = removal('Instructor', 'instructor_id', {
  call: 'DELETE /instructor/remove',
  query: ['instructor_id'],
})
export const deleteStudent = removal('Student', 'student', { call: 'DELETE /student' })

export const restoreUser = operation({
  call: 'PUT /user/restore',
  summary: 'Brings back a removed person as they were. They sign in again themselves',
  added: true,
  may: scoped<{ user_id: number }>(
    staff(Object.values(keys)),
    "for the person's role, in their organizations",
    async (ctx, { user_id }) => {
      await selectRemoved(ctx, user_id)
    },
  ),
  takes: z.object({ user_id: id() }),
  gives: z.object({ user_id: z.int() }),
  fails: [identityErrors.cannotRemove, identityErrors.loginidInUse],
  async run(ctx, { user_id }) {
    const { first_name, last_name, loginid } = await restorePerson(ctx, user_id)
    await ctx.audit({
      action: 'user.restore',
      subject: `user_id:${user_id}`,
      subject_user_id: user_id,
      after: { loginid },
    })
    const name = `${first_name} ${last_name}`.trim() || loginid
    return { user_id, message: localText(ctx.locale, peopleWords, 'restored', { name }) }
  },
})
