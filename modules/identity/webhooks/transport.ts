import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { port } from '#platform/ctx.ts'
import { requireOutbound } from '#platform/outbound.ts'
import { isPublicAddress } from './public-address.ts'
import { findAddressRecords, findTextRecords, openResolver, type ResolveName, resolveLocal } from './resolve-name.ts'

/** A request with its method. */
export type OutboundRequest = WebhookRequest & { method: 'GET' | 'POST' }
type WebhookRequest = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** A receiver's response: its status and the start of its body, or the reason why there is none. */
export type WebhookResponse = { status: number | null; answer: string; fault: string | null; milliseconds: number }

export type WebhookTransport = {
  /** Whether events may be delivered to this address at all. */
  accepts(url: string): boolean
  /** Delivers once; throws only in quarantine. */
  send(request: WebhookRequest, signal?: AbortSignal): Promise<WebhookResponse>
  /** Reads the start of a file of an organization's own site, with the same checks. */
  read(url: string): Promise<WebhookResponse>
  /** Sends a request of a sign-in and reads its whole response, with the same checks; a longer one is a fault. */
  fetchComplete(request: OutboundRequest, maxBytes: number): Promise<WebhookResponse>
  /** The TXT records of a name; empty if the lookup fails. */
  findTexts(name: string): Promise<readonly string[]>
  /** The IPv4 addresses of a name; empty if the lookup fails. */
  findAddresses(name: string): Promise<readonly string[]>
}

export const webhookTransport = port<WebhookTransport>('webhook-transport')

type Options = {
  /** A development server also delivers to its own machine, and over http. */
  local: boolean
  resolve?: ResolveName
  resolveTexts?: (name: string) => Promise<readonly string[]>
  /** In milliseconds, for the whole exchange. */
  deadline?: number
  /** The same for a request of a sign-in, which a visitor waits for on a connection that others need. */
  signInDeadline?: number
}

const defaultDeadline = 10_000
const defaultSignInDeadline = 4_000
const maxAnswer = 2_000

/** How much of a response is read, and whether a longer one is refused instead of cut. */
type Extent = { maxBytes: number; complete: boolean }
const startOnly: Extent = { maxBytes: maxAnswer, complete: false }

type Limits = { signal?: AbortSignal | undefined; extent?: Extent; deadline?: number }

/**
 * Delivers webhooks. The name is resolved for each delivery, every address is checked, and the connection is opened to
 * a checked address, so that a later response of the name server changes nothing. Redirects are not followed.
 */
export function openWebhookTransport(options: Options): WebhookTransport {
  const { local, resolve = local ? resolveLocal : openResolver(), deadline: sendDeadline = defaultDeadline } = options
  const { signInDeadline = defaultSignInDeadline } = options
  async function request(
    { url, ...requestOptions }: OutboundRequest,
    { signal, extent = startOnly, deadline = sendDeadline }: Limits = {},
  ): Promise<WebhookResponse> {
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    const endSignal = AbortSignal.any([AbortSignal.timeout(deadline), ...(signal ? [signal] : [])])
    try {
      const target = readUrl(url, local)
      if (!target) throw new Error('this address is not allowed')
      const address = await abortable(
        resolvePublicAddress(target.hostname, (host) => resolve(host, endSignal), local),
        endSignal,
      )
      const response = await exchange({ target, address, extent, ...requestOptions }, endSignal)
      return { ...response, fault: null, milliseconds: elapsed() }
    } catch (error) {
      const fault = endSignal.aborted ? `no answer within ${deadline / 1000} seconds` : describeError(error)
      return { status: null, answer: '', fault, milliseconds: elapsed() }
    }
  }
  return {
    accepts: (url) => readUrl(url, local) !== null,
    async send(webhookRequest, signal) {
      requireOutbound('webhook')
      return request({ method: 'POST', ...webhookRequest }, { signal })
    },
    read: (url) => request({ method: 'GET', url, headers: {}, body: '' }),
    fetchComplete: (outboundRequest, maxBytes) =>
      request(outboundRequest, { extent: { maxBytes, complete: true }, deadline: signInDeadline }),
    findTexts: options.resolveTexts ?? findTextRecords,
    findAddresses: (name) => findAddressRecords(name),
  }
}

/** The URL of a possible receiver: https, without credentials. Numeric addresses are checked here, too. */
function readUrl(text: string, local: boolean): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username || url.password || url.hash) return null
  if (local) return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
  if (url.protocol !== 'https:') return null
  const host = withoutBrackets(url.hostname)
  const isNumber = host.includes(':') || /^[\d.]+$/.test(host)
  if (isNumber) return isPublicAddress(host) ? url : null
  return host.includes('.') ? url : null
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** An address of the host; all its addresses must be public. */
async function resolvePublicAddress(
  hostname: string,
  resolve: (host: string) => ReturnType<ResolveName>,
  local: boolean,
) {
  const host = withoutBrackets(hostname)
  const addresses = await resolve(host)
  const [first] = addresses
  if (!first) throw new Error('the name has no address')
  if (!local && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new Error('the name leads to a private or reserved address')
  return first.address
}

type Exchange = Omit<OutboundRequest, 'url'> & { target: URL; address: string; extent: Extent }

/** Sends the request to the address itself; certificate and Host are those of the name. */
async function exchange({ method, target, address, extent, headers, body }: Exchange, signal: AbortSignal) {
  const secure = target.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const clientRequest: ClientRequest = (secure ? httpsRequest : httpRequest)({
    method,
    host: address,
    port: target.port || (secure ? 443 : 80),
    path: `${target.pathname}${target.search}`,
    headers: { ...headers, host: target.host, 'content-length': String(Buffer.byteLength(body)) },
    ...(secure && !withoutBrackets(target.hostname).includes(':') && { servername: target.hostname }),
    agent: false,
    signal,
  })
  // Later errors of a lost connection must not end the process.
  clientRequest.once('response', resolve).on('error', reject).end(body)
  const response = await promise
  try {
    // The status says whether an event was received, whatever becomes of the body.
    const answer = extent.complete ? await readBody(response, extent) : await readBody(response, extent).catch(() => '')
    return { status: response.statusCode ?? null, answer }
  } finally {
    response.destroy()
    clientRequest.destroy()
  }
}

/** The first bytes of a response as text. Throws if a complete response was requested and it is longer. */
async function readBody(response: IncomingMessage, { maxBytes, complete: whole }: Extent): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    parts.push(part as Buffer)
    length += (part as Buffer).length
    if (whole && length > maxBytes) throw new Error(`the response has more than ${maxBytes} bytes`)
    if (length >= maxBytes && !whole) break
  }
  // PostgreSQL can't store the character 0.
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8').replaceAll('\u0000', '\u2400').slice(0, maxBytes)
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal.aborted) reject(signal.reason)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

function describeError(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return (code ? `${code}: ${message}` : (message ?? 'unknown')).slice(0, 300)
}
