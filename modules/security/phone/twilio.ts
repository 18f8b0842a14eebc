import { z } from 'zod'
import { outboundFetch } from '#platform/outbound.ts'
import type { Locale } from '#platform/texts.ts'
import type { CodeMessage, CodeSender, Delivery, SentMessage, UnsentMessage } from './code-sender.ts'
import { spokenMessage } from './spoken-message.ts'
import { isSignedCallback } from './twilio-signature.ts'

export type TwilioConfig = {
  url: string
  account_sid: string
  /** The account's token, also the signature key of its callbacks. */
  auth_token: string
  /** The sending phone number, such as +14075550100. */
  from: string
  deadline_ms?: number
}

const CreatedMessage = z.object({ sid: z.string().regex(/^[A-Z]{2}[0-9a-f]{32}$/) })
const ErrorResponse = z.object({ code: z.number(), message: z.string().max(1000) })
const maxBodyLength = 100_000

/** Twilio's states of messages and calls, mapped to ours. */
const states: Readonly<Record<string, Delivery>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
  'in-progress': 'sent',
  completed: 'delivered',
  busy: 'unanswered',
  'no-answer': 'unanswered',
}

const voices: Readonly<Record<string, string>> = { 'en-us': 'en-US', 'es-es': 'es-US' }
/** The voice for a text in its language. */
const voiceOf = (locale: Locale): string => voices[locale] ?? new Intl.Locale(locale).baseName

/** Opens Twilio's API for messages and calls (2010-04-01): form bodies, JSON responses, HTTP Basic. */
export function openTwilio(config: TwilioConfig): CodeSender {
  const { account_sid, auth_token, from } = config
  const base = `${config.url.replace(/\/$/, '')}/2010-04-01/Accounts/${account_sid}`
  const authorization = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`

  async function post(
    path: string,
    form: Record<string, string>,
    signal: AbortSignal,
  ): Promise<SentMessage | UnsentMessage> {
    const response = await outboundFetch('message')(`${base}/${path}`, {
      method: 'POST',
      headers: { authorization, accept: 'application/json' },
      body: new URLSearchParams(form),
      // A redirect could send a phone number anywhere.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(config.deadline_ms ?? 10_000)]),
    })
    const text = await response.text()
    const body = text.length > maxBodyLength ? null : parseJson(text)
    const parsed = CreatedMessage.safeParse(body)
    if (response.status === 201 && parsed.success) return { outcome: 'sent', provider_id: parsed.data.sid }
    const errorResponse = ErrorResponse.safeParse(body)
    const detail = errorResponse.success ? `error ${errorResponse.data.code}` : `status ${response.status}`
    // Errors about credentials, limits and the account are not the number's fault.
    return { outcome: response.status === 400 && errorResponse.success ? 'refused' : 'away', detail }
  }

  return {
    name: 'twilio',

    async send({ channel, to, text, locale, callback_url: StatusCallback }: CodeMessage, signal) {
      const common = { To: to, From: from, StatusCallback }
      try {
        return channel === 'sms'
          ? await post('Messages.json', { ...common, Body: text }, signal)
          : await post('Calls.json', { ...common, Twiml: spokenMessage(text, voiceOf(locale)) }, signal)
      } catch (error) {
        return { outcome: 'away', detail: error instanceof Error ? error.name : 'no answer' }
      }
    },

    readCallback({ url, raw, signature }) {
      const form = new URLSearchParams(raw)
      if (!isSignedCallback(auth_token, { url, form, signature })) return null
      const provider_id = form.get('MessageSid') ?? form.get('CallSid') ?? ''
      const state = states[form.get('MessageStatus') ?? form.get('CallStatus') ?? ''] ?? null
      const code = form.get('ErrorCode')
      return { provider_id, state, detail: code && /^\d{1,6}$/.test(code) ? `error ${code}` : null }
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
