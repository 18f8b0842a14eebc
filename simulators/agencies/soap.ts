/** Reads and writes the SOAP of the simulated services independently of the product's code. */

/** A child element: its name without a prefix, and its raw content. */
export type Part = { name: string; content: string }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of an element's content. */
export const textOf = (content: string): string =>
  content.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_whole, name: string) => entities[name]!)

/** The direct child elements of a content, in order; null if it contains anything else but white space. */
export function partsOf(content: string): Part[] | null {
  const parts: Part[] = []
  const rest = content
    .replaceAll(/<((?:\w+:)?(\w+))(?:\s[^<>]*)?>([\s\S]*?)<\/\1>/g, (_whole, _tag, name: string, inner: string) => {
      parts.push({ name, content: inner })
      return ''
    })
    .trim()
  return rest === '' ? parts : null
}

export type Call = { operation: string; namespace: string; parameters: Part[] }

/** The operation of an envelope with its parameters, or null. */
export function readCall(envelope: string): Call | null {
  const body = /<(\w+):Body>([\s\S]*)<\/\1:Body>/.exec(envelope)?.[2]
  const call = body && /^\s*<((?:\w+:)?(\w+))\s+xmlns(?::\w+)?="([^"]*)"\s*>([\s\S]*)<\/\1>\s*$/.exec(body)
  const parameters = call ? partsOf(call[4]!) : null
  return call && parameters ? { operation: call[2]!, namespace: call[3]!, parameters } : null
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (character) => escapes[character]!)

const wrap = (inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`

/** The envelope of a response. */
export const responseEnvelope = (
  operation: string,
  namespace: string,
  fields: Readonly<Record<string, string>>,
): string =>
  wrap(
    `<${operation}Response xmlns="${namespace}">${Object.entries(fields)
      .map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
      .join('')}</${operation}Response>`,
  )

/** The envelope of a fault; `detail` is the name of an element in its detail. */
export const faultOf = (message: string, detail = ''): string =>
  wrap(
    `<s:Fault><faultcode>s:Server</faultcode><faultstring>${escaped(message)}</faultstring>${
      detail && `<detail><${detail}><message>${escaped(message)}</message></${detail}></detail>`
    }</s:Fault>`,
  )

export const soapType = { 'content-type': 'text/xml; charset=utf-8' }
