import { addNotification } from '#modules/identity/notifications/notification.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { type FileOwner, releaseFiles } from '#platform/files/file-claims.ts'
import type { StoredFile } from '#platform/files/files.ts'
import { pathTo } from '#platform/path-to.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import { filesPort } from '#platform/ports.ts'
import { type Sayable, type SentenceParams, sentenceOf } from '#platform/sentence.ts'
import type { Text } from '#platform/texts.ts'
import { taskTexts } from './tasks.texts.ts'

/** Background work that takes minutes, as its worker sees it. */
export type Task<Input extends object = Record<string, unknown>> = {
  task_id: number
  organization_id: number
  user_id: number
  kind: string
  rows_done: number
  rows_total: number | null
  input: Input
}

export type NewTask = {
  user_id: number
  kind: `${string}.${string}`
  /** The title in the requester's list of tasks. */
  title: Sayable
  rows_total?: number | null
  /**
   * The worker's input: ids and choices, never names or numbers of people. A file in `file_key` is released at the end.
   */
  input?: object
  /** A second request with this key finds the first one while it is running. */
  dedupe_key?: string | null
  /** Permissions required each time its file is opened, in addition to the requester's organizations at the time. */
  needs?: readonly PermissionKey[]
}

export type TaskFile = { key: string; name: string; type: string; size: number }

/** How long a file can be downloaded. */
const fileDays = 7

/** The folder of a task's files: nothing else refers to its content, so it can be deleted on time. */
const taskFolder = (task_id: number): string => `task-${task_id}`

/**
 * Stores a task's file, outside any transaction. Its name is recorded first: if no task references it, because its
 * worker was killed or another one was faster, the sweep deletes it a day later.
 */
export const storeTaskFile = (
  ctx: Ctx,
  task_id: number,
  file: { stream: AsyncIterable<Uint8Array>; content_type: string; limit_bytes: number },
): Promise<StoredFile> =>
  ctx.use(filesPort).put({
    ...file,
    folder: taskFolder(task_id),
    before: async (file_key) => {
      await ctx.sql`
        insert into identity.stored_task_file (file_key, task_id, organization_id)
        select ${file_key}, task_id, organization_id from identity.task where task_id = ${task_id}
        on conflict (file_key) do update set created_at = platform.now()`
    },
  })

/**
 * Adds a task, or finds the running one with this key. The caller emits its own fact with the id in the same
 * transaction, and a job handles it: `findOpenTask`, then `advanceTask` as rows are done, then `finishTask` or
 * `failTask`.
 */
export async function addTask(ctx: Ctx, task: NewTask): Promise<{ task_id: number; added: boolean }> {
  const { user_id, kind, rows_total = null, input = {}, dedupe_key = null, needs = [] } = task
  const title = sentenceOf(task.title)
  const [row] = await ctx.sql<{ task_id: number }>`
    insert into identity.task (organization_id, user_id, kind, title_en, title_es, title_params, rows_total,
                               input, dedupe_key, needs, organization_ids)
    select p.organization_id, p.user_id, ${kind}, ${title.text[0]}, ${title.text[1]}, ${ctx.sql.json(title.params)},
           ${rows_total}, ${ctx.sql.json(input)}, ${dedupe_key}, ${ctx.sql.array(needs)}::text[],
           ${ctx.sql.array(ctx.actor.kind === 'user' ? ctx.organization.scope : [])}::integer[]
    from identity.person p where p.user_id = ${user_id} and p.deleted_at is null
    on conflict (user_id, dedupe_key) where state in ('waiting', 'running') do nothing
    returning task_id`
  if (row) return { task_id: row.task_id, added: true }
  const [open] = await ctx.sql<{ task_id: number }>`
    select task_id from identity.task
    where user_id = ${user_id} and dedupe_key = ${dedupe_key} and state in ('waiting', 'running')`
  if (!open) throw new Error(`no task of ${user_id} can be added`)
  return { task_id: open.task_id, added: false }
}

/** The task if its work has not ended. A job that runs again finds the progress in `rows_done`. */
export async function findOpenTask<Input extends object>(ctx: Ctx, task_id: number): Promise<Task<Input> | null> {
  const [task] = await ctx.sql<Task<Input>>`
    update identity.task set state = 'running', updated_at = platform.now()
    where task_id = ${task_id} and state in ('waiting', 'running')
    returning task_id, organization_id, user_id, kind, rows_done, rows_total, input`
  return task ?? null
}

/** Records the progress. False if the task has ended: its worker should stop. */
export async function advanceTask(ctx: Ctx, task_id: number, rows_done: number, rows_total?: number): Promise<boolean> {
  const [task] = await ctx.sql`
    update identity.task
    set rows_done = ${rows_done}, rows_total = coalesce(${rows_total ?? null}, rows_total), updated_at = platform.now()
    where task_id = ${task_id} and state = 'running'
    returning task_id`
  return task !== undefined
}

type TaskEnd = {
  summary: Sayable
  file?: TaskFile
  /** The time in which its author may undo it; null for a task that can't be undone. */
  undo_days?: number | null
  quiet?: boolean
}

/**
 * Ends a completed task and notifies its requester, unless they waited for it (`quiet`). Returns false and changes
 * nothing for one that has ended.
 */
export async function finishTask(
  ctx: Ctx,
  task_id: number,
  { summary, file, undo_days = null, quiet = false }: TaskEnd,
): Promise<boolean> {
  const expires = file ? ctx.sql`platform.now() + make_interval(days => ${fileDays})` : ctx.sql`null`
  return endTask(
    ctx,
    task_id,
    ctx.sql`state = 'done', rows_done = coalesce(rows_total, rows_done), ${summaryColumns(ctx, summary)},
            file_key = ${file?.key ?? null}, file_name = ${file?.name ?? null},
            file_type = ${file?.type ?? null}, file_size = ${file?.size ?? null}, expires_at = ${expires},
            undo_until = platform.now() + make_interval(days => ${undo_days}::int)`,
    quiet ? null : taskTexts.done,
  )
}

/** The stored file of a task; null if there is none. */
export async function findTaskFile(ctx: Ctx, task_id: number): Promise<TaskFile | null> {
  const [file] = await ctx.sql<TaskFile>`
    select file_key as key, file_name as name, file_type as type, file_size::integer as size
    from identity.task where task_id = ${task_id} and file_key is not null`
  return file ?? null
}

/** The stored files of these tasks of the caller. */
export async function listTaskFiles(
  { sql, actor }: Ctx,
  task_ids: readonly number[],
): Promise<{ task_id: number; name: string; expires_at: Date }[]> {
  if (task_ids.length === 0 || actor.kind !== 'user') return []
  return sql`
    select task_id, file_name as name, expires_at from identity.task
    where task_id = any(${sql.array(task_ids)}::int[]) and user_id = ${actor.user_id} and file_key is not null
      and expires_at > platform.now()`
}

/** Stops offering to undo a task, because the undo has started. Returns false if the time to undo it is over. */
export async function endTaskUndo({ sql }: Ctx, task_id: number): Promise<boolean> {
  const [task] = await sql`
    update identity.task set undo_until = null, updated_at = platform.now()
    where task_id = ${task_id} and undo_until > platform.now()
    returning task_id`
  return task !== undefined
}

/** Ends a failed task with a sentence that says why and what to do. */
export const failTask = (ctx: Ctx, task_id: number, reason: Sayable): Promise<boolean> =>
  endTask(ctx, task_id, ctx.sql`state = 'failed', ${summaryColumns(ctx, reason)}`, taskTexts.failed)

function summaryColumns({ sql }: Ctx, summary: Sayable): Fragment {
  const { text, params } = sentenceOf(summary)
  return sql`summary_en = ${text[0]}, summary_es = ${text[1]}, summary_params = ${sql.json(params)}`
}

/** Whether an unfinished task uses this file. */
export const isTaskInput: FileOwner = async ({ sql }, file_key) => {
  const rows = await sql`
    select from identity.task where state in ('waiting', 'running') and input->>'file_key' = ${file_key}`
  return rows.length > 0
}

async function endTask(ctx: Ctx, task_id: number, changes: Fragment, message: Text | null): Promise<boolean> {
  const [open] = await ctx.sql<{ file_key: string | null }>`
    select input->>'file_key' as file_key from identity.task
    where task_id = ${task_id} and state in ('waiting', 'running') for update`
  if (!open) return false
  await releaseFiles(ctx, [open.file_key])
  const [row] = await ctx.sql<{
    user_id: number
    title_en: string
    title_es: string
    title_params: SentenceParams
  }>`
    update identity.task set ${changes}, input = '{}', ended_at = platform.now(), updated_at = platform.now()
    where task_id = ${task_id}
    returning user_id, title_en, title_es, title_params`
  if (!message) return true
  const { user_id, title_en, title_es, title_params } = row!
  const title = { text: [title_en, title_es] as const, params: title_params }
  const text = { text: message, params: { title } }
  await addNotification(ctx, { user_id, cause: `task:${task_id}`, text, href: pathTo('/manage/tasks') })
  return true
}

/** Ends tasks without progress for an hour, and deletes files that expired or that no task references. Safe to repeat. */
export async function sweepTasks(ctx: Ctx): Promise<void> {
  const lostTasks = await ctx.sql<{ task_id: number }>`
    select task_id from identity.task
    where state in ('waiting', 'running') and updated_at < platform.now() - interval '1 hour' limit 100`
  for (const { task_id } of lostTasks) await ctx.tx((inner) => failTask(inner, task_id, taskTexts.lost))
  const expiredFiles = await ctx.sql<{ task_id: number; file_key: string }>`
    select task_id, file_key from identity.task where file_key is not null and expires_at < platform.now() limit 100`
  for (const { task_id, file_key } of expiredFiles) {
    await ctx.use(filesPort).remove(file_key)
    await ctx.sql`
      update identity.task set file_key = null, file_name = null, file_type = null, file_size = null
      where task_id = ${task_id}`
  }
  await sweepStoredFiles(ctx)
}

/** Deletes the stored files, more than a day old, that their ended task does not reference. */
async function sweepStoredFiles(ctx: Ctx): Promise<void> {
  const files = await ctx.sql<{ file_key: string; taken: boolean }>`
    select f.file_key, t.file_key is not distinct from f.file_key as taken
    from identity.stored_task_file f join identity.task t using (task_id)
    where f.created_at < platform.now() - interval '1 day' and t.state in ('done', 'failed') limit 100`
  for (const { file_key, taken } of files) {
    if (!taken) await ctx.use(filesPort).remove(file_key)
    await ctx.sql`delete from identity.stored_task_file where file_key = ${file_key}`
  }
}
