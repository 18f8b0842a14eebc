import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '#platform/log.ts'
import { openMailbox } from '#platform/mail/mailbox.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { startWorker } from '#platform/queue/worker.ts'
import { passCourse } from '#tests/fixtures/learning/pass-course.ts'
import { until } from '#tests/fixtures/platform/queue.ts'
import { openTestApp } from '#tests/support/app.ts'
import { jobs } from './index.ts'
import { openJobCtx } from './worker.ts'

// Real workers and processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const app = await openTestApp({ jobs: true })
const { read } = app.database
const user_id = await app.userId('student@example.com')

/** A worker in its own process, and its output. */
function openChild() {
  const path = fileURLToPath(new URL('../tests/support/paused-worker.ts', import.meta.url))
  // Emails are JSX, which Node can't read without a loader.
  const start = `import { runnerImport } from 'vite'; await runnerImport(${JSON.stringify(path)}, { configFile: false })`
  const args = ['--input-type=module', '-e', start, app.url, app.agency.url, app.folder]
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const hasEnded = (job: string) => lines.some((line) => /"job\.(done|failed)"/.test(line) && line.includes(`"${job}"`))
  return { child, lines, ended: hasEnded }
}
const openJobs = (names: readonly string[]) => read<{ name: string; state: string }>`
  select name, state::text as state from queue.job
  where name = any(${[...names]}::text[]) and state in ('created', 'retry', 'active')`

const [email, report] = ['learning.mail-certificate', 'learning.report-completion'] as const

test('a worker that freezes past its claim and resumes sends one email and one completion', async () => {
  await read`update identity.person set dob = '1999-04-12', lk_state_id = 10 where user_id = ${user_id}`
  const { child, lines, ended } = openChild()
  const student_course_id = await passCourse(app, user_id, 1)
  await until(() => lines.includes('mail') && lines.includes('agency'))
  child.kill('SIGSTOP')

  // Half a minute without a heartbeat, plus another worker's delay before its next attempt.
  await read`update queue.job set heartbeat_on = heartbeat_on - interval '31 s' where state = 'active'`
  await read`update learning.completion_report set next_try_at = platform.now() where state = 'sending'`
  const worker = await startWorker({
    queue: openQueue({ url: app.url, log: silentLog }),
    jobs,
    log: silentLog,
    pollSeconds: 0.5,
    watchSeconds: 1,
    makeCtx: (job) => openJobCtx(app.services, job),
  })
  onTestFinished(() => worker.stop())
  await until(async () => {
    await read`update queue.job set start_after = start_after - interval '1 hour' where state = 'retry'`
    return (await openJobs([email, report])).length === 0
  })
  expect(app.agency.simulator.ledger()).toHaveLength(1)

  child.kill('SIGCONT')
  child.stdin.write('go on\n')
  await until(() => ended(email) && ended(report))

  const storedEmails = await openMailbox(join(app.folder, 'mailbox')).list()
  const emails = [...app.mail.sent, ...storedEmails].filter(({ subject }) => subject.startsWith('Your certificate'))
  // An email already on its way can't be recalled: the second copy has the ID of the first, so the receiver can drop
  // it.
  expect(emails.map(({ message_id }) => message_id)).toEqual([emails[0]!.message_id, emails[0]!.message_id])
  expect(app.agency.simulator.ledger()).toHaveLength(1)
  const reports = await read`
    select state, attempt from learning.completion_report where student_course_id = ${student_course_id}`
  expect(reports).toEqual([{ state: 'accepted', attempt: 2 }])
  expect(
    await read`select from learning.student_certificate where student_course_id = ${student_course_id}`,
  ).toHaveLength(1)
  expect(await openJobs([email, report])).toEqual([])
})
