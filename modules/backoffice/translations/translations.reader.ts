import { defineReader } from '#platform/readers/reader.ts'
import type { FileLine } from './file-line.ts'
import { readTranslationFile } from './read-translation-file.ts'

const xliff = (content: string) => `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0">${content}`

/** The lines of a translation file in any format; null for anything else. */
export const translationsReader = defineReader({
  name: 'modules/backoffice/translations/translations',
  limits: { bytes: 5 * 1024 * 1024, ms: 20_000, memoryMb: 384 },
  worst: {
    brackets: (size) => `{"texts":${'['.repeat(size)}`,
    lines: (size) => `{"texts":[${'{"key":"a","translation":""},'.repeat(size / 29)}{}]}`,
    elements: (size) => xliff('<a>'.repeat(size / 3)),
    namespaces: (size) => xliff('<b:a xmlns:b="c">'.repeat(size / 17)),
    attributes: (size) => xliff(`<a ${Array.from({ length: size / 10 }, (_, index) => `a${index}="b"`).join(' ')}/>`),
    units: (size) => xliff('<unit name="a"><source>a</source></unit>'.repeat(size / 40)),
    text: (size) => xliff(`<unit name="a"><source>${'&amp;'.repeat(size / 5)}`),
    openTag: (size) => xliff(`<${'a'.repeat(size)}`),
    cells: (size) => `key,translation\n${'a,b\n'.repeat(size / 4)}`,
    quotes: (size) => `key,translation\n${'"a'.repeat(size / 2)}`,
  },
  read: (text: string): FileLine[] | null => readTranslationFile(text),
})
