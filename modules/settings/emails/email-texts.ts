import { port } from '../../../platform/ctx.ts'
import type { Text } from '../../../platform/texts.ts'

/** The texts of one email that staff can reword, each with its part in it. */
export type EmailTexts = {
  subject: string
  /** Above the greeting; the subject where it has none of its own. */
  heading?: string | undefined
  button?: string | undefined
  /** By key: the subject, the heading, the paragraphs in their order, the button. */
  texts: Readonly<Record<string, Text>>
}

/** The emails of the product by their names; those with words of their own at the composition root. */
export const emailTextsPort = port<Readonly<Record<string, EmailTexts>>>('emailTexts')

/** The named variables of a text. */
export const variablesOf = ([english]: Text): string[] => [
  ...new Set([...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
]
