import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signPush } from '#simulators/exams/signature.ts'
import { openExamSimulator, startExamSimulator } from '#simulators/exams/simulator.ts'
import type { ExamKey, ExamRequest, OpenedExam } from './exam-provider.ts'
import { isSignedPush } from './exam-signature.ts'
import { openRestProvider } from './rest-provider.ts'

let local: Awaited<ReturnType<typeof startExamSimulator>>
beforeAll(async () => {
  local = await startExamSimulator()
})
afterAll(() => local.close())

const signal = new AbortController().signal
const request = (): ExamRequest => ({
  reference: randomUUID(),
  kind: 'proctored',
  exam: { id: 7, course_id: 3, name: 'Safe Driving' },
  student: { id: 'a'.repeat(64), name: 'Olivia Park' },
  return_url: 'http://localhost:3000/course/1/external',
})

async function openExam(input = request()) {
  const provider = openRestProvider(local.config)
  const result = await provider.open(input, signal)
  expect(result).toMatchObject({ outcome: 'opened' })
  const { exam, attempt, launch_url } = result as OpenedExam
  const key: ExamKey = { reference: input.reference, exam, attempt }
  return { provider, input, key, launch_url }
}

test('a session is registered once under its reference, and its address names the attempt', async () => {
  const { provider, input, key, launch_url } = await openExam()
  expect(launch_url).toBe(`${local.url}/take?attempt=${key.attempt}`)
  const repeated = await provider.open(input, signal)
  expect(repeated).toMatchObject({ attempt: key.attempt })
  expect(local.simulator.attempts().filter(({ external_id }) => external_id === input.reference)).toHaveLength(1)
})

test('every state of an attempt maps to one of ours, and a review without a grade is not a result', async () => {
  const { provider, key } = await openExam()
  const states = [
    ['created', 'authorized'],
    ['ready_to_start', 'authorized'],
    ['started', 'started'],
    ['submitted', 'finished'],
    ['second_review_required', 'finished'],
    ['verified', 'finished'],
    ['rejected', 'violation'],
    ['timed_out', 'cancelled'],
    ['error', 'cancelled'],
  ]
  for (const [status = '', state] of states) {
    local.simulator.alter(key.reference, { status })
    expect(await provider.read(key, signal)).toMatchObject({ outcome: 'reported', report: { state } })
  }
  local.simulator.alter(key.reference, { status: 'something_new' })
  expect(await provider.read(key, signal)).toMatchObject({ outcome: 'away' })
})

test("the proctor's grade and notes are part of the result", async () => {
  const passedExam = await openExam()
  await local.simulator.play(passedExam.key.reference, 'pass')
  expect(await passedExam.provider.read(passedExam.key, signal)).toEqual({
    outcome: 'reported',
    report: { state: 'passed', score: 90, passed: true, remarks: [] },
  })
  const failedExam = await openExam()
  await local.simulator.play(failedExam.key.reference, 'fail')
  expect(await failedExam.provider.read(failedExam.key, signal)).toMatchObject({
    report: { state: 'failed', score: 50 },
  })
  const session = await openExam()
  await local.simulator.play(session.key.reference, 'violation')
  expect(await session.provider.read(session.key, signal)).toMatchObject({
    report: {
      state: 'violation',
      passed: true,
      remarks: [{ comment: 'A second person was in the room.', start: 312 }],
    },
  })
})

test('T-60: refuses a response about another session', async () => {
  const first = await openExam()
  const second = await openExam()
  await local.simulator.play(second.key.reference, 'pass')
  expect(await first.provider.read({ ...first.key, attempt: second.key.attempt }, signal)).toEqual({
    outcome: 'away',
    detail: 'about another session',
  })
})

test('stopping a test submits it, and leaves a reviewed one unchanged', async () => {
  const { provider, key } = await openExam()
  await local.simulator.play(key.reference, 'start')
  expect(await provider.stop(key, signal)).toMatchObject({ report: { state: 'finished' } })
  await local.simulator.play(key.reference, 'fail')
  expect(await provider.stop(key, signal)).toMatchObject({ report: { state: 'failed' } })
  expect(await provider.remove(key, signal)).toBe(true)
  expect(await provider.read(key, signal)).toMatchObject({ report: { state: 'cancelled' } })
})

test('retries a provider that is down or refuses us, and refuses a student without a name', async () => {
  const { provider, input, key } = await openExam()
  local.simulator.setDown(true)
  expect(await provider.read(key, signal)).toEqual({ outcome: 'away', detail: 'status 503' })
  expect(await provider.open(input, signal)).toMatchObject({ outcome: 'away' })
  expect(await provider.remove(key, signal)).toBe(false)
  local.simulator.setDown(false)
  expect(await provider.read(key, signal)).toMatchObject({ outcome: 'reported' })
  const stranger = openRestProvider({ ...local.config, client_secret: 'wrong' })
  expect(await stranger.open(request(), signal)).toMatchObject({ outcome: 'away' })
  expect(await provider.open({ ...request(), reference: 'none' }, signal)).toMatchObject({ outcome: 'refused' })
})

test('a webhook is valid for five minutes, at its own address, with its signature', () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const momentAfter = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const [path, raw] = ['/webhooks/exams/1/reviewed', '{"status":"passed"}']
  const signature = signPush('key', path, raw, now)
  const push = { path, raw, signature, now }
  expect(isSignedPush('key', push)).toBe(true)
  expect(isSignedPush('key', { ...push, now: momentAfter(300) })).toBe(true)
  expect(isSignedPush('key', { ...push, now: momentAfter(301) })).toBe(false)
  expect(isSignedPush('key', { ...push, now: momentAfter(-301) })).toBe(false)
  expect(isSignedPush('key', { ...push, path: '/webhooks/exams/2/reviewed' })).toBe(false)
  expect(isSignedPush('key', { ...push, raw: '{"status":"violation"}' })).toBe(false)
  expect(isSignedPush('other', push)).toBe(false)
  for (const invalidValue of [undefined, '', 't=1', signature.slice(0, -1), `${signature}0`])
    expect(isSignedPush('key', { ...push, signature: invalidValue })).toBe(false)
  // Without a key everything is rejected, even a push signed with an empty key.
  expect(isSignedPush('', { ...push, signature: signPush('', path, raw, now) })).toBe(false)
})

test('the simulator refuses to run in production', () => {
  expect(() => openExamSimulator({ production: true, url: () => '' })).toThrow('production')
})
