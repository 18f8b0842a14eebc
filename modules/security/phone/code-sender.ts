import { port } from '#platform/ctx.ts'
import type { Locale } from '#platform/texts.ts'

/** How a code reaches a phone: as a text message, or spoken in a call. */
export const channels = ['sms', 'voice'] as const
export type Channel = (typeof channels)[number]

export type CodeMessage = {
  channel: Channel
  /** In the form of E.164: +14075550123. */
  to: string
  /** What is written, or said twice. */
  text: string
  locale: Locale
  /** Where the provider tells what became of it. */
  callback_url: string
}

/** What a provider says of a message. `unanswered`: the call reached the phone, and no one took it. */
export type Delivery = 'sent' | 'delivered' | 'unanswered' | 'failed'

export type Sent = { outcome: 'sent'; provider_id: string }
/** `refused`: this phone cannot be reached this way, and repeating it does not help. `away`: later. */
export type Unsent = { outcome: 'refused' | 'away'; detail: string }

/** A provider of text messages and calls. No function throws for what the provider or the network does. */
export type CodeSender = {
  readonly name: string
  send(message: CodeMessage, signal: AbortSignal): Promise<Sent | Unsent>
  /** What a callback says, if only the provider can have signed it; null otherwise. */
  readCallback(callback: { url: string; raw: string; signature: string | undefined }): Told | null
}

/** `state` is null where the provider tells something that says nothing about the delivery. */
type Told = { provider_id: string; state: Delivery | null; detail: string | null }

/** The configured provider; null where there is none, and no check goes by phone. */
export const codeSender = port<CodeSender | null>('security.code-sender')
