import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Clock, systemClock } from '#platform/clock.ts'
import { serveLocal } from '#platform/http/serve-local.ts'
import type { Simulator } from '#simulators/simulator.ts'
import { simulatedPhones } from './config.ts'
import { inboxPage, outcomes, type ReceivedMessage } from './page.ts'
import { signCallback } from './signature.ts'

export type PhoneSimulator = {
  app: Hono
  /** Newest first. */
  inbox(): readonly ReceivedMessage[]
  /** The six digits of the newest message or call to a number. */
  codeFor(to: string): string
  /** Plays an outcome of a message, and reports it to the message's callback address. */
  play(sid: string, outcome: string): Promise<void>
  /** While down, the provider responds with 503. */
  setDown(down: boolean): void
}

type Options = {
  production: boolean
  /** Sends a callback to the product; without it none are sent. */
  notify?: ((url: string, headers: Record<string, string>, raw: string) => Promise<unknown>) | undefined
  clock?: Clock
}

const number = z.string().regex(/^\+[1-9]\d{6,14}$/)
const common = { To: number, From: number, StatusCallback: z.url() }
const Message = z.object({ ...common, Body: z.string().min(1).max(1600) })
const Call = z.object({ ...common, Twiml: z.string().startsWith('<Response>').max(4000) })

/** Numbers with these errors in Twilio's own test credentials, too. */
const refusals: Readonly<Record<string, number>> = { '+15005550001': 21211, '+15005550009': 21614 }
const maxMessages = 200

const spokenText = (twiml: string): string =>
  /<Say[^>]*>([^<]*)<\/Say>/
    .exec(twiml)?.[1]
    ?.replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&apos;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&') ?? ''

/** Phones and their provider in Twilio's wire format. Throws in production: everyone can read every code. */
export function openPhoneSimulator({ production, notify, clock = systemClock }: Options): PhoneSimulator {
  if (production) throw new Error('The phone simulator must not run in production.')
  const { account_sid, auth_token } = simulatedPhones('http://127.0.0.1')
  const expectedAuthorization = `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`
  const received: ReceivedMessage[] = []
  const app = new Hono()
  let down = false

  async function take(c: Context, kind: ReceivedMessage['kind']): Promise<Response> {
    if (down) return c.json({ code: 20500, message: 'Internal Server Error', status: 503 }, 503)
    if (c.req.param('account') !== account_sid || c.req.header('authorization') !== expectedAuthorization)
      return c.json({ code: 20003, message: 'Authenticate', status: 401 }, 401)
    const parsed = (kind === 'text' ? Message : Call).safeParse(await c.req.parseBody())
    const error = parsed.success ? refusals[parsed.data.To] : 21602
    if (!parsed.success || error) return c.json({ code: error, message: 'Refused', status: 400 }, 400)
    const { To: to, StatusCallback: callback_url } = parsed.data
    const text = 'Body' in parsed.data ? parsed.data.Body : spokenText(parsed.data.Twiml)
    const sid = `${kind === 'text' ? 'SM' : 'CA'}${randomBytes(16).toString('hex')}`
    received.unshift({ sid, kind, to, text, at: clock.now(), callback_url, status: 'queued' })
    received.splice(maxMessages)
    return c.json({ sid, account_sid, to, status: 'queued', error_code: null, error_message: null }, 201)
  }
  app.post('/2010-04-01/Accounts/:account/Messages.json', (c) => take(c, 'text'))
  app.post('/2010-04-01/Accounts/:account/Calls.json', (c) => take(c, 'call'))

  async function play(sid: string, outcome: string): Promise<void> {
    const message = received.find((item) => item.sid === sid)
    if (!message || !Object.hasOwn(outcomes[message.kind], outcome)) throw new Error(`no ${outcome} of ${sid}`)
    message.status = outcome
    const { to, kind, callback_url } = message
    const names = kind === 'text' ? ['MessageSid', 'MessageStatus'] : ['CallSid', 'CallStatus']
    const form = new URLSearchParams([
      [names[0]!, sid],
      [names[1]!, outcome],
      ['To', to],
      ['AccountSid', account_sid],
      ['ApiVersion', '2010-04-01'],
      ...(outcome === 'undelivered' ? [['ErrorCode', '30005']] : []),
    ])
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signCallback(auth_token, callback_url, form),
    }
    await notify?.(callback_url, headers, form.toString())
  }

  app.get('/', (c) => inboxPage(c, received))
  app.post('/', async (c) => {
    const { sid, outcome } = await c.req.parseBody()
    await play(String(sid), String(outcome)).catch(() => null)
    return inboxPage(c, received)
  })

  return {
    app,
    inbox: () => received,
    codeFor(to) {
      const newestMessage = received.find((message) => message.to === to)
      const digits = newestMessage?.text.replace(/(\d)[ ,.]+(?=\d)/g, '$1').match(/\d{6}/)?.[0]
      if (!digits) throw new Error(`no code for ${to}`)
      return digits
    },
    play,
    setDown(isDown) {
      down = isDown
    },
  }
}

export const phones: Simulator<ReturnType<typeof simulatedPhones>> = {
  path: '/dev/phones',
  replaces: ({ TWILIO_ACCOUNT_SID }) => !TWILIO_ACCOUNT_SID,
  settings: simulatedPhones,
  open({ production }) {
    const notify = (url: string, headers: Record<string, string>, body: string) =>
      fetch(url, { method: 'POST', headers, body }).catch(() => null)
    return openPhoneSimulator({ production, notify }).app
  },
}

/** A standalone simulator on a free local port, for tests. */
export async function startPhoneSimulator(options: Pick<Options, 'notify' | 'clock'> = {}) {
  const simulator = openPhoneSimulator({ ...options, production: process.env.NODE_ENV === 'production' })
  const { url, close } = await serveLocal(simulator.app)
  return { simulator, config: simulatedPhones(url), close }
}
