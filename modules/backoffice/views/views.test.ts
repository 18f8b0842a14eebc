import { expect, test } from 'vitest'
import { administrators } from '#modules/backoffice/staff/administrators.grid.ts'
import { students } from '#modules/backoffice/students/students.grid.ts'
import { loadGrid } from '#platform/grid/grid-data.ts'
import { gridKeeper, gridList } from '#platform/grid/grid-keeper.ts'
import { fillPorts } from '#platform/open-ctx.ts'
import { openTestSite } from '#tests/fixtures/identity/site.ts'
import { selectGridPreferences } from './grid-preferences.ts'
import { chooseView, fetchViews, removeView, saveGridLayout, saveView } from './views.ts'

const site = await openTestSite(
  fillPorts([gridKeeper, selectGridPreferences], [gridList, () => [students, administrators]]),
)
const grid = 'student/fetch'
const query = 'last_name=start%3ADi&sort_by=last_name%2C-created_at&columns=last_name%2Cfirst_name'

async function staffOf(code = 'AAA', role: 'Admin' | 'Instructor' = 'Admin') {
  const { user_id } = await site.addPerson({ code, role })
  const { ctx } = await site.signIn({ user_id, code })
  return ctx
}
/** The same person without the permission to share. */
const without = <T extends Awaited<ReturnType<typeof staffOf>>>(ctx: T, key: string): T => {
  if (ctx.actor.kind !== 'user') throw new Error('no person')
  const permissions = new Set([...ctx.actor.permissions].filter((permission) => permission !== key))
  return ctx.as({ actor: { ...ctx.actor, permissions } }) as T
}
const open = async (ctx: Awaited<ReturnType<typeof staffOf>>, search = '') =>
  loadGrid(students, { ctx, url: new URL(`http://localhost/manage/students${search}`) })
const refusal = (status: number) => ({ kind: { status } })
const namesOf = async (ctx: Awaited<ReturnType<typeof staffOf>>) =>
  (await fetchViews.run(ctx, { grid })).views.map(({ name }) => name)

test('a saved view restores filters, order and columns, for its owner only', async () => {
  const ana = await staffOf()
  const { data } = await saveView.run(ana, { grid, name: ' Di people ', query })
  expect(data).toMatchObject({ name: 'Di people', query, shared: false, changeable: true })
  const { state, views, missing } = await open(ana, `?view=${data.grid_view_id}`)
  expect(state).toMatchObject({
    filters: { last_name: ['start:Di'] },
    sort_by: 'last_name,-created_at',
    columns: ['last_name', 'first_name'],
    view: data.grid_view_id,
    edited: false,
  })
  expect([views.map(({ name }) => name), missing]).toEqual([['Di people'], []])
  const bob = await staffOf()
  expect(await namesOf(bob)).toEqual([])
  const other = await open(bob, `?view=${data.grid_view_id}`)
  expect([other.view_gone, other.state.filters]).toEqual([true, {}])
  for (const attempt of [
    () => saveView.run(bob, { grid_view_id: data.grid_view_id, name: 'Mine' }),
    () => removeView.run(bob, { grid_view_id: data.grid_view_id }),
    () => chooseView.run(bob, { grid, grid_view_id: data.grid_view_id }),
  ])
    await expect(attempt()).rejects.toMatchObject(refusal(404))
})

test('a shared view is visible to all staff of the site, but not of sites above or below', async () => {
  const ana = await staffOf('BBB')
  const { data } = await saveView.run(ana, { grid, name: 'Shared in B', query, shared: true })
  expect(await namesOf(await staffOf('BBB'))).toContain('Shared in B')
  for (const code of ['AAA', 'CCC']) {
    const outsider = await staffOf(code)
    expect(await namesOf(outsider)).not.toContain('Shared in B')
    await expect(removeView.run(outsider, { grid_view_id: data.grid_view_id })).rejects.toMatchObject(refusal(404))
  }
  // Visiting staff of a parent organization work there like everyone else.
  const visiting = (await staffOf('AAA')).as({ organization: ana.organization })
  expect(await namesOf(visiting)).toContain('Shared in B')
})

test('sharing a view, changing a shared one and setting the default require the settings permission', async () => {
  const admin = await staffOf()
  const plainCtx = without(await staffOf(), 'MANAGE_SETTINGS:UPDATE')
  await expect(saveView.run(plainCtx, { grid, name: 'S', query, shared: true })).rejects.toMatchObject(refusal(403))
  const { data: own } = await saveView.run(plainCtx, { grid, name: 'S', query })
  await expect(saveView.run(plainCtx, { grid_view_id: own.grid_view_id, shared: true })).rejects.toMatchObject(
    refusal(403),
  )
  const { data } = await saveView.run(admin, { grid, name: 'Everyone', query: 'search=x', shared: true })
  const { grid_view_id } = data
  for (const attempt of [
    () => saveView.run(plainCtx, { grid_view_id, name: 'Other' }),
    () => removeView.run(plainCtx, { grid_view_id }),
    () => chooseView.run(plainCtx, { grid, grid_view_id, everyone: true }),
  ])
    await expect(attempt()).rejects.toMatchObject(refusal(403))
  await expect(
    chooseView.run(plainCtx.as({ actor: admin.actor }), { grid, grid_view_id: own.grid_view_id, everyone: true }),
  ).rejects.toMatchObject(refusal(404))
  // A person who may not see the list has no views of it.
  const blind = without(await staffOf(), 'MANAGE_STUDENTS:READ')
  await expect(fetchViews.run(blind, { grid })).rejects.toMatchObject(refusal(403))
  await expect(saveView.run(blind, { grid, name: 'S', query })).rejects.toMatchObject(refusal(403))
  await expect(removeView.run(blind, { grid_view_id })).rejects.toMatchObject(refusal(403))
})

test("a list starts with the person's default view, else the shared default, else all rows", async () => {
  const admin = await staffOf('CCC')
  const other = await staffOf('CCC')
  const { data: shared } = await saveView.run(admin, { grid, name: 'All', query: 'search=all', shared: true })
  const { data: own } = await saveView.run(admin, { grid, name: 'Own', query: 'search=own' })
  const searched = async (ctx: typeof admin, search = '') => (await open(ctx, search)).state.search
  expect(await searched(other)).toBe('')
  await chooseView.run(admin, { grid, grid_view_id: shared.grid_view_id, everyone: true })
  expect([await searched(admin), await searched(other)]).toEqual(['all', 'all'])
  await chooseView.run(admin, { grid, grid_view_id: own.grid_view_id })
  expect([await searched(admin), await searched(other)]).toEqual(['own', 'all'])
  // An address with its own filters, or with no view, takes precedence.
  expect([await searched(other, '?view=0'), await searched(other, '?search=me')]).toEqual(['', 'me'])
  expect(await searched(admin, `?view=${own.grid_view_id}&edited=1`)).toBe('')
  await chooseView.run(other, { grid, grid_view_id: null })
  expect(await searched(other)).toBe('')
  await removeView.run(admin, { grid_view_id: own.grid_view_id })
  expect(await searched(admin)).toBe('')
  await expect(
    chooseView.run(admin, { grid: 'administrator/fetch', grid_view_id: shared.grid_view_id }),
  ).rejects.toMatchObject(refusal(404))
  // A view that is no longer shared is no longer the default.
  await saveView.run(admin, { grid_view_id: shared.grid_view_id, shared: false })
  expect(await searched(await staffOf('CCC'))).toBe('')
})

test('a view with a removed column or filter opens without it and names it', async () => {
  const ana = await staffOf()
  const { data } = await saveView.run(ana, { grid, name: 'Old', query })
  await site.database.read`
    update backoffice.grid_view
    set query = query || '&shoe_size=gte%3A40' || '&columns=first_name%2Cshoe_size' where grid_view_id = ${data.grid_view_id}`
  await site.database.read`
    update backoffice.grid_view
    set query = replace(query, 'sort_by=last_name', 'sort_by=-height%2Clast_name') where grid_view_id = ${data.grid_view_id}`
  const { state, missing, problem } = await open(ana, `?view=${data.grid_view_id}`)
  expect(missing).toEqual(['shoe_size', 'height'])
  expect(problem).toBeNull()
  expect(state.filters).toEqual({ last_name: ['start:Di'] })
  expect(state.sort_by).toBe('last_name,-created_at')
})

test('refuses to save settings the list does not support, and a duplicate name', async () => {
  const ana = await staffOf()
  const invalidValue = [
    'created_at=gte%3A13%2F45%2F2026',
    `search=${'x'.repeat(101)}`,
    `last_name=${'exact%3A'.repeat(600)}`,
  ]
  for (const invalidText of invalidValue)
    await expect(saveView.run(ana, { grid, name: 'Bad', query: invalidText })).rejects.toMatchObject(refusal(400))
  await expect(saveView.run(ana, { grid, name: '  ', query })).rejects.toMatchObject(refusal(400))
  await expect(saveView.run(ana, { grid, query })).rejects.toMatchObject(refusal(400))
  await expect(saveView.run(ana, { grid: 'secret/fetch', name: 'A', query })).rejects.toMatchObject(refusal(404))
  const results = await Promise.allSettled([1, 2].map(() => saveView.run(ana, { grid, name: 'Once', query })))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(saveView.run(ana, { grid, name: 'Once', query })).rejects.toMatchObject({
    kind: { code: 'VIEW_NAME_TAKEN' },
  })
})

test('limits the number of views of one list', async () => {
  const ana = await staffOf()
  for (let n = 0; n < 50; n++) await saveView.run(ana, { grid, name: `View ${n}`, query: '' })
  await expect(saveView.run(ana, { grid, name: 'One more', query: '' })).rejects.toMatchObject({
    kind: { code: 'TOO_MANY_VIEWS' },
  })
})

test('stores columns, their order and widths per person and site; a view has its own', async () => {
  const ana = await staffOf()
  await saveGridLayout.run(ana, { grid, columns: ['email', 'last_name'] })
  await saveGridLayout.run(ana, { grid, widths: { email: 4 } })
  const page = await open(ana)
  expect([page.state.columns, page.widths]).toEqual([['email', 'last_name'], { email: 4 }])
  const { data } = await saveView.run(ana, { grid, name: 'Columns', query })
  expect((await open(ana, `?view=${data.grid_view_id}`)).state.columns).toEqual(['last_name', 'first_name'])
  const childCtx = ana.as({ organization: (await staffOf('BBB')).organization })
  expect((await open(childCtx)).state.columns).toBeNull()
  await saveGridLayout.run(ana, { grid, columns: [] })
  const usual = await open(ana)
  expect([usual.state.columns, usual.widths]).toEqual([null, { email: 4 }])
  for (const invalidInput of [{ columns: ['password_hash'] }, { widths: { email: 99 } }, { widths: { nothing: 2 } }])
    await expect(saveGridLayout.run(ana, { grid, ...invalidInput })).rejects.toMatchObject(refusal(400))
})

test('every change of a view is audited with the former value', async () => {
  const ana = await staffOf()
  const { data } = await saveView.run(ana, { grid, name: 'Audited', query })
  const { grid_view_id } = data
  await saveView.run(ana, { grid_view_id, name: 'Renamed' })
  await chooseView.run(ana, { grid, grid_view_id })
  await removeView.run(ana, { grid_view_id })
  const rows = await site.database.read`
    select action, before->>'name' as old_name, after->>'name' as new_name from platform.audit_event
    where subject = ${`grid_view_id:${grid_view_id}`} order by audit_event_id`
  expect(rows).toEqual([
    { action: 'view.save', old_name: null, new_name: 'Audited' },
    { action: 'view.save', old_name: 'Audited', new_name: 'Renamed' },
    { action: 'view.choose', old_name: null, new_name: null },
    { action: 'view.remove', old_name: 'Renamed', new_name: null },
  ])
})

test('a shared view of a list the reader may not see reveals nothing and cannot be used on another list', async () => {
  const list = 'administrator/fetch'
  const admin = await staffOf()
  const secret = 'last_name=exact%3ASecret'
  const { data } = await saveView.run(admin, { grid: list, name: 'Of Admins', query: secret, shared: true })
  const reader = without(await staffOf(), 'MANAGE_ADMIN:READ')
  const { grid_view_id } = data
  for (const attempt of [
    () => fetchViews.run(reader, { grid: list }),
    () => saveView.run(reader, { grid: list, name: 'Mine', query: secret }),
    () => saveView.run(reader, { grid_view_id, name: 'Mine' }),
    () => removeView.run(reader, { grid_view_id }),
    () => chooseView.run(reader, { grid: list, grid_view_id }),
    () => saveGridLayout.run(reader, { grid: list, columns: ['last_name'] }),
  ])
    await expect(attempt()).rejects.toMatchObject(refusal(403))
  // Its number in the address of a visible list opens nothing, and can't be that list's default.
  const { state, view_gone } = await open(reader, `?view=${grid_view_id}`)
  expect([state.filters, view_gone]).toEqual([{}, true])
  await expect(chooseView.run(admin, { grid, grid_view_id })).rejects.toMatchObject(refusal(404))
})
