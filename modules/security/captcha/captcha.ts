import type { HumanCheckSite } from '#modules/identity/index.ts'
import { port } from '#platform/ctx.ts'

/** What is known of the sender of a form. */
export type Sent = {
  token: string
  action: string
  address: string
  agent: string
  /** Our name of the account that the form is about, if any. */
  account: string | null
}

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

/** Why someone thinks so; the names are the provider's. */
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
  /** Null: only the event is reported, and the provider decides what it means. */
  annotation: 'LEGITIMATE' | 'FRAUDULENT' | null
  reasons: readonly AnnotationReason[]
  /** As it was named when the form was assessed. */
  account: string | null
}

/** A captcha provider. Both functions throw where it cannot be reached. */
export type Captcha = {
  readonly site: HumanCheckSite
  assess(sent: Sent): Promise<Assessed>
  annotate(name: string, annotation: Annotation): Promise<void>
}

/** The configured provider and the score from which on a form is taken; null where no one is asked. */
export const captchaPort = port<{ captcha: Captcha; min_score: number } | null>('security.captcha')
