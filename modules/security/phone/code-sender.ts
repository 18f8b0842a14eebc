import { port } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'

/** The ways for a code to reach a phone: a text message, or spoken in a call. */
export const channels = ['sms', 'voice'] as const
export type Channel = (typeof channels)[number]

export type CodeMessage = {
  channel: Channel
  /** In E.164 form: +14075550123. */
  to: string
  /** The text to send, or to speak twice. */
  text: string
  locale: Locale
  /** The address for the provider's delivery reports. */
  callback_url: string
}

/** A provider's report on a message. `unanswered`: the phone rang, and no one answered. */
export type Delivery = 'sent' | 'delivered' | 'unanswered' | 'failed'

export type SentMessage = { outcome: 'sent'; provider_id: string }
/** `refused`: this phone can't be reached this way, and retrying won't help. `away`: retry later. */
export type UnsentMessage = { outcome: 'refused' | 'away'; detail: string }

/** A provider of text messages and calls. No function throws for failures of the provider or the network. */
export type CodeSender = {
  readonly name: string
  send(message: CodeMessage, signal: AbortSignal): Promise<SentMessage | UnsentMessage>
  /** Reads a callback if only the provider can have signed it; null otherwise. */
  readCallback(callback: { url: string; raw: string; signature: string | undefined }): DeliveryReport | null
}

/** `state` is null for a callback that is not about delivery. */
type DeliveryReport = { provider_id: string; state: Delivery | null; detail: string | null }

/** The configured provider; without one (null) there are no phone checks. */
export const codeSender = port<CodeSender | null>('security.code-sender')
