import { afterAll, beforeAll, expect, test } from 'vitest'
import { signCallback } from '#simulators/phones/signature.ts'
import { startPhoneSimulator } from '#simulators/phones/simulator.ts'
import type { CodeMessage, CodeSender } from './code-sender.ts'
import { openTwilio } from './twilio.ts'

type Called = { url: string; headers: Record<string, string>; raw: string }
const called: Called[] = []
let phones: Awaited<ReturnType<typeof startPhoneSimulator>>
let twilio: CodeSender
beforeAll(async () => {
  phones = await startPhoneSimulator({ notify: async (url, headers, raw) => called.push({ url, headers, raw }) })
  twilio = openTwilio(phones.config)
})
afterAll(() => phones.close())

const callback_url = 'https://school.example/webhooks/phone/1'
const to = '+14075550123'
const send = (overrides: Partial<CodeMessage> = {}, sender = twilio) =>
  sender.send(
    { channel: 'sms', to, text: 'Code: 123456', locale: 'en-us', callback_url, ...overrides },
    AbortSignal.timeout(5000),
  )
const read = ({ url, headers, raw }: Called) =>
  twilio.readCallback({ url, raw, signature: headers['x-twilio-signature'] })

test("signs callbacks as in Twilio's documentation", () => {
  const form = new URLSearchParams({
    To: '+18005551212',
    CallSid: 'CA1234567890ABCDE',
    Digits: '1234',
    From: '+14158675309',
    Caller: '+14158675309',
  })
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(signCallback('12345', url, form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
})

test('sends a text unchanged, and a call that repeats its words', async () => {
  expect(await send()).toMatchObject({ outcome: 'sent', provider_id: expect.stringMatching(/^SM[0-9a-f]{32}$/) })
  expect(phones.simulator.inbox()[0]).toMatchObject({ kind: 'text', to, text: 'Code: 123456', callback_url })
  const text = 'Safety & you: 1, 2, 3, 4, 5, 6.'
  expect(await send({ channel: 'voice', text })).toMatchObject({ provider_id: expect.stringMatching(/^CA/) })
  expect(phones.simulator.inbox()[0]).toMatchObject({ kind: 'call', text })
  expect(phones.simulator.codeFor(to)).toBe('123456')
})

test('distinguishes an unreachable number from a provider that is down or refuses us', async () => {
  expect(await send({ to: '+15005550001' })).toEqual({ outcome: 'refused', detail: 'error 21211' })
  phones.simulator.setDown(true)
  expect(await send()).toEqual({ outcome: 'away', detail: 'error 20500' })
  phones.simulator.setDown(false)
  const stranger = openTwilio({ ...phones.config, auth_token: 'other' })
  expect(await send({}, stranger)).toEqual({ outcome: 'away', detail: 'error 20003' })
  const nowhere = openTwilio({ ...phones.config, url: 'http://127.0.0.1:1' })
  expect(await send({}, nowhere)).toMatchObject({ outcome: 'away' })
})

test('accepts a callback signed for its address, and refuses changed, moved and unsigned ones', async () => {
  await send()
  const { sid } = phones.simulator.inbox()[0]!
  await phones.simulator.play(sid, 'undelivered')
  const callback = called.at(-1)!
  expect(read(callback)).toEqual({ provider_id: sid, state: 'failed', detail: 'error 30005' })
  expect(read({ ...callback, raw: callback.raw.replace('undelivered', 'delivered') })).toBeNull()
  expect(read({ ...callback, url: `${callback_url}2` })).toBeNull()
  expect(read({ ...callback, headers: {} })).toBeNull()
  await send({ channel: 'voice' })
  await phones.simulator.play(phones.simulator.inbox()[0]!.sid, 'no-answer')
  expect(read(called.at(-1)!)).toMatchObject({ state: 'unanswered', detail: null })
})

test.each([
  ['MessageStatus', 'sent', 'sent'],
  ['MessageStatus', 'delivered', 'delivered'],
  ['MessageStatus', 'read', 'delivered'],
  ['MessageStatus', 'undelivered', 'failed'],
  ['MessageStatus', 'failed', 'failed'],
  ['MessageStatus', 'canceled', 'failed'],
  ['MessageStatus', 'queued', null],
  ['CallStatus', 'in-progress', 'sent'],
  ['CallStatus', 'completed', 'delivered'],
  ['CallStatus', 'busy', 'unanswered'],
  ['CallStatus', 'no-answer', 'unanswered'],
  ['CallStatus', 'failed', 'failed'],
  ['CallStatus', 'canceled', 'failed'],
  ['CallStatus', 'ringing', null],
])('reads the %s %s as %s', (field, status, state) => {
  const form = new URLSearchParams({ CallSid: 'CA1', [field]: status })
  const signature = signCallback(phones.config.auth_token, callback_url, form)
  expect(twilio.readCallback({ url: callback_url, raw: form.toString(), signature })).toMatchObject({ state })
})
