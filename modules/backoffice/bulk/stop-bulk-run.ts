import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { bulkTexts as words } from './bulk.texts.ts'
import { lockRunOfTask, refuseOpenRows } from './bulk-run.sql.ts'
import { bulkRunAsked } from './facts.ts'

export const stopBulkRun = operation({
  call: 'POST /user/task/stop',
  summary:
    "Stops one of the caller's actions on all matching rows: changed rows stay changed, the others are unchanged",
  added: true,
  may: staff(),
  takes: z.object({ task_id: id() }),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx: Ctx, { task_id }) {
    const run = await lockRunOfTask(ctx, task_id)
    if (run?.user_id !== userOf(ctx).user_id) throw errors.notFound()
    const rows = await refuseOpenRows(ctx, run.bulk_run_id, words.stopped)
    // The run's worker writes the summary; the fact wakes another worker if that one has died.
    await ctx.emit(bulkRunAsked, { bulk_run_id: run.bulk_run_id })
    await ctx.audit({
      action: 'list.bulkStop',
      subject: `bulk_run_id:${run.bulk_run_id}`,
      after: { grid: run.grid, action: run.action, left: rows },
    })
    return { message: localText(ctx.locale, words, 'stopping') }
  },
})
