import { SaxesParser } from 'saxes'
import type { FileLine } from './file-line.ts'

const namespace = 'urn:oasis:names:tc:xliff:document:2.0'

/** How far a translation is, in the words of XLIFF. */
const stateOf: Readonly<Record<string, string>> = { approved: 'final', product: 'final', review: 'translated' }

const escaped = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xD;')

/** The lines as XLIFF 2.0, which translation programs read: a unit for each text, by its key. */
export function writeXliff(language: string, lines: readonly FileLine[]): string {
  const target = new Intl.Locale(language).toString()
  const units = lines.map(({ key, english, translation, state }, at) => {
    const said = translation === '' ? '' : `\n        <target xml:space="preserve">${escaped(translation)}</target>`
    return `    <unit id="u${at + 1}" name="${escaped(key)}">
      <segment state="${stateOf[state] ?? 'initial'}">
        <source xml:space="preserve">${escaped(english)}</source>${said}
      </segment>
    </unit>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="${namespace}" version="2.0" srcLang="en-US" trgLang="${target}">
  <file id="texts">
${units.join('\n')}
  </file>
</xliff>
`
}

const states: Readonly<Record<string, string>> = { final: 'approved', reviewed: 'approved', translated: 'review' }

/** Reads XLIFF 2 by its units: the key is their name. Null for what is none, or declares entities of its own. */
export function readXliff(content: string): FileLine[] | null {
  const lines: FileLine[] = []
  let line: FileLine | null = null
  let inside: 'english' | 'translation' | null = null
  let isXliff = false
  let isWrong = false
  const parser = new SaxesParser({ xmlns: true })
  parser.on('doctype', () => {
    isWrong = true
  })
  parser.on('error', () => {
    isWrong = true
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (uri !== namespace) return
    const given = (name: string) => attributes[name]?.value ?? ''
    if (local === 'xliff') isXliff = given('version').startsWith('2.')
    if (local === 'unit') line = { key: given('name'), english: '', translation: '', state: 'untranslated' }
    if (local === 'segment' && line) line.state = states[given('state')] ?? 'untranslated'
    if (local === 'source') inside = 'english'
    if (local === 'target') inside = 'translation'
    // A program that protects a placeholder says what it stands for.
    if (local === 'ph' && inside && line) line[inside] += given('equiv') || given('disp')
  })
  parser.on('text', (text) => {
    if (inside && line) line[inside] += text
  })
  parser.on('cdata', (text) => {
    if (inside && line) line[inside] += text
  })
  parser.on('closetag', ({ uri, local }) => {
    if (uri !== namespace) return
    if (local === 'source' || local === 'target') inside = null
    if (local !== 'unit' || !line) return
    if (line.key === '') isWrong = true
    lines.push(line)
    line = null
  })
  parser.write(content).close()
  return isXliff && !isWrong ? lines : null
}
