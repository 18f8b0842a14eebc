import { describe, expect, it, test } from 'vitest'
import { permissionKeys } from '#modules/identity/entry.ts'
import { roleId, userStatus } from '#modules/identity/people/roles.ts'
import type { Port } from '#platform/ctx.ts'
import { bulkPath } from '#platform/grid/bulk.ts'
import { matchingActions } from '#platform/grid/bulk-matching.ts'
import type { GridDeclaration } from '#platform/grid/grid-declaration.ts'
import { gridList, nameOfGrid } from '#platform/grid/grid-keeper.ts'
import type { RowAction } from '#platform/grid/row-action.ts'
import { inputFor } from '#platform/grid/row-action.ts'
import { openTestApp } from '#tests/support/app.ts'
import { callOperation } from '#tests/support/call.ts'
import { processBulkRun } from './process-bulk-run.ts'

const app = await openTestApp({ jobs: true })
const { read } = app.database
const system = await app.ctx({ kind: 'system', name: 'test' })
const grids = (await app.ctx()).use(gridList)() as readonly GridDeclaration[]

const roleOf: Readonly<Record<string, keyof typeof roleId>> = {
  'administrator/fetch': 'Admin',
  'instructor/fetch': 'Instructor',
  'supportStaff/fetch': 'Support',
  'student/fetch': 'Student',
}

let people = 0
async function addPerson(role: keyof typeof roleId): Promise<number> {
  people += 1
  const loginid = `own-row${people}@example.com`
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name)
    values (1, ${roleId[role]}, ${loginid}, ${loginid}, 'Olga', ${`Row${people}`}) returning user_id`
  const { user_id } = row!
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    select ${user_id}, 1, key, true from unnest(${read.array([...permissionKeys])}::text[]) key`
  return user_id
}
const stateOf = async (user_id: number) => {
  const [row] = await read`
    select lk_user_status_id, deleted_at from identity.person where user_id = ${user_id}`
  return row
}
const reasonFor = ({ reason }: RowAction) => (reason ? 'As agreed.' : '')
const ownRows = grids.flatMap((grid) =>
  (grid.actions ?? [])
    .filter(({ notOwn }) => notOwn)
    .map((action) => [nameOfGrid(grid), action.name, grid, action] as const),
)

it("every action that disables or removes accounts is refused for one's own account", () => {
  const actions = grids
    .flatMap((grid) => (grid.actions ?? []).map((action) => ({ grid: nameOfGrid(grid), action })))
    .filter(
      ({ action }) =>
        /deactivate|remove/.test(action.name) && /user|administrator|instructor|student/i.test(action.operation.call),
    )
  expect(actions.length).toBeGreaterThan(6)
  expect(actions.filter(({ action }) => !action.notOwn).map(({ grid, action }) => `${grid} ${action.name}`)).toEqual([])
})

describe.each(ownRows)('%s: %s', (name, _, grid, action) => {
  const path = bulkPath(grid.calls.fetch)

  it("is refused for one's own account, alone, with others, and with all matching rows", async () => {
    // Students have no lists, so only a colleague's row can be theirs.
    const role = roleOf[name]!
    const self = await addPerson(role === 'Student' ? 'Admin' : role)
    const [other, another] = [await addPerson(role), await addPerson(role)]
    const client = await app.as(self)
    const before = await stateOf(self)
    const single = await callOperation(client, action.operation, inputFor(action, self, reasonFor(action)))
    expect(single.status).toBeGreaterThanOrEqual(400)
    const mixed = await client.post(path, { action: action.name, ids: [self, other], reason: reasonFor(action) })
    expect([mixed.status, mixed.body.done]).toEqual([200, [other]])
    expect(mixed.body.refused.map(({ id }: { id: number }) => id)).toEqual([self])
    expect(await stateOf(self)).toEqual(before)
    if (!matchingActions(grid).includes(action)) return
    const all = await client.post(`${path}/all`, {
      action: action.name,
      query: new URLSearchParams({ search: 'Olga' }).toString(),
      ...(action.reason && { reason: reasonFor(action) }),
    })
    expect(all.status, all.text).toBe(200)
    await app.runJobs()
    expect(await stateOf(self)).toEqual(before)
    expect(await stateOf(another)).not.toEqual(before)
  })
})

/** The context of a worker whose lists have an operation that refuses nothing: the run's own rules decide. */
function withoutRules(ctx: typeof system, doneIds: number[]): typeof system {
  const lax = grids.map((grid) => ({
    ...grid,
    actions: grid.actions?.map((action) => ({
      ...action,
      operation: {
        ...action.operation,
        run: async (_: unknown, input: Record<string, unknown>) => void doneIds.push(input[action.takes_key] as number),
      },
    })),
  }))
  const use = (port: Port<unknown>) => ((port as unknown) === gridList ? () => lax : ctx.use(port))
  return { ...ctx, use } as typeof system
}

test("a run skips its author's own row, rows in a state that the action excludes, and rows out of scope", async () => {
  const [self, active, disabled, outsider] = [
    await addPerson('Admin'),
    await addPerson('Admin'),
    await addPerson('Admin'),
    await addPerson('Admin'),
  ]
  const last_name = 'Rulebound'
  await read`
    update identity.person set last_name = ${last_name} where user_id in (${self}, ${active}, ${disabled}, ${outsider})`
  const client = await app.as(self)
  const { body } = await client.post('/administrator/bulk/all', {
    action: 'deactivate',
    query: `last_name=exact:${last_name}`,
    reason: 'As agreed.',
  })
  expect(body).toMatchObject({ rows: 4 })
  await read`update identity.person set lk_user_status_id = ${userStatus.Disabled} where user_id = ${disabled}`
  await read`update identity.person set deleted_at = platform.now() where user_id = ${outsider}`
  const [run] = await read<{ bulk_run_id: number }>`
    select bulk_run_id from backoffice.bulk_run where task_id = ${body.task_id}`
  const doneIds: number[] = []
  await processBulkRun(withoutRules(system, doneIds), run!.bulk_run_id)
  expect(doneIds).toEqual([active])
  const rows = await read<{ row_key: number; why: string | null }>`
    select row_key, why_en as why from backoffice.bulk_run_row where bulk_run_id = ${run!.bulk_run_id}`
  expect(Object.fromEntries(rows.map(({ row_key, why }) => [row_key, why]))).toEqual({
    [self]: "You can't enable or disable your own account.",
    [active]: null,
    [disabled]: "This action doesn't apply to the row as it is now.",
    [outsider]: "This row is gone, or you can't see it anymore.",
  })
})
