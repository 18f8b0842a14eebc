import type { Ctx } from '#platform/ctx.ts'
import type { Text, Texts } from '#platform/texts.ts'
import type { EmailKind } from './email-limits.sql.ts'

/** An email that was sent: to whom, and what it was about, by id. */
export type SentEmail = { user_id: number; about: Readonly<Record<string, number>> }

/** The texts of one email that staff can reword, each with its part in it. */
export type EmailTexts = {
  subject: string
  /** Above the greeting; the subject where it has none of its own. */
  heading?: string | undefined
  button?: string | undefined
  /** By key: the subject, the heading, the paragraphs in their order, the button. */
  texts: Readonly<Record<string, Text>>
}

/** What variables stand for in a preview. */
export type Samples = Readonly<Record<string, string | Text>>

type About = {
  /** In the audit log: `checkout.receipt`. */
  name: `${string}.${string}`
  /** Its purpose, which limits how many one account may cause and one address may get. */
  kind: EmailKind
  /** What staff call it, as in 'Email sent: receipt.' */
  title: Text
  /** Sends it again with current data; absent for emails about something that has passed. */
  again?: (ctx: Ctx, message: SentEmail) => Promise<unknown>
}

export type DeclaredEmail = About & { texts: EmailTexts | null; samples: Samples }

/** Which of its texts staff can reword, in the order in which they are read. */
type Worded<T extends Texts> = {
  texts: T
  /** `subject`, `heading` and `button` where the table has them, unless another is named. */
  subject?: keyof T
  heading?: keyof T
  body: readonly (keyof T)[]
  button?: keyof T
  /** For variables that only this email has. */
  samples?: Samples
}

const declared = new Map<string, DeclaredEmail>()

/**
 * Declares an email where it is written. The event history, the list of sent emails, and the pages where staff reword
 * and preview emails read the declaration.
 */
export function declareEmail<const T extends Texts>({
  name,
  kind,
  title,
  again,
  ...email
}: About & (Worded<T> | { texts: null })): DeclaredEmail {
  const about: About = { name, kind, title, ...(again && { again }) }
  const made: DeclaredEmail =
    'body' in email
      ? { ...about, texts: partsOf(email), samples: email.samples ?? {} }
      : { ...about, texts: null, samples: {} }
  declared.set(name, made)
  return made
}

function partsOf<T extends Texts>({ texts, body, ...named }: Worded<T>): EmailTexts {
  const usual = (key: string) => (Object.hasOwn(texts, key) ? key : undefined)
  const subject = String(named.subject ?? 'subject')
  const heading = named.heading ?? usual('heading')
  const button = named.button ?? usual('button')
  const keys = [...new Set([subject, ...(heading ? [heading] : []), ...body, ...(button ? [button] : [])])].map(String)
  return {
    subject,
    ...(heading && heading !== subject && { heading: String(heading) }),
    ...(button && { button: String(button) }),
    texts: Object.fromEntries(keys.map((key): [string, Text] => [key, texts[key]!])),
  }
}

/** Every email of the product. A process that serves or sends has loaded all jobs, and their emails with them. */
export const declaredEmails = (): DeclaredEmail[] => [...declared.values()]

export const findEmailDeclaration = (name: string): DeclaredEmail | undefined => declared.get(name)

/** The named variables of a text. */
export const variablesOf = ([english]: Text): string[] => [
  ...new Set([...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
]
