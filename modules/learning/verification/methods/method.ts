import type { CourseVersion, SecurityOptions } from '#modules/catalogue/index.ts'
import type { LockReason } from '#modules/learning/status/lock-reason.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Check, Measured, TryResult } from '#modules/learning/verification/check.sql.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { z } from '#platform/schema.ts'
import type { Text, Texts } from '#platform/texts.ts'

/** A student with the version of the course and what was set up for it. */
export type Enrolled = { course: StudentCourse; version: CourseVersion; setup: Setup }
/** The same where nothing may be set up yet. */
export type Starting = { student_course_id: number; version: CourseVersion; setup: Setup | null }
/** A check under way; of its tasks the one at `position` is asked. */
export type Asked = { course: StudentCourse; check: Check }

/** The result of a try, or that another method is asked instead of this one. */
export type Verdict = TryVerdict | { replaced: 'chosen' | 'unusable' }
export type TryVerdict = { result: TryResult; forgiven?: boolean } & Measured

type Shape = z.ZodRawShape
/** Fields that a method adds to a response, and what they hold. */
type Fields<S extends Shape, Of> = { shape: S; read: (ctx: Ctx, of: Of) => Promise<z.output<z.ZodObject<S>>> }

/** The part of the setup before a course. */
type SetupOf<Part extends string, S extends Shape> = Fields<S, Starting> & {
  /** Its name among the parts of a setup, which is older than the contract's name of some methods. */
  part: Part
  /** Its place on the page of the setup, from the top. */
  place: number
  isMissing: (ctx: Ctx, of: Starting) => Promise<boolean>
}

/** How a method is turned off for one student. */
type WaiverOf<S extends Shape> = {
  action: string
  /** The text for students who turned it off themselves; null where only staff may. */
  skipped: Text | null
  /** The evidence that staff see; null for a course that does not ask for the method. */
  evidence: Fields<S, Starting>
}

type Method<Part extends string, Su extends Shape, Co extends Shape, Ev extends Shape> = {
  /** Words of staff: its name. */
  words: Readonly<Record<'name', Text>>
  /** The words of the footprint for its own events and ways, by how these are recorded. */
  recorded: Texts
  setup: SetupOf<Part, Su> | null
  /** The fields of a check that asks for it; other methods leave them null. */
  content: Fields<Co, Asked & { options: SecurityOptions }>
  /** When a course asks for it beside the method whose turn it is; null for one that only takes turns. */
  moments: (
    methods: SecurityOptions['methods'],
  ) => Required<SecurityOptions['methods']>['biometrics'] | null | undefined
  /** Why a course is locked when the questions that settle its doubt are answered wrong; null: as after any wrong answer. */
  doubt: LockReason | null
  waiver: WaiverOf<Ev> | null
  /** Forgets what was set up. */
  reset: (ctx: Ctx, student_course_id: number) => PromiseLike<unknown>
}

/** A method that asks one of several questions. */
type Asking = {
  questions: {
    /** Its answers were given in the setup: such questions come before others when they stand in for a method. */
    personal: boolean
    /** The questions that can be asked of a student now. */
    list: (ctx: Ctx, of: Pick<Enrolled, 'course' | 'version'>) => Promise<readonly number[]>
    judge: (ctx: Ctx, asked: Asked, answer: GivenAnswer) => Promise<TryVerdict>
  }
}

/** A method that asks for something else than an answer. `Sent` is what its own call takes. */
type Measuring<Sent> = {
  questions: null
  /** Whether it can be asked of a student now. */
  isUsable: (ctx: Ctx, of: Enrolled) => Promise<boolean>
  /** Whether a check that asks for it can still go on with it. */
  goesOn: (ctx: Ctx, of: Enrolled, check: Check) => Promise<boolean>
  /** Throws where nothing was measured, so that no try is counted. */
  judge: (ctx: Ctx, asked: Asked, sent: Sent) => Promise<Verdict>
}

/** A choice by its id, or the words of an answer. */
export type GivenAnswer = number | string | boolean

/** One way to prove who sits a course: everything in which it differs from the others on the server. */
export type IdentityMethod = Method<string, Shape, Shape, Shape> & (Asking | Measuring<never>)

export const questionMethod = <Part extends string, Co extends Shape, Su extends Shape = Record<never, never>>(
  entry: Method<Part, Su, Co, Shape> & Asking,
) => entry

export const measuringMethod = <Part extends string, Sent, Su extends Shape, Co extends Shape, Ev extends Shape>(
  entry: Method<Part, Su, Co, Ev> & Measuring<Sent>,
) => entry
