import type { ComponentType } from 'react'
import type { TaskShown } from '#modules/learning/entry.ts'
import type { SetupShown } from '#modules/learning/verification/setup.ts'
import type { courseChecks } from '#modules/learning/verification/staff.ts'
import type { verificationTexts } from '#modules/learning/verification/verification.texts.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Text, TextParams } from '#platform/texts.ts'
import type { SentForm } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import type { PageRedirect } from '#platform/web/page-redirect.ts'

type Form = Pick<ViewInput, 'form'>
/** `changing`: its student wants to change what was saved of this part before. */
export type SetupProps = Form & { id: number; setup: SetupShown; changing: boolean }
export type CheckProps = Form & { id: number; task: TaskShown; now: Date }
/** A form that was sent from the setup or from a check. */
export type SentAt = { ctx: Ctx; student_course_id: number; form: SentForm; here: string }

/** `Fields`: in one form with the agreement. `Part`: with forms of its own, which come after that one. */
type SetupView = { Fields: ComponentType<SetupProps> } | { Part: ComponentType<SetupProps> }

type ChecksOfCourse = Awaited<ReturnType<typeof courseChecks.run>>
type Say = {
  t: (key: keyof typeof verificationTexts, params?: TextParams) => string
  showDate: (at: string) => string
}
/** What staff read of a method while it is on, and since when and why it is off. */
export type Evidence = { on: string; waived_at: string | null; waived_reason: string | null }
type WaiverWords = Readonly<Record<'waive' | 'waiveHint' | 'unwaive' | 'unwaiveHint' | 'changed', Text>>

/** One way to prove who sits a course, as students and staff see it on pages. */
export type MethodPage = {
  setup: SetupView | null
  /** Reads its fields in a form of the setup. */
  read: ((values: Readonly<Record<string, string>>) => object) | null
  Check: ComponentType<CheckProps>
  /** Takes a form of its own; null for a form that is not. */
  submit: ((at: SentAt) => Promise<PageRedirect | null>) | null
  /** Its form itself says why it was refused. */
  saysRefusals: boolean
  /** For staff, who may turn it off; null for a method that always stays on. `read` gives null where a course does not ask for it. */
  waiver: { words: WaiverWords; read: (course: ChecksOfCourse, say: Say) => Evidence | null } | null
}
