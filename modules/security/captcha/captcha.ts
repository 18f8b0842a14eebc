import { port } from '../../../platform/ctx.ts'
import type { HumanCheckSite } from '../../identity/index.ts'

/** What is known of the sender of a form. */
export type Sent = { token: string; action: string; address: string; agent: string }

/** What the provider thinks of a form's token. */
export type Assessed = {
  /** The token is fresh, was never used, and was made on our site for this action. */
  valid: boolean
  /** 0 (surely a program) to 1 (surely a person). */
  score: number
  reasons: string[]
  /** The provider's name of the assessment, by which it is annotated; null where it keeps nothing. */
  name: string | null
}

export type Annotation = 'LEGITIMATE' | 'FRAUDULENT'

/** A captcha provider. Both functions throw where it cannot be reached. */
export type Captcha = {
  readonly site: HumanCheckSite
  assess(sent: Sent): Promise<Assessed>
  annotate(name: string, annotation: Annotation): Promise<void>
}

/** The configured provider and the score from which on a form is taken; null where nobody is asked. */
export const captchaPort = port<{ captcha: Captcha; min_score: number } | null>('security.captcha')
