import type { ComponentType } from 'react'
import type { TaskShown } from '#modules/learning/entry.ts'
import type { SetupShown } from '#modules/learning/verification/setup.ts'
import type { courseChecks } from '#modules/learning/verification/staff.ts'
import type { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Text, TextOf } from '#platform/texts.ts'
import type { SentForm } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import type { PageRedirect } from '#platform/web/page-redirect.ts'

type Form = Pick<ViewInput, 'form'>
/**
 * `changing`: the student wants to change the saved part. `phone_number`: the account's number, which the setup
 * suggests.
 */
export type SetupProps = Form & { id: number; setup: SetupShown; phone_number: string; changing: boolean }
export type CheckProps = Form & { id: number; task: TaskShown; now: Date }
/** A form sent from the setup or a check. */
export type SentAt = { ctx: Ctx; student_course_id: number; form: SentForm; pagePath: string }

/** `Fields`: in the same form as the agreement. `Part`: with its own forms, below that form. */
type SetupView = { Fields: ComponentType<SetupProps> } | { Part: ComponentType<SetupProps> }

type CourseChecks = Awaited<ReturnType<typeof courseChecks.run>>
type Say = {
  t: TextOf<typeof verificationTexts>
  showDate: (submission: string) => string
}
/** A method's evidence for staff: while it is on, or since when and why it is off. */
export type Evidence = { on: string; waived_at: string | null; waived_reason: string | null }
type WaiverWords = Readonly<Record<'waive' | 'waiveHint' | 'unwaive' | 'unwaiveHint' | 'changed', Text>>

/** An identity method on the pages of students and staff. */
export type MethodPage = {
  setup: SetupView | null
  /** Reads its fields in a setup form. */
  read: ((values: Readonly<Record<string, string>>) => object) | null
  Check: ComponentType<CheckProps>
  /** Handles its own form; null for any other. */
  submit: ((submission: SentAt) => Promise<PageRedirect | null>) | null
  /** Its form shows refusals itself. */
  showsRefusals: boolean
  /**
   * The staff part, for methods that staff may turn off; null for a method that always stays on. `read` returns null if
   * a course does not use it.
   */
  waiver: { words: WaiverWords; read: (course: CourseChecks, say: Say) => Evidence | null } | null
}
