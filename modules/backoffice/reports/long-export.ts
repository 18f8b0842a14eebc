import { createHash } from 'node:crypto'
import {
  addTask,
  advanceTask,
  failTask,
  findOpenTask,
  finishTask,
  requesterContext,
  storeTaskFile,
} from '#modules/identity/index.ts'
import type { UserActor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { FileTooLarge } from '#platform/files/file-errors.ts'
import { exportRows } from '#platform/grid/export.ts'
import type { AnyGrid } from '#platform/grid/grid.ts'
import { gridList } from '#platform/grid/grid-keeper.ts'
import type { longExports } from '#platform/grid/long-export.ts'
import { readQuery } from '#platform/grid/query.ts'
import { type PermissionKey, requireGate, userOf } from '#platform/permissions.ts'
import type { Locale, Text } from '#platform/texts.ts'
import { isViewing } from '#platform/viewing.ts'
import { maxBytes, summaryOf } from './background-file.ts'
import { exportRequested } from './facts.ts'
import { longExportTexts as words } from './long-export.texts.ts'

type ExportInput = {
  call: string
  input: Record<string, unknown>
  organization_id: number
  user_id: number
  locale: Locale
  request_id: string
}

const gridOf = (ctx: Ctx, call: string): AnyGrid | undefined =>
  ctx
    .use(gridList)()
    .find(({ calls }) => calls.export === call)

/** The permissions that admit the caller to a list and can't be left out: opening its file requires them. */
function keysFor({ may }: AnyGrid, actor: UserActor): PermissionKey[] {
  const keys = new Set(actor.permissions)
  for (const key of actor.permissions) {
    keys.delete(key)
    if (!may.gate({ ...actor, permissions: keys })) keys.add(key)
  }
  return [...keys] as PermissionKey[]
}

/** Starts exporting a long list in the background; an equal running export is returned instead. */
export const startExport: NonNullable<typeof longExports.of> = async (ctx, call, input) => {
  // The file and the task would belong to the viewed person.
  if (isViewing(ctx.actor)) throw errors.whileViewing()
  const grid = gridOf(ctx, call)!
  const { user_id } = userOf(ctx)
  const { organization_id } = ctx.organization
  const exportInput: ExportInput = {
    call,
    input,
    organization_id,
    user_id,
    locale: ctx.locale,
    request_id: ctx.request.id,
  }
  const { request_id: _, ...deduplicated } = exportInput
  await ctx.tx(async (inner) => {
    const { task_id, added } = await addTask(inner, {
      user_id,
      kind: 'lists.export',
      title: { text: words.title, params: { list: { text: grid.title } } },
      input: exportInput,
      dedupe_key: `lists.export:${createHash('sha256').update(JSON.stringify(deduplicated)).digest('hex')}`,
      needs: keysFor(grid, userOf(ctx)),
    })
    if (!added) return
    await inner.emit(exportRequested, { task_id })
    await inner.audit({
      action: call.slice('GET /'.length).replaceAll('/', '.'),
      subject: `task_id:${task_id}`,
      after: { background: true },
    })
  })
}

/**
 * Makes the file of a long list with its requester's current permissions. Safe to repeat: a finished task stays
 * unchanged.
 */
export async function carryOutExport(ctx: Ctx, task_id: number, { last = false } = {}): Promise<void> {
  const task = await findOpenTask<ExportInput>(ctx, task_id)
  if (!task) return
  try {
    await makeFile(ctx, task_id, task.input)
  } catch (error) {
    const reason = refusalOf(error) ?? (last ? words.failed : null)
    if (reason) await ctx.tx((inner) => failTask(inner, task_id, reason))
    if (!reason || reason === words.failed) throw error
  }
}

function refusalOf(error: unknown): Text | null {
  if (error instanceof FileTooLarge) return words.tooLarge
  return error instanceof Refusal && error.kind.status !== 503 ? words.noRight : null
}

async function makeFile(ctx: Ctx, task_id: number, exportInput: ExportInput): Promise<void> {
  const { call, input, user_id, organization_id, locale, request_id } = exportInput
  const account = await requesterContext(ctx, user_id, organization_id)
  const grid = gridOf(ctx, call)
  if (!account || !grid) throw errors.forbidden()
  const requester = account.as({ locale })
  requireGate(grid.may, requester.actor)
  await grid.may.scope?.(requester, input)
  let rows = 0
  const onRows = async (writtenCount: number) => {
    rows = writtenCount
    if (!(await advanceTask(ctx, task_id, writtenCount))) throw new Error('the task has ended')
  }
  const { body, name, type } = await exportRows(requester, grid, readQuery(grid, input, requester), {
    format: input.export === 'csv' ? 'csv' : 'xlsx',
    singlePage: false,
    onRows,
    reference: request_id,
  })
  const { key, size } = await storeTaskFile(ctx, task_id, {
    stream: body as ReadableStream<Uint8Array>,
    content_type: type,
    limit_bytes: maxBytes,
  })
  await ctx.tx((inner) => finishTask(inner, task_id, { summary: summaryOf(rows), file: { key, size, name, type } }))
}
