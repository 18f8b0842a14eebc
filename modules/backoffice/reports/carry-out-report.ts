import {
  advanceTask,
  asTenant,
  failTask,
  findOpenTask,
  finishTask,
  requesterContext,
  storeTaskFile,
} from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { FileTooLarge } from '#platform/files/file-errors.ts'
import type { Text } from '#platform/texts.ts'
import { maxBytes, summaryOf } from './background-file.ts'
import { reportReady } from './facts.ts'
import { mayRead, readFilters } from './filters.ts'
import { reportTexts as words } from './reports.texts.ts'
import { findReport } from './reports.ts'
import { endRun, findRun, type Run } from './run.sql.ts'
import { fileName, fileTypes, writeReport } from './write-report.ts'

type Options = {
  /** Ends the work without a result. */
  signal?: AbortSignal
  /** The requester is waiting for the file, so no notification is needed. */
  quiet?: boolean
  /** No further attempt follows: the failure is recorded. */
  last?: boolean
}

/**
 * Makes the file of a run with its recipient's current permissions. Safe to repeat and to run concurrently: one run has
 * one file, and an ended one stays unchanged.
 */
export async function carryOutReport(ctx: Ctx, report_run_id: number, options: Options = {}): Promise<void> {
  const run = await findRun(ctx, report_run_id)
  if (run?.state !== 'waiting' || run.task_id === null) return
  if (!(await findOpenTask(ctx, run.task_id))) {
    // The task was lost and swept, and the history must show it.
    await endRun(ctx, report_run_id, 'failed')
    return
  }
  const requester = await requesterContext(ctx, run.user_id, run.organization_id)
  const report = findReport(run.report)
  if (!requester || !report || !mayRead(requester, report)) return fail(ctx, run, words.taskNoRight, 'refused')
  try {
    await makeFile(ctx, requester.as({ locale: run.locale }), run, options)
  } catch (error) {
    if (error instanceof Ended) {
      // Another worker was faster, or the task was given up. The history must show it.
      await endRun(ctx, report_run_id, 'failed')
      return
    }
    const reason = refusalOf(error) ?? (options.last ? words.taskFailed : null)
    if (reason) await fail(ctx, run, reason)
    if (!reason || reason === words.taskFailed) throw error
  }
}

async function fail(ctx: Ctx, run: Run, reason: Text, state: 'failed' | 'refused' = 'failed'): Promise<void> {
  await ctx.tx(async (inner) => {
    if (!(await endRun(inner, run.report_run_id, state))) return
    await failTask(inner, run.task_id!, reason)
    if (state === 'refused') await auditRefused(inner, run)
  })
}

export async function auditRefused(ctx: Ctx, run: Pick<Run, 'organization_id' | 'user_id' | 'report'>): Promise<void> {
  const tenant = await asTenant(ctx, run.organization_id)
  await tenant.audit({
    action: 'businessReport.refused',
    subject: `user_id:${run.user_id}`,
    subject_user_id: run.user_id,
    after: { report: run.report },
  })
}

/** The message of a permanent error; null for one that may pass. */
function refusalOf(error: unknown): Text | null {
  if (error instanceof FileTooLarge) return words.taskTooLarge
  return error instanceof Refusal && error.kind.status !== 503 ? words.taskFiltersGone : null
}

class Ended extends Error {}

async function makeFile(ctx: Ctx, requester: Ctx, run: Run, { signal, quiet = false }: Options): Promise<void> {
  const { report_run_id, format, filters: storedFilters, request_id } = run
  const task_id = run.task_id!
  const report = findReport(run.report)!
  // A scheduled report covers the days before its time, even if it is produced later.
  const filters = readFilters(run.due_at ? requester.as({ now: run.due_at }) : requester, report, storedFilters)
  let rows = 0
  const onRows = async (writtenCount: number) => {
    rows = writtenCount
    if (!(await advanceTask(ctx, task_id, writtenCount))) throw new Ended('the task has ended')
  }
  // The file goes to the store as fast as it accepts it: nothing waits for a browser while the cursor is open.
  const { key, size } = await requester.snapshot(
    (sql) =>
      storeTaskFile(ctx, task_id, {
        stream: writeReport(requester, sql, {
          report,
          format,
          stored: storedFilters,
          criteria: filters,
          request_id,
          onRows,
        }),
        content_type: fileTypes[format],
        limit_bytes: maxBytes,
      }),
    signal,
  )
  const file = { key, size, name: fileName(requester, report, format), type: fileTypes[format] }
  await ctx.tx(async (inner) => {
    if (!(await endRun(inner, report_run_id, 'done', rows))) return
    const isFinished = await finishTask(inner, task_id, { summary: summaryOf(rows), file, quiet })
    if (isFinished && run.report_schedule_id !== null) await inner.emit(reportReady, { report_run_id })
  })
}
