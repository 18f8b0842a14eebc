import { addressOf } from '#bench/load.ts'
import { leaseOf, type Seeded, sessionOf } from '#bench/seeded.ts'
import { bodyOf, type Send } from './connections.ts'
import { skipped } from './schedule.ts'

/** A lease as a lesson's page passes it to its clock. */
type Lease = {
  readonly lease_id: string
  readonly student_progress_id: number
  /** The seconds credited when the lease was taken, and that time. */
  base: number
  since: number
  sequence: number
}

export type ClassStudents = {
  /** Credits the time since the last heartbeat; `skipped` while the student's next lesson is loading. */
  beat(student: number): Promise<unknown>
  /** The first lesson is a whole page; the next ones are fetched as parts of its frame, as a browser's script does. */
  openLesson(student: number): Promise<unknown>
  draft(student: number): Promise<void>
  answer(student: number): Promise<void>
  signIn(student: number): Promise<void>
  /** The seats were moved or a pause is over, so the next heartbeat updates each lease's position. */
  restart(): void
  /** The most seconds that any student's credited time lagged behind the clock since then. */
  lost(): number
}

type ClassOptions = Seeded & {
  readonly passedLessons: readonly number[]
  readonly password: string
  /** Each lesson is loaded as a whole page, as without scripts. */
  readonly wholePages: boolean
}

/** The frame of a course's pages (web/layouts/course.tsx). */
export const courseFrame = 'course'

/** The browsers of the students in class, with the state that they keep between two requests. */
export function openStudents(
  { first, quiz, passedLessons, password, wholePages }: ClassOptions,
  send: Send,
): ClassStudents {
  const leases = new Map<number, Lease>()
  const loading = new Set<number>()
  const beating = new Map<number, Promise<void>>()
  const opened = new Map<number, number>()
  const drafts = new Map<number, number>()
  let lostCount = 0

  const session = (student: number) => sessionOf(first.user_id + student)
  const leaseIn = (student: number) => leases.get(student) ?? seededLease(student)

  function seededLease(student: number): Lease {
    const lease = {
      lease_id: leaseOf(first.user_id + student),
      student_progress_id: first.student_progress_id + student,
      base: 0,
      since: Number.NaN,
      sequence: 0,
    }
    leases.set(student, lease)
    return lease
  }

  async function beat(student: number): Promise<unknown> {
    if (loading.has(student)) return skipped
    const sentPromise = sendBeat(student)
    beating.set(student, sentPromise)
    await sentPromise
  }

  async function sendBeat(student: number): Promise<void> {
    const lease = leaseIn(student)
    lease.sequence += 1
    const sent = performance.now()
    const { student_progress_id, lease_id, sequence } = lease
    const body = { student_progress_id, lease_id, sequence, time_spent: 0, interacted_ms_ago: 1_000 }
    const path = '/api/course/updateStudentProgressTime'
    const answer = JSON.parse(bodyOf(await send({ path, session: session(student), body })))
    // A seeded or paused lease's time isn't known here: its first heartbeat sets it.
    if (Number.isNaN(lease.since)) {
      lease.base = answer.time_spent
      lease.since = sent
    } else lostCount = Math.max(lostCount, lease.base + (sent - lease.since) / 1_000 - (answer.time_spent + 1))
  }

  async function openLesson(student: number): Promise<unknown> {
    if (loading.has(student)) return skipped
    loading.add(student)
    try {
      // A heartbeat that arrived after the next lesson was opened would be refused: its lease has ended.
      await beating.get(student)
      // A browser that leaves a page sends the time since the last heartbeat.
      await sendBeat(student)
      const former = opened.get(student)
      const turn = (former ?? student) + 1
      opened.set(student, turn)
      const frame = former === undefined || wholePages ? undefined : courseFrame
      const component_id = passedLessons[turn % passedLessons.length]!
      const path = `/course/${first.student_course_id + student}/${component_id}`
      leases.set(student, leaseOfPage(await send({ path, session: session(student), frame }), path))
    } finally {
      loading.delete(student)
    }
  }

  const answerBody = (student: number) => {
    const turn = (drafts.get(student) ?? 0) + 1
    drafts.set(student, turn)
    return {
      studentCourseId: first.student_course_id + student,
      componentId: quiz.component_id,
      questionId: quiz.question_id,
      answer: quiz.options[turn % quiz.options.length],
    }
  }

  return {
    beat,
    openLesson,
    async draft(student) {
      await send({ path: '/api/quiz/answer', session: session(student), body: answerBody(student) })
    },
    async answer(student) {
      await send({ path: '/api/quiz/answer/submit', session: session(student), body: answerBody(student) })
    },
    async signIn(student) {
      const body = { loginid: `bench${student + 1}@example.com`, password }
      await send({ path: '/api/user/login', address: addressOf(student), body })
    },
    restart() {
      for (const lease of leases.values()) lease.since = Number.NaN
      lostCount = 0
    },
    lost: () => lostCount,
  }
}

const props =
  /student_progress_id\D{2,14}(\d+).{2,14}lease_id.{2,14}?([0-9a-f]{8}-[0-9a-f-]{27}).{2,14}time_spent\D{2,14}(\d+)/

function leaseOfPage(page: string, path: string): Lease {
  const match = props.exec(page)
  if (!match) throw new Error(`${path} has no clock`)
  const [, progress, lease_id, spent] = match
  // The server shows whole seconds, so it may have credited up to one more.
  return {
    lease_id: lease_id!,
    student_progress_id: Number(progress),
    base: Number(spent),
    since: performance.now(),
    sequence: 0,
  }
}
