import { buy, cardToken, gatewaySettings } from '#bench/checkout.ts'
import { password, setPasswords } from '#bench/identity.ts'
import { addressOf, openConnection } from '#bench/load.ts'
import { figure, megabytes, ms, type Row } from '#bench/report.ts'
import { beatNow, listPassedLessons } from '#bench/seed-learning.ts'
import type { Seeded, Sizes } from '#bench/seeded.ts'
import type { Database } from '#platform/db/database.ts'
import type { Running } from '#scripts/site.ts'
import { startAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { openConnections } from './connections.ts'
import { type Activity, runSchedule, seededRandom, type Times } from './schedule.ts'
import { countStatements, statementsSoFar } from './statements.ts'
import { type ClassStudents, openStudents } from './students.ts'

const sizes = { from: 2_000, to: 32_000, step: 1.25 }
export const classSizes: Sizes = { students: sizes.to + 1_000, learners: sizes.to, gridStudents: 20_000 }
const goal = 18_000
const limitMs = 100
/** A step lasts until it has this many requests of each kind: of forty, the second slowest alone would be the p95. */
const leastOfAKind = 200
/** The number of sign-ins, one after the other on an idle server, that measure a password hash on this machine. */
const signInsAlone = leastOfAKind

type OpenServer = (gateway: NodeJS.ProcessEnv) => Promise<Running>
type Options = { db: Database; seeded: Seeded; open: OpenServer; seconds: number; wholePages: boolean }
type Stage = {
  students: number
  p95: Map<string, number>
  lost: number
  cpu: number
  statements: number
  rss: number
  failure: string | null
}

/**
 * Adds students until the 95th percentile of any kind of request passes 100 ms (for sign-ins: 100 ms more than on the
 * idle server, since most of it is the password hash), a second of seat time is lost, or a request is refused. Server,
 * worker, database and load share the machine's cores.
 */
export async function classRows({ db, seeded, open, seconds, wholePages }: Options): Promise<Row[]> {
  await setPasswords(db, seeded, password)
  const passedLessons = await listPassedLessons(db, seeded.lesson.position)
  const gateway = await startAuthorizeNetSimulator()
  const server = await open(gatewaySettings(gateway))
  const connections = openConnections(server.port)
  const students = openStudents({ ...seeded, passedLessons, password, wholePages }, connections.send)
  const visit = (visitor: number) => connections.send({ path: pages[visitor % 2]!, address: addressOf(visitor) })
  let boughtCount = 0
  const purchase = async () => {
    const connection = await openConnection(server.port)
    try {
      await buy(connection, seeded.first.user_id + seeded.students - ++boughtCount, cardToken(gateway))
    } finally {
      connection.close()
    }
  }
  const random = seededRandom(7)
  const load: Load = (count, length) => {
    students.restart()
    return runSchedule(activitiesOf(count, { students, visit, purchase }), length, random)
  }
  const stages: Stage[] = []
  try {
    await countStatements(db)
    const alone = await timeSignIns(students)
    await beatNow(db)
    await load(sizes.from, { seconds })
    for (let count = sizes.from; count <= sizes.to; count = Math.round(count * sizes.step)) {
      await beatNow(db)
      const stage = await measureStage({ db, server, students, count, seconds, load, alone })
      stages.push(stage)
      console.log(describe(stage))
      if (stage.failure) break
    }
  } finally {
    connections.close()
    await server.stop()
    await gateway.close()
  }
  return report(stages)
}

const pages = ['/courses/search', '/course/details/1001']

type Clients = { students: ClassStudents; visit: (visitor: number) => Promise<unknown>; purchase: () => Promise<void> }

/** The activities and their rates for this many students in class. The last tenth of them is in a quiz. */
function activitiesOf(count: number, { students, visit, purchase }: Clients): Activity[] {
  const inQuiz = Math.round(count / 10)
  const quizStudent = (index: number) => count - 1 - index
  return [
    { name: 'heartbeat', clients: count, everyMs: 10_000, perform: students.beat },
    { name: 'lesson', clients: count - inQuiz, everyMs: 75_000, perform: students.openLesson },
    { name: 'draft', clients: inQuiz, everyMs: 20_000, perform: (index) => students.draft(quizStudent(index)) },
    { name: 'answer', clients: inQuiz, everyMs: 40_000, perform: (index) => students.answer(quizStudent(index)) },
    { name: 'sign-in', clients: count, everyMs: 1_800_000, perform: students.signIn },
    {
      name: 'catalogue',
      clients: Math.round(count / 10),
      everyMs: 30_000,
      perform: visit,
    },
    { name: 'purchase', clients: Math.round(count / 1_000), everyMs: 3_600_000, perform: purchase },
  ]
}

type Load = (count: number, length: Parameters<typeof runSchedule>[1]) => Promise<Times>
type Measure = {
  db: Database
  server: Running
  students: ClassStudents
  count: number
  seconds: number
  load: Load
  /** The 95th percentile of a sign-in on the idle server, in milliseconds. */
  alone: number
}

async function timeSignIns(students: ClassStudents): Promise<number> {
  const times: number[] = []
  for (let student = 0; student < signInsAlone; student++) {
    const startedAt = performance.now()
    await students.signIn(student)
    times.push(performance.now() - startedAt)
  }
  return p95Of(times)
}

async function measureStage({ db, server, students, count, seconds, load, alone }: Measure): Promise<Stage> {
  // New students open their first lesson and the database adapts to the new load before the measurement.
  await load(count, { seconds: seconds / 2 })
  const cpu = server.cpu()
  const startedAt = performance.now()
  const statements = await statementsSoFar(db)
  let rss = 0
  const watch = setInterval(() => {
    rss = Math.max(rss, server.rss())
  }, 500)
  const measured = await load(count, { seconds, areEnough })
    .then((times) => ({ times, refused: null }))
    .catch((error: Error) => ({ times: new Map<string, number[]>(), refused: error.message }))
    .finally(() => clearInterval(watch))
  const studentHours = (count * (performance.now() - startedAt)) / 3_600_000
  const p95 = new Map([...judged(measured.times)].map(([name, times]) => [name, p95Of(times)]))
  const slow = [...p95].find(([name, time]) => time > limitMs + (name === 'sign-in' ? alone : 0))
  const lostCount = students.lost()
  const failure =
    measured.refused ??
    (slow ? `${slow[0]} took ${ms(slow[1])}` : lostCount >= 1 ? `${lostCount.toFixed(1)} s of seat time lost` : null)
  return {
    students: count,
    p95,
    lost: lostCount,
    cpu: (server.cpu() - cpu) / studentHours,
    statements: ((await statementsSoFar(db)) - statements) / studentHours,
    rss,
    failure,
  }
}

/** Purchases are too few: a thousand students make one per hour. */
const judged = (times: Times) => [...times].filter(([name]) => name !== 'purchase')
const areEnough = (times: Times) => judged(times).every(([, { length }]) => length >= leastOfAKind)

const p95Of = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!

const describe = ({ students, p95, failure, rss }: Stage) =>
  `  ${students} students: p95 ${[...p95].map(([name, time]) => `${name} ${ms(time)}`).join(', ')}, ${megabytes(rss)}${failure ? `; ${failure}` : ''}`

function report(stages: readonly Stage[]): Row[] {
  const lastPassed = stages.filter(({ failure }) => !failure).at(-1)
  const tooSlow = stages.findIndex(({ failure, p95 }) => failure || Math.max(...p95.values()) > limitMs)
  const strict = stages.slice(0, tooSlow < 0 ? undefined : tooSlow).at(-1)?.students ?? 0
  const end = stages.at(-1)!
  if (!lastPassed) throw new Error(`a class of ${end.students} does not fit: ${end.failure}`)
  const slowest = [...lastPassed.p95].map(([name, time]) => `${name} ${ms(time)}`).join(', ')
  const limit = end.failure ? `at ${end.students} ${end.failure}` : `no limit up to ${end.students}`
  return [
    {
      label: 'students in class',
      measured: String(lastPassed.students),
      goal: `>= ${goal}`,
      met: lastPassed.students >= goal,
      note: `p95 ${slowest}; ${limit}`,
    },
    figure(
      'students in class, with every sign-in counted like other requests',
      String(strict),
      `p95 of every kind within ${limitMs} ms, the hash of the password included`,
    ),
    figure(
      "a student's hour in class: processor time of the server",
      `${lastPassed.cpu.toFixed(2)} s`,
      'without the database',
    ),
    figure("a student's hour in class: statements", lastPassed.statements.toFixed(0), 'as the database counts them'),
    {
      label: 'memory of the server in class, peak',
      measured: megabytes(lastPassed.rss),
      goal: '<= 300 MB',
      met: lastPassed.rss <= 300 * 1_048_576,
      note: `${lastPassed.students} students`,
    },
  ]
}
