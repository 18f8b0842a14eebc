import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Clock, systemClock } from '#platform/clock.ts'
import { serveLocal } from '#platform/http/serve-local.ts'
import type { Simulator } from '#simulators/simulator.ts'
import { simulatedExams } from './config.ts'
import { type Choice, examPage, isChoice } from './page.ts'
import { signPush } from './signature.ts'

type Comment = { comment: string; status: string; start?: number; stop?: number }
/** An attempt at the simulated provider. */
type ExamSession = {
  id: string
  exam: string
  external_id: string
  user_id: string
  user_name: string
  return_url: string
  status: string
  score: number | null
  passed: boolean | null
  comments: Comment[]
}

export type ExamSimulator = {
  app: Hono
  attempts(): readonly ExamSession[]
  /** Plays the student, and then the provider's staff, in the exam of this reference; pushes if configured. */
  play(external_id: string, choice: Choice): Promise<void>
  /** Changes the provider's record, for tests of invalid states. */
  alter(external_id: string, change: Partial<ExamSession>): void
  /** While down, the provider responds with 503. */
  setDown(down: boolean): void
}

type Options = {
  production: boolean
  /** Its public address. */
  url: () => string
  /** The address of our webhooks for pushes; without it none are sent. */
  push?: ((path: string) => string) | undefined
  clock?: Clock
}

const ExamRequest = z.object({
  external_id: z.uuid(),
  user_id: z.string(),
  user_name: z.string(),
  status: z.literal('created'),
  return_url: z.url(),
})

/** Unaffected by being down: the exam's own page works, so that its student is not stopped. */
const submittedStates: Readonly<
  Record<Exclude<Choice, 'start' | 'decline'>, Pick<ExamSession, 'status' | 'score' | 'passed' | 'comments'>>
> = {
  pass: { status: 'verified', score: 90, passed: true, comments: [] },
  fail: { status: 'verified', score: 50, passed: false, comments: [] },
  wait: { status: 'submitted', score: null, passed: null, comments: [] },
  violation: {
    status: 'rejected',
    score: 90,
    passed: true,
    comments: [{ comment: 'A second person was in the room.', status: 'violation', start: 312, stop: 340 }],
  },
}

/**
 * An exam provider in the wire format of Open edX's proctoring services, for tests and demonstrations. Throws in
 * production: every student can pass.
 */
export function openExamSimulator({ production, url, push, clock = systemClock }: Options): ExamSimulator {
  if (production) throw new Error('The exam simulator must not run in production.')
  const app = new Hono()
  const state: State = { exams: new Map(), attempts: new Map(), tokens: new Set(), down: false }
  addSignIn(app, state)
  addApi(app, state, url)

  async function act(examSession: ExamSession, choice: Choice): Promise<void> {
    if (choice === 'start' || choice === 'decline') examSession.status = choice === 'start' ? 'started' : 'declined'
    else Object.assign(examSession, submittedStates[choice])
    if (push) await notify(examSession, push, clock)
  }
  addExamPage(app, state, act)

  const attemptOf = (external_id: string): ExamSession => {
    const attempt = state.attempts.get(external_id)
    if (!attempt) throw new Error(`no attempt ${external_id}`)
    return attempt
  }
  return {
    app,
    attempts: () => [...state.attempts.values()],
    play: (external_id, choice) => act(attemptOf(external_id), choice),
    alter: (external_id, change) => void Object.assign(attemptOf(external_id), change),
    setDown(isDown) {
      state.down = isDown
    },
  }
}

/** The exams and attempts of the simulated provider, by our references. */
type State = { exams: Map<string, string>; attempts: Map<string, ExamSession>; tokens: Set<string>; down: boolean }

const keys = simulatedExams('http://127.0.0.1')

/** The token endpoint, and the token check of every API call. */
function addSignIn(app: Hono, state: State): void {
  app.post('/oauth2/access_token', async (c) => {
    const form = await c.req.parseBody()
    if (state.down || form.client_id !== keys.client_id || form.client_secret !== keys.client_secret)
      return c.json({ error: 'invalid_client' }, state.down ? 503 : 401)
    const access_token = randomUUID()
    state.tokens.add(access_token)
    return c.json({ access_token, expires_in: 3600, token_type: 'JWT', scope: 'read write' })
  })
  app.use('/api/v1/*', async (c, next) => {
    if (state.down) return c.json({ detail: 'down' }, 503)
    const [kind, token = ''] = (c.req.header('authorization') ?? '').split(' ')
    return kind === 'JWT' && state.tokens.has(token) ? next() : c.json({ detail: 'Authentication required.' }, 401)
  })
}

function addApi(app: Hono, { exams, attempts }: State, url: () => string): void {
  app.post('/api/v1/exam/', async (c) => {
    const { id, name } = z.object({ id: z.string(), name: z.string() }).parse(await c.req.json())
    exams.set(`exam-${id}`, name)
    return c.json({ id: `exam-${id}` })
  })

  app.post('/api/v1/exam/:exam/attempt/', async (c) => {
    const exam = c.req.param('exam')
    const parsed = ExamRequest.safeParse(await c.req.json().catch(() => null))
    if (!exams.has(exam)) return c.json({ detail: 'Not found.' }, 404)
    if (!parsed.success) return c.json({ detail: 'Wrong.' }, 400)
    // A repeated request returns the same attempt.
    const existing = attempts.get(parsed.data.external_id)
    const id = existing?.id ?? randomUUID()
    if (!existing)
      attempts.set(parsed.data.external_id, { ...parsed.data, id, exam, score: null, passed: null, comments: [] })
    return c.json({ id })
  })

  const find = (exam: string, id: string) =>
    [...attempts.values()].find((attempt) => attempt.exam === exam && attempt.id === id)
  app.get('/api/v1/exam/:exam/attempt/:id/', (c) => {
    const attempt = find(c.req.param('exam'), c.req.param('id'))
    return attempt ? c.json(described(attempt, url())) : c.json({ detail: 'Not found.' }, 404)
  })
  app.patch('/api/v1/exam/:exam/attempt/:id/', async (c) => {
    const attempt = find(c.req.param('exam'), c.req.param('id'))
    if (!attempt) return c.json({ detail: 'Not found.' }, 404)
    const { status } = z.object({ status: z.enum(['started', 'submitted', 'error']) }).parse(await c.req.json())
    // A reviewed attempt does not change.
    if (['created', 'started'].includes(attempt.status)) attempt.status = status
    return c.json({ status: attempt.status })
  })
  app.delete('/api/v1/exam/:exam/attempt/:id/', (c) => {
    const attempt = find(c.req.param('exam'), c.req.param('id'))
    if (!attempt) return c.json({ detail: 'Not found.' }, 404)
    attempt.status = 'deleted'
    return c.json({ status: 'deleted' })
  })
}

const described = ({ external_id, status, score, passed, comments }: ExamSession, url: string) => ({
  external_id,
  status,
  score,
  passed,
  comments,
  instructions: ['Have your driver license at hand.'],
  download_url: `${url}/take`,
})

/** The page on which a student takes the exam, or a person trying the product chooses its outcome. */
function addExamPage(
  app: Hono,
  { exams, attempts }: State,
  act: (examSession: ExamSession, choice: Choice) => Promise<void>,
): void {
  const page = (c: Context, { id, status, user_name, exam }: ExamSession) =>
    examPage(c, { attempt: id, status, student: user_name, exam: exams.get(exam) ?? '' })
  const byId = (id: unknown) => [...attempts.values()].find((attempt) => attempt.id === id)
  app.get('/take', (c) => {
    const attempt = byId(c.req.query('attempt'))
    return attempt ? page(c, attempt) : c.text('no such attempt', 404)
  })
  app.post('/take', async (c) => {
    const { attempt, choice } = await c.req.parseBody()
    const examSession = byId(attempt)
    if (!examSession || !isChoice(choice)) return c.text('no such attempt', 404)
    await act(examSession, choice)
    return choice === 'start' ? page(c, examSession) : c.redirect(examSession.return_url, 303)
  })
}

/** Pushes the state of an attempt to the product, signed. */
async function notify(examSession: ExamSession, push: (path: string) => string, clock: Clock): Promise<void> {
  const reviewed = ['verified', 'rejected'].includes(examSession.status)
  const path = `/webhooks/exams/${examSession.external_id}/${reviewed ? 'reviewed' : 'ready'}`
  const status = examSession.status === 'rejected' ? 'violation' : 'passed'
  const raw = JSON.stringify(reviewed ? { status, comments: examSession.comments } : { status: 'ready' })
  const headers = {
    'content-type': 'application/json',
    'x-exam-signature': signPush(keys.signature_key, path, raw, clock.now()),
  }
  // If the product is unreachable, it polls later.
  await fetch(push(path), { method: 'POST', headers, body: raw }).catch(() => null)
}

export const exams: Simulator<ReturnType<typeof simulatedExams>> = {
  path: '/dev/exams',
  replaces: ({ EXAM_PROVIDER_URL }) => !EXAM_PROVIDER_URL,
  settings: simulatedExams,
  open: ({ production, url, productUrl }) => openExamSimulator({ production, url, push: productUrl }).app,
}

/** A separate simulator on a free local port, for tests. */
export async function startExamSimulator(options: Pick<Options, 'push' | 'clock'> = {}) {
  let url = ''
  const production = process.env.NODE_ENV === 'production'
  const simulator = openExamSimulator({ ...options, production, url: () => url })
  const local = await serveLocal(simulator.app)
  url = local.url
  return { simulator, url, config: simulatedExams(url), close: local.close }
}
