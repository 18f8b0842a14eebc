import { type Faq, listFaqs, selectCourseVersion } from '#modules/catalogue/index.ts'
import { type Attention, readAttention } from '#modules/learning/attention/read-attention.ts'
import { type ListedCertificate, listCertificates } from '#modules/learning/certificates/list-certificates.ts'
import { type AwaitedNumber, listWaits } from '#modules/learning/certificates/wait.sql.ts'
import { findReinstatement, type Reinstatement } from '#modules/learning/enrollment/reinstatement.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { type CoursePage, mayCorrect, pageOf, pathOf } from '#modules/learning/progress/course-route.ts'
import { findCoursePosition } from '#modules/learning/progress/find-course-position.ts'
import { readCourse } from '#modules/learning/progress/read-course.ts'
import { listUsedAttempts, type UsedAttempts } from '#modules/learning/quiz/used-attempts.ts'
import { findExclusion } from '#modules/learning/registration/affirm-eligibility.ts'
import { type ReportingState, reportingState } from '#modules/learning/reporting/reporting-state.ts'
import { offerReview, type ReviewOffer } from '#modules/learning/reviews/review-course.ts'
import { isWithStudent } from '#modules/learning/status/with-student.sql.ts'
import { isComplete, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'

/** The data of the pages at the end of a course (and of a stopped course). */
export type CourseEnd = {
  student_course_id: number
  course_id: number
  course_name: string
  lk_language_id: number
  place: CoursePage
  path: string
  status_id: number
  reason_id: number | null
  /** The reason why the program excludes the student of a disabled course; null if it does not. */
  excluded: string | null
  /** The course's own text for this status, or ''. */
  description: string
  expires_at: Date | null
  /** The score of the passed final exam in percent, if the course shows it. */
  grade: number | null
  certificate: ListedCertificate | null
  /** Whether a passed course gets a certificate. */
  hasCertificate: boolean
  /** The number that its certificate waits for: bought by the school, or assigned by the agency. */
  awaits_number: AwaitedNumber | null
  report: Pick<ReportingState, 'label' | 'text' | 'state' | 'mend' | 'duties'> | null
  /** Whether the course has registration answers to correct. */
  registered: boolean
  reinstatement: Reinstatement
  /** Whether it may be rated, with the student's earlier review; null if no review is requested. */
  review: ReviewOffer | null
  /** The corrections that staff requested; null if none. */
  attention: Attention | null
  /** Questions and answers for a passed course; empty before. */
  faqs: Faq[]
  /** For a disabled course: the quizzes that were attempted and not passed. */
  attempts: readonly UsedAttempts[]
}

/** The end of a course of the signed-in student. Throws 404 for anyone else's. */
export async function readCourseEnd(ctx: Ctx, student_course_id: number): Promise<CourseEnd> {
  await ofCourse('studentCourseId').scope!(ctx, { studentCourseId: student_course_id })
  const { course, steps } = await readCourse(ctx, student_course_id)
  const position = await findCoursePosition(ctx, course, steps)
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const certificates = await listCertificates(ctx, course.user_id)
  const report = await reportingState(ctx, student_course_id)
  const status_id = course.lk_student_course_status_id
  // Registration and lessons stay open while the student corrects a document or a quiz.
  const isSentBack = mayCorrect(position) && (await isWithStudent(ctx, student_course_id))
  return {
    student_course_id,
    course_id: course.course_id,
    course_name: course.course_name,
    lk_language_id: version.lk_language_id,
    place: pageOf(position),
    path: pathOf(position),
    status_id,
    reason_id: course.lk_student_course_status_reason_id,
    excluded: status_id === status.disabled ? await findExclusion(ctx, course) : null,
    description: descriptionOf(version, status_id),
    expires_at: course.expires_at,
    grade: version.completion_configuration.showFinalGrade ? await selectGrade(ctx, student_course_id) : null,
    certificate: certificates.find((certificate) => certificate.student_course_id === student_course_id) ?? null,
    hasCertificate: version.certificate_template_id !== null,
    awaits_number: (await listWaits(ctx, [student_course_id])).get(student_course_id) ?? null,
    report,
    registered: Boolean(version.course_registration_options.enabled),
    reinstatement: await findReinstatement(ctx, course),
    review: await offerReview(ctx, course),
    attention: status_id === status.needsAttention || isSentBack ? await readAttention(ctx, course) : null,
    faqs: isComplete(status_id) ? await listFaqs(ctx, course.course_version_id, { post_completion_ind: true }) : [],
    attempts: status_id === status.disabled ? await listUsedAttempts(ctx, course) : [],
  }
}

const describedStatuses: readonly number[] = [status.passed, status.certificateIssued, status.certificateIssuedManually]

function descriptionOf(
  { completion_configuration, completion_description }: Awaited<ReturnType<typeof selectCourseVersion>>,
  status_id: number,
): string {
  const custom = completion_configuration.customCompletionDescriptions
  const customEnd = custom?.enabled ? custom[String(status_id) as '6'] : undefined
  return customEnd || (describedStatuses.includes(status_id) ? completion_description : '')
}

async function selectGrade(ctx: Ctx, student_course_id: number): Promise<number | null> {
  const [best] = await ctx.sql<{ percent: number }>`
    select floor(100.0 * a.points / a.total)::int as percent
    from learning.v_quiz_attempt a
    join learning.v_student_course sc using (student_course_id)
    join catalogue.v_component c using (course_version_id, component_id)
    where a.student_course_id = ${student_course_id} and c.final_ind and a.passed
    order by a.attempt_number desc limit 1`
  return best?.percent ?? null
}
