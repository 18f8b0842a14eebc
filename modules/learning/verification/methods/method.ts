import type { CourseVersion, SecurityOptions } from '#modules/catalogue/index.ts'
import type { LockReason } from '#modules/learning/status/lock-reason.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Check, Measurement, TryResult } from '#modules/learning/verification/check.sql.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { z } from '#platform/schema.ts'
import type { Text, Texts } from '#platform/texts.ts'

/** A student with the version and the setup of the course. */
export type EnrolledStudent = { course: StudentCourse; version: CourseVersion; setup: Setup }
/** A course whose setup may not exist yet. */
export type SetupContext = { student_course_id: number; version: CourseVersion; setup: Setup | null }
/** An open check; the current task is `tasks[position]`. */
export type CurrentCheck = { course: StudentCourse; check: Check }

/** The result of an attempt; or the method is replaced by another one. */
export type Verdict = TryVerdict | { replaced: 'chosen' | 'unusable' }
export type TryVerdict = { result: TryResult; forgiven?: boolean } & Measurement

type Shape = z.ZodRawShape
/** Fields that a method adds to a response, and how to read them. */
type Fields<S extends Shape, Subject> = {
  shape: S
  read: (ctx: Ctx, subject: Subject) => Promise<z.output<z.ZodObject<S>>>
}

/** A method's part of the setup before a course. */
type SetupOf<Part extends string, S extends Shape> = Fields<S, SetupContext> & {
  /** Its name among the setup's parts, which differs from the contract's name for some methods. */
  part: Part
  /** Its position on the setup page, from the top. */
  place: number
  isMissing: (ctx: Ctx, subject: SetupContext) => Promise<boolean>
}

/** The settings for turning a method off for a student. */
type WaiverOf<S extends Shape> = {
  action: string
  /** The text for students who turned it off themselves; null if only staff may. */
  skipped: Text | null
  /** The evidence for staff; null for a course that does not use the method. */
  evidence: Fields<S, SetupContext>
}

type Method<Part extends string, Su extends Shape, Co extends Shape, Ev extends Shape> = {
  /** Its name, for staff. */
  words: Readonly<Record<'name', Text>>
  /** Footprint texts for its recorded events and channels. */
  recordTexts: Texts
  setup: SetupOf<Part, Su> | null
  /** The fields of a check that uses it; other methods leave them null. */
  content: Fields<Co, CurrentCheck & { options: SecurityOptions }>
  /** Set if a course uses it in addition to the rotating methods; null if it only takes turns. */
  moments: (
    methods: SecurityOptions['methods'],
  ) => Required<SecurityOptions['methods']>['biometrics'] | null | undefined
  /**
   * The reason for locking a course after wrong answers to questions that resolve its doubtful result. Null: the usual
   * reason for wrong answers.
   */
  doubt: LockReason | null
  waiver: WaiverOf<Ev> | null
  /** Deletes the setup. */
  reset: (ctx: Ctx, student_course_id: number) => PromiseLike<unknown>
  /**
   * Whether a program's time limit for answers applies; it always does for questions. A call or a device has its own
   * time limit.
   */
  timed?: true
}

/** A method that asks one of several questions. */
type QuestionPart = {
  questions: {
    /** Whether its answers are set in the setup. Such questions are preferred as a replacement for another method. */
    personal: boolean
    /** The questions that can currently be asked of a student. */
    list: (ctx: Ctx, subject: Pick<EnrolledStudent, 'course' | 'version'>) => Promise<readonly number[]>
    judge: (ctx: Ctx, current: CurrentCheck, answer: SubmittedAnswer) => Promise<TryVerdict>
  }
}

/** A method that measures something other than an answer. `Input` is the input of its own operation. */
type MeasurementPart<Input> = {
  questions: null
  /** Whether a student can currently use it. */
  isUsable: (ctx: Ctx, subject: EnrolledStudent) => Promise<boolean>
  /** Whether a check that uses it can still continue with it. */
  canContinue: (ctx: Ctx, subject: EnrolledStudent, check: Check) => Promise<boolean>
  /** Throws if nothing could be measured, so that no attempt is counted. */
  judge: (ctx: Ctx, current: CurrentCheck, input: Input) => Promise<Verdict>
}

/** A choice by its id, or the text of an answer. */
export type SubmittedAnswer = number | string | boolean

/** One identity method: everything on the server that differs between methods. */
export type IdentityMethod = Method<string, Shape, Shape, Shape> & (QuestionPart | MeasurementPart<never>)

export const questionMethod = <Part extends string, Co extends Shape, Su extends Shape = Record<never, never>>(
  entry: Method<Part, Su, Co, Shape> & QuestionPart,
) => entry

export const measuringMethod = <Part extends string, Input, Su extends Shape, Co extends Shape, Ev extends Shape>(
  entry: Method<Part, Su, Co, Ev> & MeasurementPart<Input>,
) => entry
