import { type Database, defaultOptions, openDatabase } from '#platform/db/database.ts'
import type { Running } from '#scripts/site.ts'
import { courseFrame } from './class/students.ts'
import { compare, median, type Pace, type Ratio } from './compare.ts'
import { addressOf, type LoadRequest, load } from './load.ts'
import { figure, type Row, rate } from './report.ts'
import { sellCopies } from './seed.ts'
import { beatNow } from './seed-learning.ts'
import { leaseOf, type Seeded, sessionOf } from './seeded.ts'

export type Bench = {
  readonly db: Database
  readonly url: string
  readonly seeded: Seeded
  readonly reference: Running
  readonly subject: Running
  readonly pace: Pace
}

/** Reference A: a bare Hono and React page of twenty rows. */
const page: LoadRequest = { path: '/page' }

export async function searchRows(bench: Bench): Promise<Row[]> {
  // A visitor with a foreign cookie gets a freshly rendered page, like everyone with a cart or session.
  const search = (cookie?: string) =>
    againstHttp(bench, page, (n) => ({ path: '/courses/search', address: addressOf(n), cookie }))
  const few = await search('seen=1')
  await sellCopies(bench.db, true)
  const full = await search('seen=1')
  const shared = await search()
  await sellCopies(bench.db, false)
  return [
    ratioRow('/courses/search, a full page of 20 courses, drawn, against A', full, 0.4),
    ratioRow('/courses/search, the 3 courses of the demo, drawn, against A', few, 0.4),
    ratioRow('/courses/search, a full page of 20 courses, shared, against A', shared, 3),
  ]
}

export async function lessonRows(bench: Bench): Promise<Row[]> {
  const lesson = await againstHttp(bench, page, (n) => lessonRequest(bench.seeded, n))
  const next = await againstHttp(bench, page, (n) => ({ ...lessonRequest(bench.seeded, n), frame: courseFrame }))
  return [
    ratioRow('a lesson after a lesson (a part of the frame), against A', next, 0.25),
    ratioFigure('/course/{studentCourseId}/{componentId} of a signed-in student, a whole page, against A', lesson),
  ]
}

export async function beatRows(bench: Bench): Promise<Row[]> {
  await beatNow(bench.db)
  return changeRows(bench, { label: 'POST /course/updateStudentProgressTime', goal: 0.5 }, (n) =>
    heartbeatRequest(bench.seeded, n),
  )
}

export const answerRows = (bench: Bench): Promise<Row[]> =>
  changeRows(bench, { label: 'POST /quiz/answer', goal: 0.25 }, (n) => answerRequest(bench.seeded, n))

/** Reference B over HTTP. */
const update =
  ({ students }: Seeded) =>
  (n: number): LoadRequest => ({ path: '/update', body: { note_id: 1 + (n % students) } })

/** A change against reference B: one UPDATE of one row, over HTTP and without it. */
async function changeRows(
  bench: Bench,
  { label, goal }: { label: string; goal: number },
  request: (n: number) => LoadRequest,
): Promise<Row[]> {
  const ratio = await againstHttp(bench, update(bench.seeded), request)
  const bare = await bareUpdates(bench)
  return [
    ratioRow(`${label}, against B over HTTP`, ratio, goal),
    bareRow(`${label}, against B without HTTP`, ratio, bare),
  ]
}

/** The references A and B alone: what this machine holds now, beside a figure that is no ratio. */
export async function referenceRows({
  seeded,
  reference,
  pace,
}: Omit<Bench, 'subject' | 'db' | 'url'>): Promise<Row[]> {
  const { rounds, ...each } = pace
  const rateOf = async (requests: Requests) => {
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) {
      const result = await load({ port: reference.port, requestOf: requestsOf(requests), ...each })
      rates.push(result.rate)
    }
    return rate(median(rates))
  }
  const note = `median of ${rounds} rounds, alone on the machine`
  return [
    figure('reference A, a bare page of twenty rows', await rateOf(page), note),
    figure('reference B, a bare UPDATE over HTTP', await rateOf(update(seeded)), note),
  ]
}

type Requests = LoadRequest | ((n: number) => LoadRequest)
const requestsOf = (requests: Requests) => (typeof requests === 'function' ? requests : () => requests)

export const againstHttp = (
  { reference, subject, pace }: Bench,
  referenceRequests: Requests,
  ownRequests: Requests,
): Promise<Ratio> =>
  compare(
    { server: reference, requestOf: requestsOf(referenceRequests) },
    { server: subject, requestOf: requestsOf(ownRequests) },
    pace,
  )

export function lessonRequest({ first, learners, lesson }: Seeded, n: number): LoadRequest {
  const index = n % learners
  const path = `/course/${first.student_course_id + index}/${lesson.component_id}`
  return { path, session: sessionOf(first.user_id + index) }
}

export function heartbeatRequest({ first, students, learners }: Seeded, n: number): LoadRequest {
  // The learners open lessons at the same time, which ends their leases, so the others send heartbeats.
  const index = learners + (n % (students - learners))
  const user_id = first.user_id + index
  const beat = Math.floor(n / (students - learners)) + 1
  const body = {
    student_progress_id: first.student_progress_id + index,
    time_spent: beat * 10,
    lease_id: leaseOf(user_id),
    sequence: beat,
    interacted_ms_ago: 1_000,
  }
  return { path: '/api/course/updateStudentProgressTime', session: sessionOf(user_id), body }
}

export function answerRequest({ first, students, quiz }: Seeded, n: number): LoadRequest {
  const index = n % students
  const { component_id, question_id, options } = quiz
  const answer = options[Math.floor(n / students) % options.length]
  const body = {
    studentCourseId: first.student_course_id + index,
    componentId: component_id,
    questionId: question_id,
    answer,
  }
  return { path: '/api/quiz/answer', session: sessionOf(first.user_id + index), body }
}

/** UPDATEs per second through the same pool with nothing around them. */
async function bareUpdates({ url, seeded, pace: { connections, seconds } }: Bench): Promise<number> {
  const db = openDatabase({ ...defaultOptions, name: 'bench-bare', url })
  const rates: number[] = []
  for (let round = 0; round < 3; round++) {
    const end = performance.now() + seconds * 1_000
    let finishedCount = 0
    const run = async () => {
      while (performance.now() < end) {
        await db.read`update bench.note set beats = beats + 1, at = platform.now() where note_id = ${1 + (finishedCount % seeded.students)}`
        finishedCount++
      }
    }
    await Promise.all(Array.from({ length: connections }, run))
    rates.push(finishedCount / seconds)
  }
  await db.close(1_000)
  return median(rates)
}

export const ratioRow = (label: string, ratio: Ratio, goal: number): Row => ({
  ...ratioFigure(label, ratio),
  goal: `>= ${goal}`,
  met: ratio.ratio >= goal,
})

/** A ratio without a goal. */
export function ratioFigure(label: string, { ratio, low, high, cpu, reference, subject }: Ratio): Row {
  const spread = `${low.toFixed(2)} to ${high.toFixed(2)}`
  const note = `${rate(subject)} against ${rate(reference)}; rounds ${spread}; by processor time ${cpu.toFixed(2)}`
  return figure(label, ratio.toFixed(2), note)
}

function bareRow(label: string, { subject }: Ratio, referenceRate: number): Row {
  const note = `${rate(subject)} against ${rate(referenceRate)}; the reference pays for no HTTP`
  return figure(label, (subject / referenceRate).toFixed(2), note)
}
