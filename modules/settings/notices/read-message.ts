import type { Locale } from '#platform/texts.ts'

/** A notice or banner for display: a text, or a rich text document, which its renderer sanitizes. */
export type DisplayedMessage = { kind: 'info' | 'attention' | 'error' } & ({ text: string } | { document: object })

const kinds: ReadonlySet<unknown> = new Set(['info', 'attention', 'error'])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Selects the language of a message that is a text or has one per language. */
function selectText(value: unknown, locale: Locale): string {
  const message = isRecord(value) ? (value[locale] ?? value['en-us']) : value
  return typeof message === 'string' ? message.trim() : ''
}

/**
 * Parses the JSON stored by staff: a text, a document, `{text, kind}` or `{document, kind}`. Null for anything else.
 */
export function parseMessage(message: unknown, locale: Locale): DisplayedMessage | null {
  const content = isRecord(message) && message.type !== 'doc' ? message : { text: message, document: message }
  const kind = (kinds.has(content.kind) ? content.kind : 'info') as DisplayedMessage['kind']
  if (isRecord(content.document) && content.document.type === 'doc') return { kind, document: content.document }
  const text = selectText(content.text, locale)
  return text ? { kind, text } : null
}
