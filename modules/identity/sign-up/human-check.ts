import { type Ctx, port } from '../../../platform/ctx.ts'

/** What a page needs so that the browser can bring a token; null where nobody is asked for one. */
export type HumanCheckSite = { site_key: string; script: string; enterprise: boolean }

/** The form that is sent; the token must have been made for it. */
export type HumanCheckAction = 'signup' | 'checkout' | 'login'

export type Judged = {
  action: HumanCheckAction
  /** What the browser brought; '' where it brought nothing. */
  token: string
}

/**
 * Says whether a form was sent by a person; filled by the security module, which keeps each judgement as a risk
 * assessment. Both functions work outside of the caller's transaction.
 */
export type HumanCheck = {
  readonly site: HumanCheckSite | null
  /** The assessment to bind to the person later, null where nothing is asked. Throws notHuman. */
  require(ctx: Ctx, judged: Judged): Promise<number | null>
  /** Whose sign-up the assessment was about. */
  bind(ctx: Ctx, assessment_id: number | null, person: { user_id: number; organization_id: number }): Promise<void>
}
export const humanCheck = port<HumanCheck>('identity.human-check')

/** Asks nobody for anything: development, tests, and a production that says CAPTCHA=off. */
export const noHumanCheck: HumanCheck = { site: null, require: async () => null, bind: async () => {} }
