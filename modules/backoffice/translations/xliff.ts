import type { FileLine } from './file-line.ts'

export const namespace = 'urn:oasis:names:tc:xliff:document:2.0'

/** The state of a translation in XLIFF's terms. */
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

/** The lines as XLIFF 2.0 for translation programs: a unit per text, named by its key. */
export function writeXliff(language: string, lines: readonly FileLine[]): string {
  const target = new Intl.Locale(language).toString()
  const units = lines.map(({ key, english, translation, state }, index) => {
    const target = translation === '' ? '' : `\n        <target xml:space="preserve">${escaped(translation)}</target>`
    return `    <unit id="u${index + 1}" name="${escaped(key)}">
      <segment state="${stateOf[state] ?? 'initial'}">
        <source xml:space="preserve">${escaped(english)}</source>${target}
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
