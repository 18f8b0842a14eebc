import type { Locale } from '#platform/texts.ts'

/** A notice or banner for display: a text, or a rich text document (its renderer makes it safe). */
export type ReadMessage = { kind: 'info' | 'attention' | 'error' } & ({ text: string } | { document: object })

const kinds: ReadonlySet<unknown> = new Set(['info', 'attention', 'error'])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text, or one per language. */
function textIn(value: unknown, locale: Locale): string {
  const message = isRecord(value) ? (value[locale] ?? value['en-us']) : value
  return typeof message === 'string' ? message.trim() : ''
}

/**
 * Parses staff's saved JSON: a text, a document, or either as `{text, kind}` or `{document, kind}`. Null for anything
 * else, so that a page shows nothing unexpected.
 */
export function readMessage(message: unknown, locale: Locale): ReadMessage | null {
  const whole = isRecord(message) && message.type !== 'doc' ? message : { text: message, document: message }
  const kind = (kinds.has(whole.kind) ? whole.kind : 'info') as ReadMessage['kind']
  if (isRecord(whole.document) && whole.document.type === 'doc') return { kind, document: whole.document }
  const text = textIn(whole.text, locale)
  return text ? { kind, text } : null
}
