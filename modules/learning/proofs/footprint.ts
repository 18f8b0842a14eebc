import { type CourseVersion, listComponents, selectCourseVersion } from '#modules/catalogue/index.ts'
import { type AffirmationEvent, listAffirmationEvents } from '#modules/learning/registration/exclusion.sql.ts'
import { instructionTime } from '#modules/learning/reporting/instruction-time.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import { type ChainEnd, findChainEnd } from '#platform/audit/chain-end.ts'
import type { Ctx } from '#platform/ctx.ts'
import { exporterName } from '#platform/grid/about-export.ts'
import { type Agreement, findAgreement } from './agreement.sql.ts'
import { type AnsweredAttempt, type AnsweredQuestion, listAnsweredAttempts, listLessonQuestions } from './answers.ts'
import { type DocumentEvent, listDocumentEvents } from './documents.sql.ts'
import {
  type IdentityCheck,
  type IssuedCertificate,
  listAdvancesOf,
  listCertificatesOf,
  listIdentityChecks,
  listReinstatementsOf,
  listReportsOf,
  listReportTries,
  listStatusChanges,
  type ReportTry,
  type SentReport,
  type StaffAdvance,
  type StatusChange,
  type UsedReinstatement,
} from './evidence.sql.ts'
import { type ProvenPerson, selectProvenPerson } from './proven-person.sql.ts'
import {
  type LessonTime,
  listLessonTimes,
  readRanges,
  type SeatRange,
  type SeatSums,
  sumSeatTime,
} from './seat-time.sql.ts'

/** Everything on record about one student course, for auditors. */
export type Footprint = {
  made_at: Date
  /** The requester, and the request's id in the audit log. */
  made_by: string
  reference: string
  /** Whether it is for staff: students don't get exam questions or names of staff. */
  for_staff: boolean
  student: ProvenPerson & { user_id: number }
  course: StudentCourse
  version: Pick<CourseVersion, 'version_number' | 'published_at' | 'required_seconds'>
  agreement: Agreement | null
  /** The student's statements about the exclusions of the program, with corrections by staff. */
  eligibility: readonly AffirmationEvent[]
  seat_time: SeatSums
  /** Breaks count toward the required time and are not in the ledger. */
  break_seconds: number
  /** The ledger plus breaks, as the student sees it in the course. */
  recorded_seconds: number
  /** The part that the program counts as instruction, as stated on the certificate and in the reports. */
  instruction: { required_seconds: number; recorded_seconds: number; left_out_seconds: number; source: string | null }
  /** The ledger, batch by batch: a long course has thousands of ranges. */
  ranges: () => AsyncGenerator<readonly SeatRange[]>
  lessons: readonly LessonTime[]
  identity_checks: readonly IdentityCheck[]
  documents: readonly DocumentEvent[]
  attempts: readonly AnsweredAttempt[]
  /** Questions inside lessons; null where questions are withheld. */
  lesson_questions: readonly AnsweredQuestion[] | null
  status_changes: readonly StatusChange[]
  reinstatements: readonly UsedReinstatement[]
  advances: readonly (StaffAdvance & { lesson: string })[]
  certificates: readonly IssuedCertificate[]
  reports: readonly SentReport[]
  report_tries: readonly ReportTry[]
  audit_log: ChainEnd | null
}

/** Collects the footprint of a course. Callers must check whose it is. */
export async function readFootprint(ctx: Ctx, course: StudentCourse): Promise<Footprint> {
  const { student_course_id, course_version_id, organization_id, user_id } = course
  const for_staff = ctx.actor.kind !== 'user' || ctx.actor.role !== 'Student'
  const { version_number, published_at, required_seconds } = await selectCourseVersion(ctx, course_version_id)
  const components = await listComponents(ctx, course_version_id)
  const names = new Map(components.map(({ component_id, name }) => [component_id, name]))
  const seat_time = await sumSeatTime(ctx, student_course_id)
  const { leftOut, required_seconds: instruction_seconds, source } = await instructionTime(ctx, course)
  const lessons = await listLessonTimes(ctx, student_course_id, components, leftOut)
  const break_seconds = lessons.reduce((sum, { is_break, seconds }) => sum + (is_break ? seconds : 0), 0)
  const left_out_seconds = lessons.reduce((sum, lessonTime) => sum + lessonTime.left_out_seconds, 0)
  const recorded_seconds = seat_time.seconds + break_seconds
  return {
    made_at: ctx.now,
    made_by: await ctx.use(exporterName)(ctx),
    reference: ctx.request.id,
    for_staff,
    student: { ...(await selectProvenPerson(ctx, course)), user_id },
    course,
    version: { version_number, published_at, required_seconds },
    agreement: await findAgreement(ctx, course),
    eligibility: await listAffirmationEvents(ctx, course, for_staff),
    seat_time,
    break_seconds,
    recorded_seconds,
    instruction: {
      required_seconds: instruction_seconds,
      recorded_seconds: recorded_seconds - left_out_seconds,
      left_out_seconds,
      source,
    },
    ranges: () => readRanges(ctx, student_course_id, names),
    lessons,
    identity_checks: await listIdentityChecks(ctx, course, for_staff),
    documents: await listDocumentEvents(ctx, course, for_staff),
    attempts: await listAnsweredAttempts(ctx, course, names, for_staff),
    lesson_questions: for_staff ? await listLessonQuestions(ctx, course, names) : null,
    status_changes: await listStatusChanges(ctx, student_course_id, for_staff),
    reinstatements: await listReinstatementsOf(ctx, student_course_id),
    advances: (await listAdvancesOf(ctx, student_course_id, for_staff)).map((advance) => ({
      ...advance,
      lesson: names.get(advance.component_id) ?? String(advance.component_id),
    })),
    certificates: await listCertificatesOf(ctx, course, for_staff),
    reports: await listReportsOf(ctx, student_course_id),
    report_tries: await listReportTries(ctx, student_course_id),
    audit_log: await findChainEnd(ctx, organization_id),
  }
}
