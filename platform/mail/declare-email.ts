import type { Ctx } from '#platform/ctx.ts'
import type { Text, Texts } from '#platform/texts.ts'
import type { EmailKind } from './email-limits.sql.ts'

/** A sent email: its recipient and what it was about, by id. */
export type SentEmail = { user_id: number; about: Readonly<Record<string, number>> }

/** The rewordable texts of one email, by their role. */
export type EmailTexts = {
  subject: string
  /** Above the greeting; the subject by default. */
  heading?: string | undefined
  button?: string | undefined
  /** By key: the subject, the heading, the paragraphs in order, the button. */
  texts: Readonly<Record<string, Text>>
}

/** Sample values of variables for a preview. */
export type Samples = Readonly<Record<string, string | Text>>

type EmailProperties = {
  /** The action in the audit log: `checkout.receipt`. */
  name: `${string}.${string}`
  /** Its purpose, which determines the limits per account and per address. */
  kind: EmailKind
  /** The name that staff see, as in 'Email sent: receipt.' */
  title: Text
  /** Also sent after the recipient's account was removed, because it is about money that they paid. */
  toRemoved?: true
  /** Sends it again with current data; absent for emails about past events. */
  again?: (ctx: Ctx, message: SentEmail) => Promise<unknown>
}

export type DeclaredEmail = EmailProperties & { texts: EmailTexts | null; samples: Samples }

/** The rewordable texts, in reading order. */
type EmailWords<T extends Texts> = {
  texts: T
  /** `subject`, `heading` and `button` by default, if the table has them. */
  subject?: keyof T
  heading?: keyof T
  body: readonly (keyof T)[]
  button?: keyof T
  /** For this email's own variables. */
  samples?: Samples
}

const registry = new Map<string, DeclaredEmail>()

/**
 * Declares an email where it is written. The event history, the list of sent emails and the pages for rewording and
 * previews read the declaration.
 */
export function declareEmail<const T extends Texts>({
  name,
  kind,
  title,
  toRemoved,
  again,
  ...email
}: EmailProperties & (EmailWords<T> | { texts: null })): DeclaredEmail {
  const properties: EmailProperties = { name, kind, title, ...(toRemoved && { toRemoved }), ...(again && { again }) }
  const declaredEmail: DeclaredEmail =
    'body' in email
      ? { ...properties, texts: partsOf(email), samples: email.samples ?? {} }
      : { ...properties, texts: null, samples: {} }
  registry.set(name, declaredEmail)
  return declaredEmail
}

function partsOf<T extends Texts>({ texts, body, ...named }: EmailWords<T>): EmailTexts {
  const defaultKey = (key: string) => (Object.hasOwn(texts, key) ? key : undefined)
  const subject = String(named.subject ?? 'subject')
  const heading = named.heading ?? defaultKey('heading')
  const button = named.button ?? defaultKey('button')
  const keys = [...new Set([subject, ...(heading ? [heading] : []), ...body, ...(button ? [button] : [])])].map(String)
  return {
    subject,
    ...(heading && heading !== subject && { heading: String(heading) }),
    ...(button && { button: String(button) }),
    texts: Object.fromEntries(keys.map((key): [string, Text] => [key, texts[key]!])),
  }
}

/** Every email of the product; a process that serves or sends has loaded all jobs and thereby all emails. */
export const declaredEmails = (): DeclaredEmail[] => [...registry.values()]

export const findEmailDeclaration = (name: string): DeclaredEmail | undefined => registry.get(name)

/** The variables named in a text. */
export const variablesOf = ([english]: Text): string[] => [
  ...new Set([...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
]
