import { type Ctx, port } from '#platform/ctx.ts'

/** What a page needs for the browser to send a token; null where none is required. */
export type HumanCheckSite = { site_key: string; script: string; enterprise: boolean }

/** The form that is sent; the token must have been made for it. */
export type HumanCheckAction = 'signup' | 'checkout' | 'login' | 'support'

type Judged = {
  action: HumanCheckAction
  /** What the browser sent; '' where it sent nothing. Each counts once. */
  token: string
  /** The address of the account that the form is about; its later owner is compared with it. */
  email?: string | undefined
  /** After failures like those of a program: a higher score is asked for, and no one passes unjudged. */
  strict?: boolean | undefined
}

type Whose = { user_id: number; organization_id: number; email: string }

/**
 * What became of what a form was sent for: a payment that was taken, one that was declined, and one of many that look like
 * someone trying out stolen cards.
 */
export type HumanOutcome = 'accepted' | 'declined' | 'card_testing'

/**
 * Says whether a form was sent by a person; filled by the security module, which keeps each judgement as a risk
 * assessment. All functions but `bind` work outside of the caller's transaction.
 */
export type HumanCheck = {
  readonly site: HumanCheckSite | null
  /** The assessment to bind to the person later, null where nothing is asked. Throws notHuman. */
  require(ctx: Ctx, judged: Judged): Promise<number | null>
  /** Whose form the assessment was about. Throws notHuman for one that was made for another account. */
  bind(ctx: Ctx, assessment_id: number | null, whose: Whose): Promise<void>
  /** Tells the provider, which learns from it. Throws where it cannot be reached; told twice is told once. */
  tell(ctx: Ctx, assessment_id: number, outcome: HumanOutcome): Promise<void>
}
export const humanCheck = port<HumanCheck>('identity.human-check')

/** Requires nothing: development, tests, and a production that says CAPTCHA=off. */
export const noHumanCheck: HumanCheck = {
  site: null,
  require: async () => null,
  bind: async () => {},
  tell: async () => {},
}
