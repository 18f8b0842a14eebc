import type { CourseVersion, SecurityOptions } from '#modules/catalogue/index.ts'
import type { LockReason } from '#modules/learning/status/lock-reason.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Check, Measured, TryResult } from '#modules/learning/verification/check.sql.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { z } from '#platform/schema.ts'
import type { Text, Texts } from '#platform/texts.ts'

/** A student with the version and the setup of the course. */
export type Enrolled = { course: StudentCourse; version: CourseVersion; setup: Setup }
/** The same, for a course whose setup may not exist yet. */
export type Starting = { student_course_id: number; version: CourseVersion; setup: Setup | null }
/** An open check; the current task is `tasks[position]`. */
export type CurrentCheck = { course: StudentCourse; check: Check }

/** The result of an attempt; or the method is replaced by another one. */
export type Verdict = TryVerdict | { replaced: 'chosen' | 'unusable' }
export type TryVerdict = { result: TryResult; forgiven?: boolean } & Measured

type Shape = z.ZodRawShape
/** Fields that a method adds to a response, and how to read them. */
type Fields<S extends Shape, Of> = { shape: S; read: (ctx: Ctx, of: Of) => Promise<z.output<z.ZodObject<S>>> }

/** A method's part of the setup before a course. */
type SetupOf<Part extends string, S extends Shape> = Fields<S, Starting> & {
  /** Its name among the setup's parts; for some methods it is older than the contract's name. */
  part: Part
  /** Its position on the setup page, from the top. */
  place: number
  isMissing: (ctx: Ctx, of: Starting) => Promise<boolean>
}

/** How a method is turned off for one student. */
type WaiverOf<S extends Shape> = {
  action: string
  /** The text for students who turned it off themselves; null if only staff may. */
  skipped: Text | null
  /** The evidence for staff; null for a course that does not use the method. */
  evidence: Fields<S, Starting>
}

type Method<Part extends string, Su extends Shape, Co extends Shape, Ev extends Shape> = {
  /** Texts for staff: its name. */
  words: Readonly<Record<'name', Text>>
  /** Footprint texts for its recorded events and ways. */
  recorded: Texts
  setup: SetupOf<Part, Su> | null
  /** The fields of a check that uses it; other methods leave them null. */
  content: Fields<Co, CurrentCheck & { options: SecurityOptions }>
  /** Set if a course uses it in addition to the rotating methods; null if it only takes turns. */
  moments: (
    methods: SecurityOptions['methods'],
  ) => Required<SecurityOptions['methods']>['biometrics'] | null | undefined
  /**
   * The reason for locking a course after wrong answers to the questions that settle its doubt. Null: the usual reason
   * for wrong answers.
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
type Asking = {
  questions: {
    /**
     * Set if its answers were given in the setup; such questions are preferred as a replacement for another method.
     */
    personal: boolean
    /** The questions that can currently be asked of a student. */
    list: (ctx: Ctx, of: Pick<Enrolled, 'course' | 'version'>) => Promise<readonly number[]>
    judge: (ctx: Ctx, current: CurrentCheck, answer: SubmittedAnswer) => Promise<TryVerdict>
  }
}

/** A method that requires something other than an answer. `Sent` is the input of its own call. */
type Measuring<Sent> = {
  questions: null
  /** Whether a student can currently use it. */
  isUsable: (ctx: Ctx, of: Enrolled) => Promise<boolean>
  /** Whether a check that uses it can still continue with it. */
  goesOn: (ctx: Ctx, of: Enrolled, check: Check) => Promise<boolean>
  /** Throws if nothing was measured, so that no attempt is counted. */
  judge: (ctx: Ctx, current: CurrentCheck, sent: Sent) => Promise<Verdict>
}

/** A choice by its id, or the text of an answer. */
export type SubmittedAnswer = number | string | boolean

/** One identity method: everything on the server that differs between methods. */
export type IdentityMethod = Method<string, Shape, Shape, Shape> & (Asking | Measuring<never>)

export const questionMethod = <Part extends string, Co extends Shape, Su extends Shape = Record<never, never>>(
  entry: Method<Part, Su, Co, Shape> & Asking,
) => entry

export const measuringMethod = <Part extends string, Sent, Su extends Shape, Co extends Shape, Ev extends Shape>(
  entry: Method<Part, Su, Co, Ev> & Measuring<Sent>,
) => entry
