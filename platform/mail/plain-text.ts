const blockTags = new Set([
  'p',
  'div',
  'tr',
  'table',
  'ul',
  'ol',
  'li',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'section',
])
const paragraphTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'table', 'hr'])
const silentTags = new Set(['head', 'style', 'script', 'title'])
const voidTags = new Set(['br', 'hr', 'img', 'meta', 'link', 'input'])
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ' }

type Link = { href: string; from: number }
type Reading = { text: string; silent: string[]; links: Link[] }

/**
 * Readable text from React's markup (well-formed, five entities): paragraphs, `- ` lists, table cells two spaces apart,
 * links as `words: address`. Elements marked `data-text="none"` are left out.
 */
export function plainText(markup: string): string {
  const reading: Reading = { text: '', silent: [], links: [] }
  for (const [token, close, tag, attributes = ''] of markup.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>|[^<]+/gi,
  )) {
    if (!tag) readWords(reading, token)
    else if (close) readEnd(reading, tag)
    else readStart(reading, tag, attributes)
  }
  return `${reading.text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function readWords(reading: Reading, token: string) {
  if (reading.silent.length > 0) return
  const text = decode(token).replace(/\s+/g, ' ')
  reading.text += /(?:^|\s)$/.test(reading.text) ? text.trimStart() : text
}

function readStart(reading: Reading, tag: string, attributes: string) {
  const attribute = (name: string) => decode(new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
  if (reading.silent.length > 0 || silentTags.has(tag) || attribute('data-text') === 'none') {
    if (!voidTags.has(tag)) reading.silent.push(tag)
    return
  }
  breakBefore(reading, tag)
  if (tag === 'br') reading.text += '\n'
  if (tag === 'hr') reading.text += '---\n\n'
  if (tag === 'li') reading.text += '- '
  if (tag === 'img') readWords(reading, attribute('alt'))
  if (tag === 'a') reading.links.push({ href: attribute('href'), from: reading.text.length })
  if ((tag === 'td' || tag === 'th') && !/(?:^|\s)$/.test(reading.text)) reading.text += '  '
}

function readEnd(reading: Reading, tag: string) {
  if (reading.silent.length > 0) {
    reading.silent.pop()
    return
  }
  if (tag === 'a') endLink(reading)
  breakBefore(reading, tag)
}

function endLink(reading: Reading) {
  const { href, from } = reading.links.pop() ?? { href: '', from: 0 }
  const text = reading.text.slice(from).trim()
  const address = href.replace(/^(?:mailto|tel):/, '')
  if (address && text !== address) reading.text += text ? `: ${address}` : address
}

function breakBefore(reading: Reading, tag: string) {
  if (!blockTags.has(tag) || reading.text === '') return
  const breaks = paragraphTags.has(tag) ? 2 : 1
  const newlines = /\n*$/.exec(reading.text)![0].length
  reading.text += '\n'.repeat(Math.max(0, breaks - newlines))
}

function decode(text: string): string {
  return text.replace(/&(#x27|[a-z]+);/g, (entity, name: string) => entities[name] ?? entity)
}
