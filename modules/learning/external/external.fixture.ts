import { status } from '#modules/learning/student-course/course-status.shared.ts'
import { openRestProvider } from '#modules/security/entry.ts'
import { examProvider } from '#modules/security/index.ts'
import { secretPort, siteUrlPort } from '#platform/ports.ts'
import type { TestDatabase } from '#platform/testing/database.ts'
import { startExamSimulator } from '#simulators/exams/simulator.ts'
import { courseFixture, parts } from '#tests/fixtures/learning/course.ts'

/** The small course, which ends with a proctored exam and an interactive test, with a simulated provider. */
export async function externalFixture(databases: Pick<TestDatabase, 'db' | 'app'>) {
  const provider = await startExamSimulator()
  const fixture = await courseFixture(databases, {
    version: { sts_ind: true },
    completion: { externalExam: { enabled: true, selectedType: null }, requireStudentsWatchAllVideos: 0 },
    ports: [
      [examProvider, openRestProvider(provider.config)],
      [secretPort, 'secret of this test'],
      [siteUrlPort, (code: string | null, path: string) => `http://${code}.localhost:3000${path}`],
    ] as never,
  })
  const { read } = databases.db
  return {
    ...fixture,
    provider,
    /** A student who has only the external exams left. */
    async atTheEnd(user_id: number, status_id: number = status.inProgress): Promise<number> {
      const student_course_id = await fixture.enrolled(user_id, status_id)
      const completed = Object.values(parts).filter((component_id) => component_id !== parts.exam)
      const rows = completed.map((component_id) => ({ student_course_id, organization_id: 1, component_id }))
      await read`insert into learning.student_progress ${read(rows)}`
      await read`
        update learning.student_progress set completed_at = platform.now(), credited_ms = 600000
        where student_course_id = ${student_course_id}`
      const quizzes = [parts.quiz, parts.exam].map((component_id) => ({
        ...{ organization_id: 1, student_course_id, component_id, quiz_id: component_id - parts.film },
        ...{ attempt_number: 1, lk_quiz_attempt_status_id: 4, threshold: 80, points: 1, total: 1, passed: true },
        submitted_at: new Date(),
      }))
      await read`insert into learning.quiz_attempt ${read(quizzes)}`
      return student_course_id
    },
    /** The reference of a course's open or latest session. */
    async reference(student_course_id: number, kind = 'proctored'): Promise<string> {
      const [row] = await read<{ reference: string }>`
        select reference from learning.external_exam
        where student_course_id = ${student_course_id} and kind = ${kind} order by external_exam_id desc limit 1`
      return row!.reference
    },
  }
}
