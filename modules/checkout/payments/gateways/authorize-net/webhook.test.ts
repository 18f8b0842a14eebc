import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { simulatorKeys } from '#simulators/authorize-net/config.ts'
import { openAuthorizeNetSimulator } from '#simulators/authorize-net/simulator.ts'
import { parseWebhook, verifyWebhook } from './webhook.ts'

const signatureKey = '0A1B'.repeat(32)
const notificationBody = '{"notificationId":"n1","eventType":"net.authorize.payment.void.created","payload":{}}'
const sign = (key: string | Uint8Array, body = notificationBody) =>
  `sha512=${createHmac('sha512', key).update(body).digest('hex').toUpperCase()}`

test('accepts a known HMAC-SHA512 (RFC 4231, case 2)', () => {
  const hex =
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
    '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737'
  expect(verifyWebhook('what do ya want for nothing?', `sha512=${hex}`, 'Jefe')).toBe('ascii')
})

test('accepts a body signed with the key as text or as its decoded bytes, in either case', () => {
  expect(verifyWebhook(notificationBody, sign(signatureKey), signatureKey)).toBe('ascii')
  expect(verifyWebhook(notificationBody, sign(Buffer.from(signatureKey, 'hex')), signatureKey)).toBe('hex')
  expect(
    verifyWebhook(new TextEncoder().encode(notificationBody), sign(signatureKey).toLowerCase(), signatureKey),
  ).toBe('ascii')
})

test('refuses a changed body, another key, a truncated or missing signature, and an empty key', () => {
  expect(verifyWebhook(`${notificationBody} `, sign(signatureKey), signatureKey)).toBeNull()
  expect(verifyWebhook(notificationBody, sign('another'), signatureKey)).toBeNull()
  expect(verifyWebhook(notificationBody, sign(signatureKey).slice(0, -2), signatureKey)).toBeNull()
  expect(verifyWebhook(notificationBody, sign(signatureKey).replace('sha512', 'sha1'), signatureKey)).toBeNull()
  expect(verifyWebhook(notificationBody, undefined, signatureKey)).toBeNull()
  expect(verifyWebhook(notificationBody, sign(''), '')).toBeNull()
})

test('the simulator signs like the gateway, and its notification names the transaction', () => {
  const simulator = openAuthorizeNetSimulator({ production: false })
  const { body, header } = simulator.notification('600', 'net.authorize.payment.authcapture.created')
  expect(verifyWebhook(body, header, simulatorKeys.signature_key)).toBe('ascii')
  const event = parseWebhook(body)
  expect(event).toMatchObject({ event_type: 'net.authorize.payment.authcapture.created', transaction_id: '600' })
  expect(event?.event_id).toMatch(/^[\w-]{8,}$/)
})

test('ignores a body that is not a notification', () => {
  expect(parseWebhook('')).toBeNull()
  expect(parseWebhook('[]')).toBeNull()
  expect(parseWebhook('{"notificationId":""}')).toBeNull()
})
