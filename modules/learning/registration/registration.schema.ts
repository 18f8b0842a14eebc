import { AnswerInput, AnswerValue, instant, QuestionAnswer } from '#modules/learning/questions/quiz.schema.ts'
import { flag, id, z } from '#platform/schema.ts'
import { profileFields } from './profile-missing.ts'

export const CourseInput = z.object({ studentCourseId: id() })
/** `isCompleting`: only the questions that prevent completing the course are shown. */
export const QuestionInput = CourseInput.extend({ questionId: id(), isCompleting: flag().optional() })
export const AnswerToInput = QuestionInput.extend({ answer: AnswerInput })

/** active: can be answered. expired: its time is over. inactive: can no longer be answered. invalid: its answer is not right. */
const questionStates = ['active', 'expired', 'inactive', 'invalid'] as const

export const RegistrationQuestion = QuestionAnswer.pick({
  question_id: true,
  order: true,
  lk_question_type_id: true,
  type: true,
  conditional: true,
  configuration: true,
  submitted_at: true,
  attempted: true,
  timer_expires_at: true,
  timer_expired_at: true,
}).extend({
  /** Null where there is none, and for numbers that are not shown again (`answered_ind` says that there is one). */
  answer: AnswerValue,
  answered_ind: z.boolean(),
  state: z.enum(questionStates),
  /** Why the stored answer (or its absence) is not right, in the caller's language. */
  problem: z.string().nullable(),
  /** The answer as people read it (type 19: the name of the file); '' where `answer` is null. */
  answer_in_words: z.string(),
  /** Type 18: the counties to choose from. */
  counties: z.array(z.object({ value: z.number(), label: z.string() })),
  /** The answer decides which questions follow. */
  branches: z.boolean(),
})
export type ShownRegistrationQuestion = z.output<typeof RegistrationQuestion>

const StudentCourseShown = z.object({
  student_course_id: z.number(),
  lk_student_course_status_id: z.number(),
  course_name: z.string(),
  course_version_id: z.number(),
  registered_at: instant,
  agreed_at: instant,
})

const RegistrationShown = z.object({
  started_at: instant,
  submitted_at: instant,
  confirmed_at: instant,
  completed_at: instant,
  /** What the course shows before the first question; '' for nothing. */
  text: z.string(),
  requiredBefore: z.boolean(),
  /** Whether required questions may wait until the course is completed. */
  may_skip: z.boolean(),
  must_agree: z.boolean(),
  /** What the course confirms in the end and About You does not say yet; a question about it does instead. */
  profile_missing: z.array(z.enum(profileFields)),
  /** The course only waits for the student to confirm their information. */
  must_confirm: z.boolean(),
})
export type Shown = z.output<typeof RegistrationShown>

export const WholeRegistration = z.object({
  questions: z.array(RegistrationQuestion),
  studentCourse: StudentCourseShown,
  registration: RegistrationShown,
})
export type WholeShown = z.output<typeof WholeRegistration>
