import { expect, it } from 'vitest'
import type { ExternalExam } from '#modules/learning/progress/exam.sql.ts'
import { examStates } from '#modules/learning/progress/exam-state.shared.ts'
import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { examOf } from './show-exam.ts'

const link = 'https://exams.example/launch'
const seenBy = (role: Role, overrides: Partial<ExternalExam>) => {
  const actor = { kind: 'user', role, user_id: 1, permissions: new Set(), viewed_by: null }
  const exam = {
    kind: 'proctored',
    state: 'started',
    score: 91,
    accepted: null,
    review_note: 'Looked away.',
    launch_url: link,
    ...overrides,
  }
  return examOf({ actor } as unknown as Ctx, 1, 'proctored', [exam as ExternalExam])
}

it.each(examStates)('the link of a session that is %s is for its student alone, while it is open', (state) => {
  const isOpen = state === 'authorized' || state === 'started'
  expect(seenBy('Student', { state }).launch_url).toBe(isOpen ? link : null)
  for (const role of ['Admin', 'Instructor', 'Support'] as const) expect(seenBy(role, { state }).launch_url).toBeNull()
})

it.each(examStates)('the score of a session that is %s shows once it is a result', (state) => {
  expect(seenBy('Student', { state }).score).toBe(state === 'passed' || state === 'failed' ? 91 : null)
})

it("the reviewer's note shows for a violation that staff confirmed", () => {
  const notes = [null, true, false].map((accepted) => seenBy('Student', { state: 'violation', accepted }).review_note)
  expect(notes).toEqual([null, null, 'Looked away.'])
})
