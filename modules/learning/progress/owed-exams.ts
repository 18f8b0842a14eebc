import { type CourseVersion, selectCourseVersion } from '#modules/catalogue/index.ts'
import { hasPassedQuiz } from '#modules/learning/questions/quiz-passed.sql.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { ExamKind } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type ExternalExam, listExams } from './exam.sql.ts'
import { examsOf } from './exam-options.ts'
import type { Step } from './outline.ts'

type Course = Pick<StudentCourse, 'student_course_id' | 'course_version_id'>

/** An external exam that a course still needs: from the student, or from staff who review the proctor's report. */
export type PendingExam = { kind: ExamKind; waitsFor: 'student' | 'staff' }

/** The required exams that were not passed yet. Runs no exam query if the course requires none. */
export async function listPendingExams(ctx: Ctx, course: Course): Promise<PendingExam[]> {
  const kinds = examsOf(await selectCourseVersion(ctx, course.course_version_id))
  if (kinds.length === 0) return []
  const exams = await listExams(ctx, course.student_course_id)
  return kinds.flatMap((kind) => findPendingExam(kind, exams) ?? [])
}

/** Null if an exam of this kind was passed. Only a violation that staff have not decided waits for staff. */
export function findPendingExam(kind: ExamKind, exams: readonly ExternalExam[]): PendingExam | null {
  const ofKind = exams.filter((exam) => exam.kind === kind)
  if (ofKind.some(({ state }) => state === 'passed')) return null
  const waitsFor = ofKind.some(({ state, accepted }) => state === 'violation' && accepted === null)
    ? 'staff'
    : 'student'
  return { kind, waitsFor }
}

/** Whether the student has only an external exam left in a course. */
export async function isExternalExamDue(
  ctx: Ctx,
  course: Course,
  version: CourseVersion,
  steps: readonly Step[],
): Promise<boolean> {
  if (examsOf(version).length === 0) return false
  for (const { completed, component } of steps) {
    if (completed) continue
    if (!component.final_ind || !(await hasPassedQuiz(ctx, course.student_course_id, component.component_id)))
      return false
  }
  return (await listPendingExams(ctx, course)).some(({ waitsFor }) => waitsFor === 'student')
}
