import { requesterContext } from '#modules/identity/rights/acting-for.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { binary, operation } from '#platform/operation.ts'
import { holds, type PermissionKey, staff, userOf } from '#platform/permissions.ts'
import { filesPort } from '#platform/ports.ts'
import { id, z } from '#platform/schema.ts'
import { localizeSentence, type SentenceParams } from '#platform/sentence.ts'
import { isViewing } from '#platform/viewing.ts'
import { Task } from './task.schema.ts'

type Row = {
  task_id: number
  kind: string
  title_en: string
  title_es: string
  title_params: SentenceParams
  state: Task['state']
  rows_done: number
  rows_total: number | null
  summary_en: string | null
  summary_es: string | null
  summary_params: SentenceParams
  file_key: string | null
  needs: string[]
  organization_ids: number[]
  expired: boolean
  undo_until: Date | null
  file_name: string | null
  file_type: string | null
  file_size: number | null
  created_at: Date
  ended_at: Date | null
  expires_at: Date | null
}

const maxShown = 50

/** The caller's own tasks, newest first. */
function listOwnTasks(ctx: Ctx, task_id: number | null): Promise<Row[]> {
  const idSql = task_id === null ? ctx.sql`true` : ctx.sql`task_id = ${task_id}`
  return ctx.sql<Row>`
    select task_id, kind, title_en, title_es, title_params, state, rows_done, rows_total, summary_en, summary_es,
           summary_params, file_key, needs, organization_ids, file_name, file_type, file_size::integer as file_size, created_at, ended_at, expires_at,
           case when undo_until > platform.now() then undo_until end as undo_until,
           coalesce(expires_at <= platform.now(), false) as expired
    from identity.task where user_id = ${userOf(ctx).user_id} and ${idSql}
    order by task_id desc limit ${maxShown}`
}

async function selectOwnTask(ctx: Ctx, task_id: number): Promise<Row> {
  const [row] = await listOwnTasks(ctx, task_id)
  if (!row) throw errors.notFound()
  return row
}

function taskOf({ locale }: Ctx, row: Row): Task {
  const { title_en, title_es, title_params, summary_en, summary_es, summary_params, ...others } = row
  const { file_name, file_size, file_key, needs: _, organization_ids: __, expired, ...rest } = others
  const instant = (instant: Date | null) => instant?.toISOString() ?? null
  return {
    ...rest,
    title: localizeSentence(locale, { text: [title_en, title_es], params: title_params }),
    summary:
      summary_en === null
        ? null
        : localizeSentence(locale, { text: [summary_en, summary_es ?? summary_en], params: summary_params }),
    file: file_key === null || expired ? null : { name: file_name!, size: file_size! },
    created_at: row.created_at.toISOString(),
    ended_at: instant(row.ended_at),
    expires_at: instant(row.expires_at),
    undo_until: instant(row.undo_until),
  }
}

export const fetchTasks = operation({
  call: 'GET /user/task/fetch',
  summary: "Lists the caller's 50 newest background tasks with their progress",
  added: true,
  may: staff(),
  takes: z.object({}),
  gives: z.object({ tasks: z.array(Task) }),
  run: async (ctx) => ({ tasks: (await listOwnTasks(ctx, null)).map((row) => taskOf(ctx, row)) }),
})

export const fetchTask = operation({
  call: 'GET /user/task/{task_id}',
  summary: "The progress of one of the caller's background tasks",
  added: true,
  may: staff(),
  takes: z.object({ task_id: id() }),
  gives: z.object({ task: Task }),
  run: async (ctx, { task_id }) => ({ task: taskOf(ctx, await selectOwnTask(ctx, task_id)) }),
})

export const downloadTaskFile = operation({
  call: 'GET /user/task/{task_id}/file',
  summary: "The file of one of the caller's background tasks, while it is stored",
  added: true,
  may: staff(),
  rate: 'export',
  takes: z.object({ task_id: id() }),
  gives: binary('application/octet-stream'),
  async run(ctx, { task_id }) {
    // The file was requested with the person's own permissions, not with those of staff viewing as them.
    if (isViewing(ctx.actor)) throw errors.notFound()
    const task = await selectOwnTask(ctx, task_id)
    const { file_key, expired, file_name, file_type } = task
    // It may be deleted a few minutes later.
    if (file_key === null || expired) throw errors.notFound()
    if (!(await canOpen(ctx, task))) throw errors.forbidden()
    const { stream } = await ctx.use(filesPort).open(file_key)
    await ctx.audit({ action: 'task.download', subject: `task_id:${task_id}` })
    return { body: stream, name: file_name!, type: file_type! }
  },
})

/** Uses current permissions: the file may be older than the loss of one. */
async function canOpen(ctx: Ctx, { needs, organization_ids }: Row): Promise<boolean> {
  if (!needs.every((key) => holds(ctx.actor, key as PermissionKey))) return false
  const { user_id, organization_id } = userOf(ctx)
  const reachableIds = new Set((await requesterContext(ctx, user_id, organization_id))?.organization.scope)
  return organization_ids.every((organization_id) => reachableIds.has(organization_id))
}
