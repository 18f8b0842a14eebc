import { type Ctx, port } from '#platform/ctx.ts'

/** A page's settings for obtaining a token; null if none is required. */
export type HumanCheckSite = { site_key: string; script: string; enterprise: boolean }

/** The submitted form; the token must have been created for it. */
export type HumanCheckAction = 'signup' | 'checkout' | 'login' | 'support'

type Submission = {
  action: HumanCheckAction
  /** The browser's token; '' if it sent none. Each is valid once. */
  token: string
  /** The address of the form's account; its later owner is compared with it. */
  email?: string | undefined
  /** Set after failures that suggest a bot: requires a higher score, and always an assessment. */
  strict?: boolean | undefined
}

type AssessedPerson = { user_id: number; organization_id: number; email: string }

/** The outcome of a submitted form: a payment accepted, declined, or one of many that look like card testing. */
export type HumanOutcome = 'accepted' | 'declined' | 'card_testing'

/**
 * Judges whether a human submitted a form; filled by the security module, which stores each judgment as a risk
 * assessment. All functions but `bind` run outside the caller's transaction.
 */
export type HumanCheck = {
  readonly site: HumanCheckSite | null
  /** Returns the assessment to bind to the person later, null if none is required. Throws notHuman. */
  require(ctx: Ctx, judged: Submission): Promise<number | null>
  /** Records whose form was assessed. Throws notHuman for an assessment made for another account. */
  bind(ctx: Ctx, assessment_id: number | null, person: AssessedPerson): Promise<void>
  /** Reports the outcome to the provider, which learns from it. Throws if the provider is unreachable; idempotent. */
  reportOutcome(ctx: Ctx, assessment_id: number, outcome: HumanOutcome): Promise<void>
}
export const humanCheck = port<HumanCheck>('identity.human-check')

/** Requires nothing: for development, tests, and production with CAPTCHA=off. */
export const noHumanCheck: HumanCheck = {
  site: null,
  require: async () => null,
  bind: async () => {},
  reportOutcome: async () => {},
}
