import { expect, test } from 'vitest'
import { createStudentUser } from '#modules/identity/account-lifecycle/create-users.ts'
import { permissionKeys } from '#modules/identity/entry.ts'
import { fetchAdministrator, fetchInstructor, manageInstructor } from '#modules/identity/profile/manage-people.ts'
import { userOf } from '#platform/permissions.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import {
  deleteAdministrator,
  deleteInstructor,
  deleteStudent,
  removeAdministrator,
  removeInstructor,
  restoreUser,
} from './remove-people.ts'

const site = await openTestSite()
const adminCtx = async () => (await site.signIn(await site.addPerson({ role: 'Admin' }))).ctx

async function instructorWith(keys: readonly string[]) {
  const instructor = await site.addPerson({ role: 'Instructor' })
  await site.database.read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${instructor.user_id}, 1, key, true from unnest(${[...keys]}::text[]) as key`
  return (await site.signIn(instructor)).ctx
}

const code = (errorCode: string) => ({ kind: { code: errorCode } })

test('a removed person is signed out and not found, and is restored unchanged', async () => {
  const ctx = await adminCtx()
  const student = await site.addPerson()
  const { token } = await site.signIn(student)
  const result = await deleteStudent.run(ctx, { student: student.user_id })
  expect(result.message).toBe('Student removed successfully.')
  expect(await site.whois(token)).toBeNull()
  await expect(deleteStudent.run(ctx, { student: student.user_id })).rejects.toMatchObject(code('NOT_FOUND'))
  await restoreUser.run(ctx, { user_id: student.user_id })
  expect(await site.whois(token)).toBeNull()
  const [row] = await site.database.read`
    select deleted_at, lk_user_status_id from identity.person where user_id = ${student.user_id}`
  expect(row).toEqual({ deleted_at: null, lk_user_status_id: 1 })
  await expect(restoreUser.run(ctx, { user_id: student.user_id })).rejects.toMatchObject(code('NOT_FOUND'))
  const rows = await site.database.read`
    select action from platform.audit_event where subject_user_id = ${student.user_id} and action ~ 're(move|store)$'
    order by audit_event_id`
  expect(rows.map(({ action }) => action)).toEqual(['user.remove', 'user.restore'])
})

test('each call removes people of its own role only', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson({ role: 'Instructor' })
  await expect(removeAdministrator.run(ctx, { admin_id: user_id })).rejects.toMatchObject(code('NOT_FOUND'))
  await expect(deleteStudent.run(ctx, { student: user_id })).rejects.toMatchObject(code('NOT_FOUND'))
  const { message } = await removeInstructor.run(ctx, { instructor_id: user_id })
  expect(message).toBe('Instructor removed successfully.')
  const other = await site.addPerson({ role: 'Admin' })
  const row = { administrator_id: other.user_id, first_name: 'A row of the list' }
  const removedPerson = await deleteAdministrator.run(ctx, { administrator: row })
  expect(removedPerson.message).toBe('Administrator removed successfully.')
})

test('people cannot remove themselves, a person with more permissions, or one of another tenant', async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  const { ctx } = await site.signIn(admin)
  const { user_id } = admin
  await expect(removeAdministrator.run(ctx, { admin_id: user_id })).rejects.toMatchObject(code('OWN_REMOVAL'))
  const some = await instructorWith(['MANAGE_ADMIN:READ', 'MANAGE_ADMIN:DELETE'])
  const all = await instructorWith(permissionKeys)
  for (const other of [some, all])
    await expect(removeAdministrator.run(other, { admin_id: user_id })).rejects.toMatchObject(code('ADMINS_ONLY'))
  const remover = await instructorWith(['MANAGE_INSTRUCTORS:READ', 'MANAGE_INSTRUCTORS:DELETE'])
  const parentId = userOf(all).user_id
  await expect(removeInstructor.run(remover, { instructor_id: parentId })).rejects.toMatchObject(code('CANNOT_REMOVE'))
  const reader = await instructorWith(['MANAGE_INSTRUCTORS:READ'])
  const colleague = await site.addPerson({ role: 'Instructor' })
  await expect(deleteInstructor.run(reader, { instructor: colleague.user_id })).rejects.toMatchObject(code('FORBIDDEN'))
  const foreignPerson = await site.addPerson({ code: 'CCC' })
  await expect(deleteStudent.run(ctx, { student: foreignPerson.user_id })).rejects.toMatchObject(code('NOT_FOUND'))
})

test('one of two Admins who remove each other at the same time remains', async () => {
  const people = [await site.addPerson({ role: 'Admin' }), await site.addPerson({ role: 'Admin' })] as const
  const [first, other] = [await site.signIn(people[0]), await site.signIn(people[1])]
  const results = await Promise.allSettled([
    removeAdministrator.run(first.ctx, { admin_id: people[1].user_id }),
    removeAdministrator.run(other.ctx, { admin_id: people[0].user_id }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a removed person cannot be restored after their login id was given to someone else', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson({ loginid: 'wanted@example.com' })
  await deleteStudent.run(ctx, { student: user_id })
  const profile = { first_name: 'New', last_name: 'Owner', email: 'wanted@example.com' }
  await createStudentUser.run(ctx, { profile })
  await expect(restoreUser.run(ctx, { user_id })).rejects.toMatchObject(code('LOGINID_IN_USE'))
})

test('the record and its form return people of their own role only', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson({ role: 'Instructor', loginid: 'teach@example.com' })
  await expect(fetchAdministrator.run(ctx, { administrator_id: user_id })).rejects.toMatchObject(code('NOT_FOUND'))
  const { data } = await fetchInstructor.run(ctx, { instructor_id: user_id })
  const profile = { first_name: 'Ines', last_name: 'Teacher', email: data.user.email }
  const result = await manageInstructor.run(ctx, { instructor_id: user_id, profile })
  expect(result).toMatchObject({ paymentProfile: null, deletedPaymentProfileId: null, message: 'Saved' })
  expect((await fetchInstructor.run(ctx, { user_id })).data.user.first_name).toBe('Ines')
  // A form filled before the last change is refused instead of overwriting it.
  const staleForm = { instructor_id: user_id, profile, updated_at: data.user.updated_at }
  await expect(manageInstructor.run(ctx, staleForm)).rejects.toMatchObject(code('CONFLICT'))
  await expect(fetchInstructor.run(ctx, {})).rejects.toMatchObject(code('NOT_FOUND'))
})
