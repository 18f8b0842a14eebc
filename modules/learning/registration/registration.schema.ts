import { AnswerInput, AnswerValue, instant, QuestionAnswer } from '#modules/learning/questions/quiz.schema.ts'
import { flag, id, z } from '#platform/schema.ts'
import { profileFields } from './profile-missing.ts'

export const CourseInput = z.object({ studentCourseId: id() })
/** `isCompleting`: shows only the questions that prevent completing the course. */
export const QuestionInput = CourseInput.extend({ questionId: id(), isCompleting: flag().optional() })
export const AnswerToInput = QuestionInput.extend({ answer: AnswerInput })

/**
 * active: can be answered. expired: its time is over. inactive: can no longer be answered. invalid: the answer is
 * wrong.
 */
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
  /** Null without an answer, and for numbers that are not shown again (see `answered_ind`). */
  answer: AnswerValue,
  answered_ind: z.boolean(),
  state: z.enum(questionStates),
  /** The problem with the stored or missing answer, in the caller's language. */
  problem: z.string().nullable(),
  /** The reason why an accepted answer is unusual and should be checked again. */
  warning: z.string().nullable(),
  /** The answer as text (type 19: the file's name); '' if `answer` is null. */
  answer_in_words: z.string(),
  /** Type 18: the counties to choose from. */
  counties: z.array(z.object({ value: z.number(), label: z.string() })),
  /** Whether the answer decides which questions follow. */
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
  /** The text shown before the first question; '' for none. */
  text: z.string(),
  requiredBefore: z.boolean(),
  /** Whether required questions may be skipped until the course is completed. */
  may_skip: z.boolean(),
  must_agree: z.boolean(),
  /**
   * Fields that the course confirms at the end and that About You lacks; the registration questions for them appear
   * instead.
   */
  profile_missing: z.array(z.enum(profileFields)),
  /** The reason why an agency could not record the completion, and the person who can help; null without one. */
  notice: z.string().nullable(),
  /** The exclusions of the program that the student answers when submitting; empty once that is done. */
  statements: z.array(
    z.object({
      rule: z.string(),
      label: z.string(),
      /** The text in English, the language of its source. */
      text: z.string(),
      kinds: z.array(z.string()).nullable(),
      citation: z.string(),
    }),
  ),
  /** The reason why the program excludes the student; the registration then can't be submitted. */
  excluded: z.string().nullable(),
  /** The course only waits for the student to confirm their information. */
  must_confirm: z.boolean(),
})
export type RegistrationView = z.output<typeof RegistrationShown>

export const RegistrationPage = z.object({
  questions: z.array(RegistrationQuestion),
  studentCourse: StudentCourseShown,
  registration: RegistrationShown,
})
export type RegistrationPageView = z.output<typeof RegistrationPage>
