import { expect, test } from 'vitest'
import { administrators } from '#modules/backoffice/staff/administrators.grid.ts'
import { students } from '#modules/backoffice/students/students.grid.ts'
import type { Actor, UserActor } from '#platform/actor.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { loadGrid } from './grid-data.ts'
import { hrefOf } from './grid-state.shared.ts'
import { readPendingAction, submitGrid } from './row-actions.ts'

const site = await openTestSite()
const [, , bulk] = students.operations
const adminCtx = async () => (await site.signIn(await site.addPerson({ role: 'Admin' }))).ctx
const holding = (actor: Actor, keys: readonly string[]): Actor => ({
  ...(actor as UserActor),
  permissions: new Set(keys),
})
const statusOf = async (user_id: number) =>
  (
    await site.database.read`
    select lk_user_status_id, deleted_at from identity.person where user_id = ${user_id}`
  )[0]!

const reason = 'Shared the account.'

test('one call changes several rows, and refused ones do not stop the others', async () => {
  const ctx = await adminCtx()
  const people = [await site.addPerson(), await site.addPerson(), await site.addPerson({ code: 'CCC' })]
  const ids = people.map(({ user_id }) => user_id)
  let counted = 0
  const outcome = await bulk!.run({ ...ctx, admit: () => void counted++ }, { action: 'deactivate', ids, reason })
  expect(outcome).toMatchObject({ done: ids.slice(0, 2), refused: [{ id: ids[2] }] })
  expect((outcome as { message: string }).message).toMatch(/^Disable: 2 of 3 done\. /)
  // One click is one call for its sender.
  expect(counted).toBe(1)
  expect([await statusOf(ids[0]!), await statusOf(ids[2]!)].map((row) => row.lk_user_status_id)).toEqual([2, 1])
})

test('returns the refusal if every row is refused', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson({ code: 'CCC' })
  await expect(bulk!.run(ctx, { action: 'deactivate', ids: [user_id], reason })).rejects.toMatchObject({
    kind: { code: 'NOT_FOUND' },
  })
  const instructor = (await site.signIn(await site.addPerson({ role: 'Instructor' }))).ctx
  await expect(bulk!.run(instructor, { action: 'remove', ids: [user_id] })).rejects.toMatchObject({
    kind: { code: 'FORBIDDEN' },
  })
  await expect(bulk!.run(ctx, { action: 'deactivate', ids: [user_id], reason: ' ' })).rejects.toMatchObject({
    issues: [{ path: 'reason' }],
  })
})

/** Rows of which only the last one exists. */
const rowsBefore = (user_id: number, length: number) => [
  ...Array.from({ length: length - 1 }, (_, n) => 900_000_000 + n),
  user_id,
]

test('one call takes up to a hundred rows, and none without a row', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson()
  const disable = (ids: number[]) => bulk!.run(ctx, { action: 'deactivate', ids, reason })
  for (const ids of [[], rowsBefore(user_id, 101)])
    await expect(disable(ids)).rejects.toMatchObject({ kind: { status: 400 }, issues: [{ path: 'ids' }] })
  expect((await statusOf(user_id)).lk_user_status_id).toBe(1)
  expect(await disable(rowsBefore(user_id, 100))).toMatchObject({ done: [user_id] })
  expect((await statusOf(user_id)).lk_user_status_id).toBe(2)
})

test('one call undoes an action on several rows; a row of others and an action without an undo are refused', async () => {
  const ctx = await adminCtx()
  const people = [await site.addPerson(), await site.addPerson(), await site.addPerson({ code: 'CCC' })]
  const ids = people.map(({ user_id }) => user_id)
  const active = async () => Promise.all(ids.map(async (user_id) => (await statusOf(user_id)).lk_user_status_id === 1))
  await bulk!.run(ctx, { action: 'deactivate', ids, reason })
  expect(await active()).toEqual([false, false, true])
  const undo = () => bulk!.run(ctx, { action: 'deactivate', ids, undo: true })
  expect(await undo()).toMatchObject({
    done: ids.slice(0, 2),
    refused: [{ id: ids[2] }],
    message: expect.stringMatching(/^Disable: 2 of 3 undone\. /),
  })
  expect(await active()).toEqual([true, true, true])
  // The second undo changes nothing.
  await undo()
  expect(await active()).toEqual([true, true, true])
  await expect(bulk!.run(ctx, { action: 'activate', ids, undo: true })).rejects.toMatchObject({
    kind: { code: 'NOT_FOUND' },
  })
  const instructor = (await site.signIn(await site.addPerson({ role: 'Instructor' }))).ctx
  await expect(bulk!.run(instructor, { action: 'remove', ids, undo: true })).rejects.toMatchObject({
    kind: { code: 'FORBIDDEN' },
  })
})

const formOf = (values: Record<string, string>, rows: number[] = []) => ({
  values,
  all: (name: string) => (name === 'row' ? rows.map(String) : []),
  file: () => null,
})

test('without scripts a removal is confirmed first, and can be undone', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson({ role: 'Admin' })
  const url = new URL('http://localhost/manage/administrators?search=a')
  const send = (values: Record<string, string>, at = url) =>
    submitGrid(administrators, { ctx, url: at, form: formOf(values, values.row ? [Number(values.row)] : []) })
  const response = await send({ action: `remove:${user_id}` })
  expect(response.to).toBe(`/manage/administrators?search=a&ask=remove%3A${user_id}`)
  expect((await statusOf(user_id)).deleted_at).toBeNull()
  const pageRedirect = await send({ action: 'remove', row: String(user_id), confirmed: '1' }, new URL(response.to, url))
  expect(pageRedirect.to).toBe(`/manage/administrators?search=a&undo=remove%3A${user_id}`)
  expect((await statusOf(user_id)).deleted_at).toBeInstanceOf(Date)
  await send({ action: 'remove', row: String(user_id), undo: '1' }, new URL(pageRedirect.to, url))
  expect((await statusOf(user_id)).deleted_at).toBeNull()
})

test('without scripts an action on several rows offers to undo those that were done', async () => {
  const ctx = await adminCtx()
  const rows = [await site.addPerson(), await site.addPerson(), await site.addPerson({ code: 'CCC' })].map(
    ({ user_id }) => user_id,
  )
  const url = new URL('http://localhost/manage/students')
  const send = (values: Record<string, string>) => submitGrid(students, { ctx, url, form: formOf(values, rows) })
  const { to } = await send({ action: 'deactivate', confirmed: '1', reason })
  expect(new URL(to, url).searchParams.get('undo')).toBe(`deactivate:${rows[0]},${rows[1]}`)
  await send({ action: 'deactivate', undo: '1' })
  expect((await statusOf(rows[1]!)).lk_user_status_id).toBe(1)
})

test('without scripts an action with a reason asks for it first, and is refused without one', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson()
  const url = new URL('http://localhost/manage/students')
  const send = async (values: Record<string, string>, grid = students) => {
    const response = await submitGrid(grid, { ctx, url, form: formOf({ action: 'deactivate', ...values }, [user_id]) })
    return { ...response, status: (await statusOf(user_id)).lk_user_status_id }
  }
  const withoutConfirm = students.actions!.map(({ confirm: _, ...action }) => action)
  for (const grid of [students, { ...students, actions: withoutConfirm }])
    expect(await send({ reason }, grid)).toMatchObject({
      to: `/manage/students?ask=deactivate%3A${user_id}`,
      status: 1,
    })
  for (const empty of ['', ' \n'])
    expect(await send({ confirmed: '1', reason: empty })).toMatchObject({
      flash: { kind: 'error', text: 'Enter a reason.' },
      status: 1,
    })
  expect(await send({ confirmed: '1', reason })).toMatchObject({ flash: { kind: 'success' }, status: 2 })
})

test('without scripts an action on more than a hundred rows is refused with its reason, and changes none', async () => {
  const ctx = await adminCtx()
  const { user_id } = await site.addPerson()
  const url = new URL('http://localhost/manage/students')
  const send = async (length: number, values: Record<string, string>) => {
    const rows = rowsBefore(user_id, length).reverse()
    const form = formOf({ action: 'deactivate', ...values }, rows)
    const { to, flash } = await submitGrid(students, { ctx, url, form })
    return { to, flash, status: (await statusOf(user_id)).lk_user_status_id }
  }
  const refusal = {
    to: '/manage/students',
    flash: { kind: 'error', text: expect.stringMatching(/^You can select up to 100 rows at a time\. /) },
  }
  expect(await send(101, {})).toMatchObject({ ...refusal, status: 1 })
  expect(await send(101, { confirmed: '1', reason })).toMatchObject({ ...refusal, status: 1 })
  expect(await send(100, { confirmed: '1', reason })).toMatchObject({ flash: { kind: 'success' }, status: 2 })
  expect(await send(101, { undo: '1' })).toMatchObject({ ...refusal, status: 2 })
  const pending = (length: number) =>
    readPendingAction(new URLSearchParams({ ask: `deactivate:${rowsBefore(user_id, length).join()}` }), 'ask')
  expect([pending(100)?.ids.length, pending(101)]).toEqual([100, null])
})

test('without scripts an action for selected rows is refused on all matching rows, before any confirmation', async () => {
  const ctx = await adminCtx()
  const actions = students.actions!.map((action) => ({ ...action, chosenOnly: 'each row is looked at' }))
  const url = new URL('http://localhost/manage/students')
  for (const confirmed of ['', '1']) {
    const form = formOf({ action: 'deactivate', matching: '1', confirmed, query: '', reason })
    expect(await submitGrid({ ...students, actions }, { ctx, url, form })).toMatchObject({
      to: '/manage/students',
      flash: { kind: 'error', text: expect.stringMatching(/^This action works only on rows that you select\. /) },
    })
  }
})

test('a link is shown with its permission, and not with the one that another link needs', async () => {
  const url = new URL('http://localhost/manage/students')
  const ctx = await adminCtx()
  const labelsOf = async (...keys: string[]) => {
    const { links } = await loadGrid(students, { ctx: ctx.as({ actor: holding(ctx.actor, keys) }), url })
    return links.map(({ label }) => label)
  }
  const read = ['MANAGE_STUDENTS:READ']
  expect(await labelsOf(...read)).toEqual(expect.arrayContaining(['View Profile']))
  expect(await labelsOf(...read)).not.toContain('Edit Profile')
  const updating = await labelsOf(...read, 'MANAGE_STUDENTS:UPDATE')
  expect(updating).toContain('Edit Profile')
  expect(updating).not.toContain('View Profile')
})

test('two lists on one page keep to their own part of the address, with their confirmations', async () => {
  const ctx = await adminCtx()
  const url = new URL('http://localhost/page?people.search=nobody&staff.limit=25&tab=1')
  const [people, staff] = await Promise.all([
    loadGrid(students, { ctx, url }, undefined, { prefix: 'people.' }),
    loadGrid(administrators, { ctx, url }, undefined, { prefix: 'staff.' }),
  ])
  expect([people.count, people.state.limit, staff.state.search, staff.state.limit]).toEqual([0, 10, '', 25])
  expect(hrefOf(staff, { ...staff.state, search: 'ana' })).toBe(
    '/page?people.search=nobody&tab=1&staff.search=ana&staff.limit=25',
  )
  const { user_id } = await site.addPerson({ role: 'Admin' })
  const form = formOf({ action: `remove:${user_id}` })
  const response = await submitGrid(administrators, { ctx, url, form }, { prefix: 'staff.' })
  expect(response.to).toBe(`/page?people.search=nobody&staff.limit=25&tab=1&staff.ask=remove%3A${user_id}`)
  const nextUrl = new URL(response.to, url)
  expect((await loadGrid(administrators, { ctx, url: nextUrl }, undefined, { prefix: 'staff.' })).asked?.ids).toEqual([
    user_id,
  ])
  expect((await loadGrid(students, { ctx, url: nextUrl }, undefined, { prefix: 'people.' })).asked).toBeNull()
})
