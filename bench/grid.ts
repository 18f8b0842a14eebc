import { get } from 'node:http'
import type { Running } from '#scripts/site.ts'
import { compareTimes } from './compare.ts'
import { megabytes, ms, type Row } from './report.ts'
import { type Seeded, sessionOf } from './seeded.ts'
import type { Bench } from './throughput.ts'

/** The students grid's first page over 200,000 students, beside a select by primary key over the same path. */
export async function gridRows({ reference, subject, seeded, pace }: Bench): Promise<Row[]> {
  const key = (n: number) => ({ path: `/person?user_id=${seeded.first.user_id + (n % seeded.students)}` })
  // Several sessions, since each has a limit of calls per minute.
  const session = (n: number) => sessionOf(seeded.admins[n % seeded.admins.length]!)
  const first = (n: number) => ({ path: '/api/student/fetch', session: session(n) })
  const each = pace.rounds * 60
  const [referenceTimes, grid] = await compareTimes(
    { server: reference, requestOf: key },
    { server: subject, requestOf: first },
    each,
  )
  const ratio = grid.p95 / referenceTimes.p95
  const label = 'GET /student/fetch, first page of 200,000 students, p95 against a primary-key select'
  const note = `p95 ${ms(grid.p95)} against ${ms(referenceTimes.p95)}, median ${ms(grid.p50)} against ${ms(referenceTimes.p50)}; one request at a time`
  return [{ label, measured: `${ratio.toFixed(1)} x`, goal: '<= 8 x', met: ratio <= 8, note }]
}

/** A fresh server's resident memory during an export, above its idle memory. */
export async function exportRows(subject: Running, { admins, exported }: Seeded): Promise<Row[]> {
  const request = (path: string) => read(subject.port, path, sessionOf(admins[0]!))
  await request('/api/student/fetch')
  await sleep(2_000)
  const idle = subject.rss()
  let peak = idle
  const watch = setInterval(() => {
    peak = Math.max(peak, subject.rss())
  }, 20)
  const startedAt = performance.now()
  // The call exports this many rows in the background, and its task has the file.
  const { status } = await request('/api/student/export?created_at=gte:01/01/2023')
  if (status !== 409) throw new Error(`the export answered ${status}`)
  const file = await finished(request).finally(() => clearInterval(watch))
  const seconds = (performance.now() - startedAt) / 1_000
  const above = peak - idle
  const note = `idle ${megabytes(idle)}, peak ${megabytes(peak)}; ${megabytes(file.size)} of xlsx in ${seconds.toFixed(1)} s`
  const label = `GET /student/export of ${exported.toLocaleString('en')} rows, memory above idle`
  return [{ label, measured: megabytes(above), goal: '< 150 MB', met: above < 150 * 1_048_576, note }]
}

const sleep = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds))

type Read = { status: number; text: string }
type ExportStatus = { state: string; file: { size: number } | null }

/** The newest background task's file, once it is finished. */
async function finished(request: (path: string) => Promise<Read>): Promise<{ size: number }> {
  for (;;) {
    const { tasks } = JSON.parse((await request('/api/user/task/fetch')).text) as { tasks: ExportStatus[] }
    const [task] = tasks
    if (task?.state === 'failed') throw new Error('the export failed')
    if (task?.state === 'done') return task.file!
    await sleep(500)
  }
}

/** Reads a response to its end. */
function read(port: number, path: string, session: string): Promise<Read> {
  const headers = { host: 'localhost', cookie: `waypost=${session}`, 'sec-fetch-site': 'same-origin' }
  return new Promise((resolve, failed) => {
    const request = get({ port, host: '127.0.0.1', path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', failed)
    })
    request.on('error', failed)
  })
}
