import { parseArgs } from 'node:util'
import { jobs as allJobs } from '#jobs/index.ts'
import type { Database } from '#platform/db/database.ts'
import type { Sql } from '#platform/db/sql.ts'
import { readEnv } from '#platform/env.ts'
import type { AnyJob } from '#platform/queue/job.ts'
import {
  listDeadJobs,
  listJobRuns,
  listJobStates,
  listScheduledJobs,
  runDeadJobAgain,
} from '#platform/queue/jobs-state.sql.ts'
import { exit, type Run, type Surroundings, table, UsageError } from './command.ts'
import { withDatabase } from './open-database.ts'
import { openCommandCtx } from './system-ctx.ts'
import { runOnce } from './work.ts'

/** `waypost jobs list|due|dead|run|retry`. */
export const runJobs: Run = async (args, surroundings) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [verb = 'list', subject] = positionals
  if (verb === 'run') return runScheduled(subject, surroundings)
  const env = readEnv(surroundings.settings)
  return withDatabase(env, 'jobs', async (database) => {
    // The queue's tables have no tenants; the audit log's row names the server.
    if (verb === 'list') return print(await listAll(database.exports), values.json, surroundings)
    if (verb === 'due') return print(await listDue(database.exports), values.json, surroundings)
    if (verb === 'dead') return print(await listDead(database.exports), values.json, surroundings)
    if (verb === 'retry') return retry(database, subject, surroundings)
    throw new UsageError(`${verb} is not one of list, due, dead, run and retry`)
  })
}

type Row = Record<string, string | number | null>

function print(rows: readonly Row[], json: boolean, { print }: Surroundings): number {
  if (json) print(JSON.stringify(rows))
  else if (rows.length === 0) print('none')
  else for (const line of table([Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))])) print(line)
  return exit.done
}

const instant = (instant: Date | null | undefined) => instant?.toISOString() ?? null

async function listAll(sql: Sql): Promise<Row[]> {
  const [states, scheduled, runs] = await Promise.all([listJobStates(sql), listScheduledJobs(sql), listJobRuns(sql)])
  const byName = <T extends { name: string }>(rows: readonly T[]) => new Map(rows.map((row) => [row.name, row]))
  const [stateOf, scheduleOf, runsOf] = [byName(states), byName(scheduled), byName(runs)]
  return allJobs.map(({ name, every }) => {
    const [state, schedule, run] = [stateOf.get(name), scheduleOf.get(name), runsOf.get(name)]
    return {
      name,
      when: every ?? 'on facts',
      waiting: state?.waiting ?? 0,
      running: state?.running ?? 0,
      late_seconds: state?.late_seconds ?? 0,
      dead: state?.dead ?? 0,
      done_day: run?.done ?? 0,
      failed_day: run?.failed ?? 0,
      median_ms: run?.median_ms ?? null,
      longest_ms: run?.longest_ms ?? null,
      last_run: instant(run?.ended_at ?? schedule?.ended_at),
      failure: schedule?.failure ?? null,
    }
  })
}

/** Kinds of jobs with at least one overdue job. */
async function listDue(sql: Sql): Promise<Row[]> {
  const states = await listJobStates(sql)
  return states
    .filter(({ late_seconds }) => late_seconds > 0)
    .map(({ name, waiting, running, late_seconds }) => ({ name, waiting, running, late_seconds }))
}

async function listDead(sql: Sql): Promise<Row[]> {
  const dead = await listDeadJobs(sql)
  return dead.map(({ job_id, name, tries, failed_at, reason }) => ({
    job_id,
    name,
    tries,
    failed_at: instant(failed_at),
    reason,
  }))
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Queues permanently failed jobs again, each in a transaction with its audit row. */
async function retry(database: Database, subject: string | undefined, { print, warn }: Surroundings): Promise<number> {
  if (!subject || (subject !== 'all' && !isId(subject))) throw new UsageError('retry takes the id of a job, or all')
  const ids = subject === 'all' ? (await listDeadJobs(database.read)).map(({ job_id }) => job_id) : [subject]
  const ctx = openCommandCtx(database, 'jobs')
  let missing = 0
  for (const job_id of ids) {
    const name = await ctx.tx(async ({ sql, audit }) => {
      const queued = await runDeadJobAgain(sql, job_id)
      if (queued) await audit({ action: 'system.run-job', subject: `job:${job_id}`, after: { name: queued } })
      return queued
    })
    if (name) print(`queued ${name}`)
    else {
      missing += 1
      warn(`${job_id} is not a job that failed for good`)
    }
  }
  if (ids.length === 0) print('none')
  return missing > 0 ? exit.faults : exit.done
}

/** A job on facts needs its fact's data; only a scheduled one can run by its name. */
function scheduledJob(name: string | undefined): AnyJob {
  if (!name) throw new UsageError('run takes the name of a job')
  const job = allJobs.find((job) => job.name === name)
  if (!job) throw new UsageError(`${name} is not a job: waypost jobs list names them`)
  if (!job.every)
    throw new UsageError(`${name} runs on facts, not by its name: waypost jobs retry repeats a failed one`)
  return job
}

async function runScheduled(name: string | undefined, surroundings: Surroundings): Promise<number> {
  const job = scheduledJob(name)
  return runOnce(readEnv({ ...surroundings.settings, ROLE: 'worker' }), [job], surroundings)
}
