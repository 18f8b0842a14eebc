import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type Credentials = { access_key_id: string; secret_access_key: string; region: string }

/**
 * Recomputes AWS Signature Version 4 from the received request, independently of the library under test. Returns S3's
 * error code, or undefined if the signature is right.
 */
export function signatureFault(request: IncomingMessage, body: Buffer, credentials: Credentials): string | undefined {
  const url = new URL(request.url!, `http://${request.headers.host}`)
  const signature = url.searchParams.has('X-Amz-Signature') ? fromQuery(url) : fromHeader(request)
  if (!signature) return 'AccessDenied'
  if (signature.credential !== `${credentials.access_key_id}/${scopeOf(signature.date, credentials)}`)
    return 'InvalidAccessKeyId'
  if (Math.abs(timeOf(signature.date) - Date.now()) > 15 * 60_000) return 'RequestTimeTooSkewed'
  if (signature.payload !== 'UNSIGNED-PAYLOAD' && signature.payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  if (!['host', ...signature.required].every((name) => signature.signed_headers.includes(name))) return 'AccessDenied'
  const expected = Buffer.from(signatureOf(request, url, signature, credentials), 'hex')
  const claimed = Buffer.from(signature.signature, 'hex')
  return claimed.length === expected.length && timingSafeEqual(claimed, expected) ? undefined : 'SignatureDoesNotMatch'
}

type SignedParts = {
  credential: string
  date: string
  payload: string
  signed_headers: string[]
  required: string[]
  signature: string
}

function fromHeader(request: IncomingMessage): SignedParts | undefined {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!parts) return undefined
  return {
    credential: parts[1]!,
    signed_headers: parts[2]!.split(';'),
    signature: parts[3]!,
    date: String(request.headers['x-amz-date']),
    payload: String(request.headers['x-amz-content-sha256']),
    required: ['x-amz-date', 'x-amz-content-sha256'],
  }
}

function fromQuery(url: URL): SignedParts | undefined {
  const value = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  if (Date.now() > timeOf(value('Date')) + Number(value('Expires')) * 1000) return undefined
  return {
    credential: value('Credential'),
    signed_headers: value('SignedHeaders').split(';'),
    signature: value('Signature'),
    date: value('Date'),
    payload: 'UNSIGNED-PAYLOAD',
    required: [],
  }
}

function signatureOf(request: IncomingMessage, url: URL, signature: SignedParts, credentials: Credentials): string {
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...signature.signed_headers.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signature.signed_headers.join(';'),
    signature.payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', signature.date, scopeOf(signature.date, credentials), sha256(canonical)].join('\n')
  const steps = [signature.date.slice(0, 8), credentials.region, 's3', 'aws4_request', text]
  return steps.reduce<Buffer>(hmac, Buffer.from(`AWS4${credentials.secret_access_key}`)).toString('hex')
}

function canonicalQuery(url: URL): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

const scopeOf = (date: string, { region }: Credentials) => `${date.slice(0, 8)}/${region}/s3/aws4_request`
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
