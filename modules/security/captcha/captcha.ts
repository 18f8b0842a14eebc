import type { HumanCheckSite } from '#modules/identity/index.ts'
import { port } from '#platform/ctx.ts'

/** The known facts about a form's sender. */
export type CaptchaSubmission = {
  token: string
  action: string
  address: string
  agent: string
  /** Our id of the form's account, if any. */
  account: string | null
}

/** The provider's assessment of a form's token. */
export type CaptchaAssessment = {
  /** The token is fresh, unused, and was created on our site for this action. */
  valid: boolean
  /** 0 (certainly a program) to 1 (certainly a person). */
  score: number
  reasons: string[]
  /** The provider's name of the assessment, for annotating it; null if it stores nothing. */
  name: string | null
}

/** The reasons for an annotation, in the provider's names. */
export const annotationReasons = [
  'CHARGEBACK',
  'CHARGEBACK_FRAUD',
  'CHARGEBACK_DISPUTE',
  'REFUND',
  'REFUND_FRAUD',
  'TRANSACTION_ACCEPTED',
  'TRANSACTION_DECLINED',
  'PAYMENT_HEURISTICS',
] as const
type AnnotationReason = (typeof annotationReasons)[number]

export type Annotation = {
  /** Null if only the event is reported, for the provider to interpret. */
  annotation: 'LEGITIMATE' | 'FRAUDULENT' | null
  reasons: readonly AnnotationReason[]
  /** The pseudonym of the form's account that was sent with its assessment; null for a form without an account. */
  account: string | null
}

/** A captcha provider. Both functions throw if it is unreachable. */
export type Captcha = {
  readonly site: HumanCheckSite
  assess(submission: CaptchaSubmission): Promise<CaptchaAssessment>
  annotate(name: string, annotation: Annotation): Promise<void>
}

/** The configured provider and the minimum score; null if none is configured. */
export const captchaPort = port<{ captcha: Captcha; min_score: number } | null>('security.captcha')
