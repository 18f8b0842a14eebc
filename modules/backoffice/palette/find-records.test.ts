import { expect, test } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { findRecords } from './find-records.ts'

const site = await openTestSite()
const { database } = site

async function staffOf(code = 'AAA'): Promise<Ctx> {
  return (await site.signIn(await site.addPerson({ code, role: 'Admin' }))).ctx
}
async function addStudent(first_name: string, last_name: string, code = 'AAA') {
  const person = await site.addPerson({ code, email: `${first_name}.${last_name}@example.com`.toLowerCase() })
  await database.read`update identity.person set first_name = ${first_name}, last_name = ${last_name}
                      where user_id = ${person.user_id}`
  return person.user_id
}
const labels = async (ctx: Ctx, text: string) =>
  (await findRecords.run(ctx, { text })).found.map(({ kind, label }) => `${kind} ${label}`)
const without = (ctx: Ctx, key: PermissionKey): Ctx => {
  if (ctx.actor.kind !== 'user') throw new Error('no person')
  return ctx.as({
    actor: {
      ...ctx.actor,
      permissions: new Set([...ctx.actor.permissions].filter((permission) => permission !== key)),
    },
  })
}

test('finds a student by the beginning of either name, both in either order, email and number', async () => {
  const ctx = await staffOf()
  const user_id = await addStudent('Zoë', 'Quimby')
  await addStudent('Quinn', 'Zabel')
  for (const text of ['zoë', 'ZOË Q', 'quimby z', ' Quim ', 'zoë.quimby@example.com', String(user_id), `#${user_id}`])
    expect(await labels(ctx, text), text).toContain('student Zoë Quimby')
  expect(await labels(ctx, 'qui')).toEqual(['student Zoë Quimby', 'student Quinn Zabel'])
  const { found } = await findRecords.run(ctx, { text: 'quimby' })
  expect(found[0]).toMatchObject({ detail: 'zoë.quimby@example.com', href: `/manage/student/${user_id}` })
  // Wildcards are ordinary characters, and staff are not students.
  expect(await labels(ctx, 'qu%')).toEqual([])
  const instructor = await site.addPerson({ role: 'Instructor' })
  expect(await labels(ctx, String(instructor.user_id))).toEqual([])
})

test('finds staff of the roles that the caller may see, with a link to each account', async () => {
  const ctx = await staffOf()
  const add = async (role: 'Admin' | 'Instructor' | 'Support', code = 'AAA') => {
    const { user_id } = await site.addPerson({ role, code })
    await database.read`
      update identity.person set first_name = ${role}, last_name = 'Núñez' where user_id = ${user_id}`
    return user_id
  }
  const instructor = await add('Instructor')
  const support = await add('Support')
  await add('Admin')
  await add('Instructor', 'CCC')
  const all = ['staff Admin Núñez', 'staff Instructor Núñez', 'staff Support Núñez']
  expect(await labels(ctx, 'nunez')).toEqual(all)
  expect(await labels(without(ctx, 'MANAGE_ADMIN:READ'), 'nunez')).toEqual(all.slice(1))
  expect(await labels(without(ctx, 'MANAGE_INSTRUCTORS:READ'), 'nunez')).toEqual(all.slice(0, 1))
  const { found } = await findRecords.run(ctx, { text: 'nunez' })
  expect(found.slice(1).map(({ href }) => href)).toEqual([
    `/manage/instructor/${instructor}/account`,
    `/manage/support/${support}/account`,
  ])
})

test('finds nothing in parent, sibling or removed organizations, and nothing for a single letter', async () => {
  await addStudent('Hidden', 'Aabove', 'AAA')
  await addStudent('Hidden', 'Bbelow', 'BBB')
  await addStudent('Hidden', 'Cbeside', 'CCC')
  const student = await addStudent('Hidden', 'Gone', 'BBB')
  await database.read`update identity.person set deleted_at = now() where user_id = ${student}`
  expect(await labels(await staffOf('AAA'), 'hidden')).toEqual(['student Hidden Aabove', 'student Hidden Bbelow'])
  expect(await labels(await staffOf('BBB'), 'hidden')).toEqual(['student Hidden Bbelow'])
  expect(await labels(await staffOf('CCC'), 'hidden')).toEqual(['student Hidden Cbeside'])
  expect(await labels(await staffOf('BBB'), String(student))).toEqual([])
  expect(await labels(await staffOf('AAA'), 'h')).toEqual([])
})

test.each(['Student', 'Instructor', 'Support', 'Admin'] as const)('finds no %s who was removed', async (role) => {
  const ctx = await staffOf()
  const email = `leaver.${role}@example.com`.toLowerCase()
  const { user_id } = await site.addPerson({ role, email })
  await database.read`
    update identity.person set first_name = 'Leaver', last_name = ${role} where user_id = ${user_id}`
  await database.read`
    insert into identity.phone (user_id, organization_id, phone_number) values (${user_id}, 1, '3055550188')`
  const texts = [`leaver ${role}`, email, ...(role === 'Student' ? [String(user_id), '305-555-0188'] : [])]
  const isListed = async () => {
    const results = await Promise.all(texts.map((text) => findRecords.run(ctx, { text })))
    return results.map(({ found }) => found.some(({ id }) => id === user_id))
  }
  expect(await isListed()).toEqual(texts.map(() => true))
  await database.read`update identity.person set deleted_at = now() where user_id = ${user_id}`
  expect(await isListed()).toEqual(texts.map(() => false))
})

test('finds organizations by code and name, within the scope of the site', async () => {
  expect(await labels(await staffOf('AAA'), 'bet')).toEqual(['organization Beta'])
  expect(await labels(await staffOf('AAA'), 'bbb')).toEqual(['organization Beta'])
  expect(await labels(await staffOf('AAA'), 'gamma')).toEqual([])
  await database.read`update identity.organization set name = 'Núñez-O''Brien Beta' where code = 'BBB'`
  for (const text of ['nunez o', 'obrien', 'NÚÑEZ', 'beta'])
    expect([text, await labels(await staffOf('AAA'), text)]).toEqual([
      text,
      expect.arrayContaining(["organization Núñez-O'Brien Beta"]),
    ])
  await database.read`update identity.organization set name = 'Beta' where code = 'BBB'`
  expect(await labels(await staffOf('BBB'), 'alpha')).toEqual([])
})

test('finds tickets by number', async () => {
  const [ticket] = await database.read<{ issue_id: number; chat_thread_id: number }>`
    insert into support.ticket (organization_id, lk_issue_category_id, issue_name, created_by, reporter_user_id)
    select 2, 1, 'Video stops', user_id, user_id from identity.person where organization_id = 2 limit 1
    returning issue_id, chat_thread_id`
  const ticketLine = `ticket Ticket ${ticket!.chat_thread_id}: Video stops`
  expect(await labels(await staffOf('AAA'), `#${ticket!.chat_thread_id}`)).toContain(ticketLine)
  expect(await labels(await staffOf('CCC'), `#${ticket!.chat_thread_id}`)).not.toContain(ticketLine)
})

test('finds orders by number and transaction, and keys by the last group of their code', async () => {
  const { user_id } = await site.addPerson({ code: 'BBB' })
  const ids = await database.tx(async (sql) => {
    // A key without its course: unused rows are not created.
    await sql`set local session_replication_role = replica`
    const [order] = await sql<{ order_id: number }>`
      insert into checkout.customer_order (organization_id, user_id, intent_id, lk_order_status_id, subtotal_cents, add_on_cents,
                                           shipping_cents, discount_cents, total_cents, first_name, last_name, email)
      values (2, ${user_id}, gen_random_uuid(), 1, 100, 0, 0, 0, 100, 'Ana', 'Buyer', 'ana@example.com') returning order_id`
    const [payment] = await sql<{ payment_id: number }>`
      insert into checkout.payment (order_id, organization_id, user_id, transaction_id, total_cents)
      values (${order!.order_id}, 2, ${user_id}, 'TRX-9001', 0) returning payment_id`
    const [key] = await sql<{ authorization_key_id: number }>`
      insert into checkout.authorization_key (organization_id, authorization_key_batch_id, course_website_id, course_id, course_name,
                                              code_hash, last_group)
      values (2, 1, 1, 1, 'Night Driving', sha256('x'::bytea), 'QX7Z') returning authorization_key_id`
    return { ...order!, ...payment!, ...key! }
  })
  const order = `order Order ${ids.order_id}`
  const parentCtx = await staffOf('AAA')
  expect(await labels(parentCtx, `#${ids.order_id}`)).toContain(order)
  const { found } = await findRecords.run(parentCtx, { text: 'TRX-9001' })
  expect(found).toEqual([
    {
      kind: 'order',
      id: ids.payment_id,
      label: `Order ${ids.order_id}`,
      detail: 'Ana Buyer',
      href: `/manage/payments?payment_id=exact:${ids.payment_id}`,
    },
  ])
  for (const text of ['qx7z', 'AAAA-BBBB-CCCC-QX7Z'])
    expect(await labels(parentCtx, text), text).toEqual(['key ****-****-****-QX7Z'])
  const outsider = await staffOf('CCC')
  for (const text of [`#${ids.order_id}`, 'TRX-9001', 'qx7z']) {
    const results = await labels(outsider, text)
    expect(
      results.filter((label) => /^(order|key)/.test(label)),
      text,
    ).toEqual([])
  }
  expect(await labels(without(parentCtx, 'MANAGE_PAYMENTS:READ'), 'TRX-9001')).toEqual([])
  expect(await labels(without(parentCtx, 'MANAGE_AUTHORIZATION_KEYS:READ'), 'qx7z')).toEqual([])
})

test('requires the permission for each kind, and returns nothing to students and visitors', async () => {
  const ctx = await staffOf()
  await addStudent('Righty', 'Rights')
  expect(await labels(ctx, 'righty')).toEqual(['student Righty Rights'])
  expect(await labels(without(ctx, 'MANAGE_STUDENTS:READ'), 'righty')).toEqual([])
  expect(await labels(without(ctx, 'MANAGE_ORGANIZATION:READ'), 'beta')).toEqual([])
  const student = (await site.signIn(await site.addPerson())).ctx
  await expect(findRecords.run(student, { text: 'righty' })).rejects.toMatchObject({ kind: { status: 403 } })
  await expect(findRecords.run(await site.visit(), { text: 'righty' })).rejects.toMatchObject({ kind: { status: 401 } })
  await expect(findRecords.run(ctx, { text: 'x'.repeat(101) })).rejects.toMatchObject({ kind: { status: 400 } })
})

test('searches names through an index in a tenant with many students', async () => {
  await database.read`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    select 1, 3, 'many' || n || '@example.com', 'many' || n || '@example.com', 'First' || n, 'Last' || n
    from generate_series(1, 20000) n`
  await database.read`analyze identity.person`
  const ctx = await staffOf()
  const plan = await ctx.sql<{ 'QUERY PLAN': string }>`
    explain select user_id from identity.v_student_name s
    where s.organization_id = 1 and s.last_first_key >= 'last1234' and s.last_first_key < ${'last1234\u{10FFFF}'}
    order by s.last_first_key limit 5`
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toContain('person_last_first')
  expect(text).toMatch(/Index Cond: .*last_first_key >= 'last1234'/)
  expect(await labels(ctx, 'last1234')).toContain('student First1234 Last1234')
})
