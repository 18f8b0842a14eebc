import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { operatorAdmin } from '#platform/operator.ts'
import { runDeadJobAgain } from '#platform/queue/jobs-state.sql.ts'
import { z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { systemTexts } from './system.texts.ts'

export const runDeadJob = operation({
  call: 'POST /system/runJob',
  summary: 'Runs a job again that has failed permanently',
  added: true,
  may: operatorAdmin('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({ job_id: z.uuid() }),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx, { job_id }) {
    const name = await runDeadJobAgain(ctx.sql, job_id)
    if (name === null) throw errors.notFound()
    await ctx.audit({ action: 'system.run-job', subject: `job:${job_id}`, after: { name } })
    return { message: localText(ctx.locale, systemTexts, 'started', { name }) }
  },
})
