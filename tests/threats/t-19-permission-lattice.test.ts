import fc from 'fast-check'
import { expect, test } from 'vitest'
import { permissionIdOf, permissionKeys } from '#modules/identity/entry.ts'
import { savePermissions } from '#modules/identity/permission-management/save-permissions.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'

const site = await openTestSite()
const roles = ['Admin', 'Instructor', 'Support', 'Student'] as const
const key = fc.constantFrom(...permissionKeys)
const keys = fc.uniqueArray(key, { maxLength: 12 })

type Someone = { user_id: number; code: string }

async function rightsOf(person: Someone): Promise<ReadonlySet<string>> {
  return (await site.whois((await site.signIn(person)).token, person.code))!.actor.permissions
}

/** Adds or removes permissions, as a superior would. */
async function set(person: Someone, some: readonly string[], granted: boolean): Promise<void> {
  const rows = some.map((key) => ({ user_id: person.user_id, organization_id: 1, key: key, granted }))
  if (rows.length > 0) {
    await site.database.read`insert into identity.permission ${site.database.read(rows)} on conflict do nothing`
  }
}

const tried = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    (error) => (error.kind ? false : Promise.reject(error)),
  )

test('T-19: no grant by an Admin gives anyone a permission that the Admin lacks', async () => {
  await fc.assert(
    fc.asyncProperty(
      keys,
      fc.constantFrom(...roles),
      keys,
      keys,
      fc.boolean(),
      async (lost, role, had, requested, on) => {
        const granter = await site.addPerson({ role: 'Admin' })
        const subject = await site.addPerson({ role })
        await set(
          granter,
          lost.filter((key) => key !== 'MANAGE_ADMIN:UPDATE'),
          false,
        )
        await set(subject, had, true)
        const before = await rightsOf(subject)
        const { ctx } = await site.signIn(granter)
        const granterRights = await rightsOf(granter)
        const permissions = requested.map((key) => ({ permission_id: permissionIdOf(key), enabled: on }))
        await tried(savePermissions.run(ctx, { user_id: subject.user_id, permissions }))
        const after = await rightsOf(subject)
        expect([...after].filter((key) => !before.has(key) && !granterRights.has(key))).toEqual([])
        // A person with more permissions than the administrator lost none either.
        if ([...before].some((key) => !granterRights.has(key))) expect(after).toEqual(before)
        if (role === 'Student') expect(after.size).toBe(0)
      },
    ),
    { numRuns: 40 },
  )
})

test("T-19: people can't change their own permissions, directly or by their role's defaults", async () => {
  const admin = await site.addPerson({ role: 'Admin' })
  await set(admin, ['MANAGE_PAYMENTS:DELETE'], false)
  const before = await rightsOf(admin)
  await fc.assert(
    fc.asyncProperty(key, fc.boolean(), async (key, on) => {
      const { ctx } = await site.signIn(admin)
      const row = { permission_id: permissionIdOf(key), enabled: on }
      await tried(savePermissions.run(ctx, { user_id: admin.user_id, permissions: [row] }))
      await tried(savePermissions.run(ctx, { permissions: [{ ...row, AdminEnabled: on }] }))
      expect(await rightsOf(admin)).toEqual(before)
    }),
    { numRuns: 25 },
  )
})

test("T-19: a role's defaults never give what the Admin lacks, and give students nothing", async () => {
  const limited = await site.addPerson({ role: 'Admin' })
  const [instructor, student] = [await site.addPerson({ role: 'Instructor' }), await site.addPerson()]
  await fc.assert(
    fc.asyncProperty(keys, keys, fc.boolean(), async (lost, requested, on) => {
      await site.database.read`delete from identity.permission where user_id = ${limited.user_id}`
      await set(
        limited,
        lost.filter((key) => key !== 'MANAGE_ADMIN:UPDATE'),
        false,
      )
      const { ctx } = await site.signIn(limited)
      const limitedRights = await rightsOf(limited)
      const before = await rightsOf(instructor)
      const permissions = requested.map((key, n) => ({
        permission_id: permissionIdOf(key),
        enabled: false,
        InstructorEnabled: on,
        ...(n === 0 && { StudentEnabled: on }),
      }))
      await tried(savePermissions.run(ctx, { permissions }))
      const after = await rightsOf(instructor)
      expect([...after].filter((text) => !before.has(text) && !limitedRights.has(text))).toEqual([])
      expect([...before].filter((text) => !after.has(text) && !limitedRights.has(text))).toEqual([])
      expect((await rightsOf(student)).size).toBe(0)
    }),
    { numRuns: 25 },
  )
})

test('T-19: two simultaneous changes of one person leave no permission that neither could give', async () => {
  const [first, two] = [await site.addPerson({ role: 'Admin' }), await site.addPerson({ role: 'Admin' })]
  const subject = await site.addPerson({ role: 'Instructor' })
  const change = async (admin: Someone, granted: boolean) =>
    savePermissions.run((await site.signIn(admin)).ctx, {
      user_id: subject.user_id,
      permissions: [{ permission_id: permissionIdOf('MANAGE_COURSES:UPDATE'), enabled: granted }],
    })
  await Promise.all([change(first, true), change(two, true), change(first, true)])
  expect((await rightsOf(subject)).has('MANAGE_COURSES:UPDATE')).toBe(true)
  const rows = await site.database.read`select from identity.permission where user_id = ${subject.user_id}`
  expect(rows).toHaveLength(1)
})
