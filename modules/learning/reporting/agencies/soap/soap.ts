import { outboundFetch } from '#platform/outbound.ts'
import { firstNamed, parseXml, UnreadableXml, type XmlElement, xmlText } from './xml.ts'

const envelopeUri = 'http://schemas.xmlsoap.org/soap/envelope/'

/** The address of a SOAP 1.1 service, and the action of the call. */
export type SoapService = { url: string; action: string; deadline_ms?: number }

/** An element of a request: its name with a value or further elements, and its namespace if it has one. */
export type SoapNode = readonly [name: string, value: string | readonly SoapNode[], namespace?: string | null]

export type SoapResponse = { http_status: number; body: string } & (
  | { kind: 'answer'; answer: XmlElement }
  /** `detail`: the element names in the fault's detail. */
  | { kind: 'fault'; code: string; message: string; detail: readonly string[] }
  /** The response is not SOAP: an error page, or a truncated response. */
  | { kind: 'unreadable' }
)

/** The maximum number of characters of a response that are read and stored. */
const maxBodyLength = 100_000

/** The envelope of a call. */
export function writeEnvelope(namespace: string, operation: string, parameters: readonly SoapNode[]): string {
  const write = ([name, value, uri]: SoapNode): string => {
    const inner = typeof value === 'string' ? xmlText(value) : value.map(write).join('')
    if (!uri) return `<${name}>${inner}</${name}>`
    if (uri === namespace) return `<s:${name}>${inner}</s:${name}>`
    return `<o:${name} xmlns:o="${xmlText(uri)}">${inner}</o:${name}>`
  }
  return (
    `<?xml version="1.0" encoding="utf-8"?>` +
    `<soap:Envelope xmlns:soap="${envelopeUri}"><soap:Body>` +
    `<s:${operation} xmlns:s="${xmlText(namespace)}">${parameters.map(write).join('')}</s:${operation}>` +
    `</soap:Body></soap:Envelope>`
  )
}

/** Sends an envelope. Network failures throw; every response of the service is returned. */
export async function callSoap(
  { url, action, deadline_ms = 15_000 }: SoapService,
  envelope: string,
  signal: AbortSignal,
): Promise<SoapResponse> {
  const response = await outboundFetch('report')(url, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${action}"` },
    body: envelope,
    // A redirect could send personal data anywhere.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(deadline_ms)]),
  })
  return readResponse(response.status, await boundedText(response))
}

/** The text of a response, up to a limit. */
async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > maxBodyLength) break
  }
  return text.slice(0, maxBodyLength)
}

function readResponse(http_status: number, body: string): SoapResponse {
  const content = bodyOf(body)
  const first = content?.children[0]
  if (!first) return { http_status, body, kind: 'unreadable' }
  if (first.name !== 'Fault') {
    return http_status === 200
      ? { http_status, body, kind: 'answer', answer: first }
      : { http_status, body, kind: 'unreadable' }
  }
  return {
    http_status,
    body,
    kind: 'fault',
    code: firstNamed(first, 'faultcode')?.text.trim() ?? '',
    message: firstNamed(first, 'faultstring')?.text.trim() ?? '',
    detail: firstNamed(first, 'detail')?.children.map(({ name }) => name) ?? [],
  }
}

function bodyOf(text: string): XmlElement | undefined {
  try {
    const envelope = parseXml(text)
    if (envelope.name !== 'Envelope' || envelope.uri !== envelopeUri) return undefined
    return envelope.children.find(({ name, uri }) => name === 'Body' && uri === envelopeUri)
  } catch (error) {
    if (error instanceof UnreadableXml) return undefined
    throw error
  }
}
