import { expect } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import type { fillPorts } from '#platform/open-ctx.ts'
import type { TestDatabase } from '#platform/testing/database.ts'
import { courseFixture } from '#tests/fixtures/learning/course.ts'
import { saveCourseSetup } from './setup.ts'
import { verifyAnswer, verifyStudentCourse } from './verify.ts'

export const personal = [501, 502, 503] as const
export const aboutLessons = 601
const ask = { showOnEveryAttempt: true, questionsPerAttempt: 1 }

/** A course with checks on resume and after each minute of seat time, three attempts, two unlocks. */
export const guarded = {
  setupIAgree: true,
  methods: {
    security_questions: { enabled: true, secondsToAnswerCorrectly: 15, courseResume: ask, regularValidation: ask },
  },
  globalSettings: {
    attempts_allowed: 3,
    verifyStudentOnCourseResume: 1,
    frequencySettings: { type: 'minutes', value: 1 },
    selfHelp: { enabled: true, value: 2 },
    allowedLoginAttempts: { enabled: true, value: 3 },
  },
}

/** The small course with checks; students answer option 1 to every personal question in the setup. */
export async function guardedFixture(
  databases: Pick<TestDatabase, 'db' | 'app'>,
  security: object = guarded,
  ports: Parameters<typeof fillPorts> = [],
) {
  const fixture = await courseFixture(databases, { security, idle_minutes: null, ports })
  const { db } = databases
  await db.read`
    insert into catalogue.question ${db.read([...personal, aboutLessons].map((id) => questionRow(db.read, id)))}`
  return {
    ...fixture,
    /** A student whose setup is complete. */
    async setUp(user_id: number, at?: number): Promise<number> {
      const studentCourseId = await fixture.enrolled(user_id, at)
      const questions = personal.map((question_id) => ({ question_id, answer: 1 }))
      const student = fixture.student(user_id)
      const { completed } = await saveCourseSetup.run(student, { studentCourseId, agreement: 'I Agree', questions })
      expect(completed).toBe(true)
      return studentCourseId
    },
    /** The same student in another session: the course is resumed. */
    again: (user_id: number): Ctx => {
      const student = fixture.student(user_id)
      return student.as({ actor: { ...student.actor, session_id: user_id + 500_000 } as Ctx['actor'] })
    },
  }
}

function questionRow(sql: TestDatabase['db']['read'], question_id: number) {
  const options = [1, 2, 3, 4].map((id) => ({
    id,
    text: `Choice ${id}`,
    correct: question_id === aboutLessons && id === 2,
    conditional: [],
  }))
  const configuration = { title: `Question ${question_id}`, options, selectedComponent: null, noEditAfterSave: false }
  return {
    course_version_id: 1,
    question_id,
    used_in: question_id === aboutLessons ? 'content' : 'security',
    position: question_id,
    lk_question_type_id: 2,
    title: configuration.title,
    reference: '',
    conditional: sql.array([]),
    configuration: sql.json(configuration),
  }
}

/** Starts the due check and answers it; 1 is right for personal questions. */
export async function answerNow(ctx: Ctx, studentCourseId: number, answer: number, unlock = false) {
  const { task } = await verifyStudentCourse.run(ctx, { studentCourseId, unlock })
  expect(task?.question).toBeTruthy()
  const question_id = task!.question!.question_id
  return verifyAnswer.run(ctx, { student_course_id: studentCourseId, question_id, answer })
}
