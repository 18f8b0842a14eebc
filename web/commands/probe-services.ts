import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { isAbsolute } from 'node:path'
import { readLedger } from '#modules/checkout/entry.ts'
import { serviceFormats } from '#modules/learning/entry.ts'
import type { Env } from '#platform/env.ts'
import { checkMailServer } from '#platform/mail/smtp.ts'
import { harmlessFetch } from '#platform/outbound.ts'
import { openRealtimeTokens } from '#platform/realtime/tokens.ts'
import { checkCentrifugo } from '#platform/realtime/try-centrifugo.ts'
import { cardServicesOf, walletOf } from '#web/payment-services.ts'
import { filesOf, serviceAddress } from '#web/services.ts'
import { attempt, type Finding, ok, skip, warn } from './probe.ts'

const hourMs = 3_600_000
const fetchHarmless = harmlessFetch('tries a setting')

/** Tries every external service of the settings, in parallel. Nothing is charged, sent or reported. */
export async function probeServices(env: Env): Promise<Finding[]> {
  const findings = await Promise.all([
    attempt('files', () => probeFiles(env)),
    attempt('SMTP_URL', () => probeMail(env)),
    attempt('AUTHORIZE_NET', () => probeCards(env)),
    attempt('PAYPAL', () => probeWallet(env)),
    attempt('CENTRIFUGO_URL', () => probeCentrifugo(env)),
    attempt('BASE_URL', () => probeHosts(env)),
    ...reachableServices(env).map(([subject, url]) => attempt(subject, () => probeReach(subject, url))),
    ...agencyServices(env).map(([subject, url]) => probeAgency(subject, url)),
  ])
  return findings.flat()
}

/** An agency that is away stops nothing: its reports wait, and an installation may have no course of that state. */
async function probeAgency(subject: string, url: string): Promise<Finding[]> {
  const findings = await attempt(subject, () => probeReach(subject, url))
  const late = 'its reports would wait; nothing to do without courses for this agency'
  return findings.map((each) => (each.state === 'fail' ? warn(subject, `${each.detail}; ${late}`) : each))
}

/** The agencies' own services, each with the operator's address or the one that schools use. */
const agencyServices = (env: Env): [subject: string, url: string][] =>
  env.production ? serviceFormats.map((each) => [each.name, serviceAddress(env, each)]) : []

/** Stores, reads and removes a file of random bytes: content determines its key, which no other file may have. */
async function probeFiles(env: Env): Promise<Finding[]> {
  const files = filesOf(env)
  const bytes = randomBytes(64)
  const { key } = await files.put({ bytes, content_type: 'application/octet-stream', folder: 'check', limit_bytes: 64 })
  try {
    const { stream } = await files.open(key)
    const returnedBytes = Buffer.from(await new Response(stream).arrayBuffer())
    if (!returnedBytes.equals(bytes)) throw new Error('a stored file came back with other bytes')
  } finally {
    await files.remove(key)
  }
  const place = env.S3_URL ? `the bucket ${env.S3_BUCKET}` : env.DATA_DIR
  const finding = ok('files', `stored, read and removed in ${place}`)
  if (env.S3_URL || isAbsolute(env.DATA_DIR) || !env.production) return [finding]
  return [finding, warn('DATA_DIR', 'is relative, so it is inside this release: the next one would not have its files')]
}

async function probeMail({ SMTP_URL: url }: Env): Promise<Finding> {
  if (!url) return skip('SMTP_URL', 'not set: emails stay in a mailbox of this machine')
  await checkMailServer(url)
  return ok('SMTP_URL', 'greets us and signs us in; nothing was sent')
}

async function probeCards(env: Env): Promise<Finding> {
  if (!env.AUTHORIZE_NET_URL) return skip('AUTHORIZE_NET', 'not set')
  await readLedger({ provider: 'authorize_net', gateway: cardServicesOf(env).gateway }, new Date(Date.now() - hourMs))
  return ok('AUTHORIZE_NET', 'lists the transactions of the last hour')
}

async function probeWallet(env: Env): Promise<Finding> {
  const wallet = walletOf(env)
  if (!wallet) return skip('PAYPAL', 'not set: not offered')
  await readLedger({ provider: 'paypal', gateway: wallet }, new Date(Date.now() - hourMs))
  return ok('PAYPAL', 'lists the transactions of the last hour')
}

async function probeCentrifugo({ CENTRIFUGO_URL: url, REALTIME_KEY: key }: Env): Promise<Finding> {
  if (!url || !key) return skip('CENTRIFUGO_URL', 'not set: the web processes deliver messages')
  await checkCentrifugo(url, openRealtimeTokens(key))
  return ok('CENTRIFUGO_URL', 'accepts a connection with a token of REALTIME_KEY')
}

/** Each organization is a host below BASE_URL's, so its DNS needs a wildcard. */
async function probeHosts({ BASE_URL }: Env): Promise<Finding[]> {
  const { hostname } = new URL(BASE_URL)
  const { address } = await lookup(hostname)
  const testHost = `waypost-check.${hostname}`
  const wildcard = await lookup(testHost).catch(() => null)
  return [
    ok('BASE_URL', `${hostname} is ${address}`),
    wildcard
      ? ok('wildcard host', `${testHost} is ${wildcard.address}`)
      : warn('wildcard host', `${testHost} is unknown: add *.${hostname} to the DNS, or organizations have no site`),
  ]
}

/** Services that are only contacted: using their accounts would send, report or charge something. */
function reachableServices(env: Env): [subject: string, url: string][] {
  const services: Record<string, string | false | undefined> = {
    EXAM_PROVIDER_URL: env.EXAM_PROVIDER_URL,
    TWILIO_URL: env.TWILIO_ACCOUNT_SID && env.TWILIO_URL,
    BREACHED_PASSWORDS_URL: env.BREACHED_PASSWORDS_URL,
  }
  return Object.entries(services).flatMap(([subject, url]) => (url ? [[subject, url] as [string, string]] : []))
}

async function probeReach(subject: string, url: string): Promise<Finding> {
  const response = await fetchHarmless(url, { method: 'HEAD', redirect: 'manual' })
  await response.body?.cancel()
  return ok(subject, `${new URL(url).host} answers; its account was not tried`)
}
