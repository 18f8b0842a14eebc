import type { CourseTab } from '#modules/catalogue/authoring/tabs.shared.ts'
import { z } from '#platform/schema.ts'
import type { Text, TextParams } from '#platform/texts.ts'

export const Problem = z.object({
  /** An error prevents publishing; a warning does not. */
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  /** The tab for fixing it. */
  tab: z.string(),
  href: z.string(),
  component_id: z.int().nullable(),
  question_id: z.int().nullable(),
})
export type Problem = z.output<typeof Problem>

/** The place in the editor at which a problem is fixed. */
export type Place = {
  tab: CourseTab
  component_id?: number
  question_id?: number /** Elsewhere than in the editor. */
  href?: string
}
export type AddProblem = (severity: Problem['severity'], text: Text, place: Place, params?: TextParams) => void
