import { createHash } from 'node:crypto'
import type { ProductText } from './product-texts.ts'

type Words = Pick<ProductText, 'key' | 'english' | 'spanish'>
type Migration = { readonly text: string }
type MovedKey = { from: string; to: string }

const head = [
  '# The keys by which stored translations name the texts of the product, each after a hash of its words: make gen.',
  '# A key stays until its text is gone, or a migration has moved it.',
]

const hashOf = ({ english, spanish }: Words): string =>
  createHash('sha256')
    .update(JSON.stringify([english, spanish]))
    .digest('hex')
    .slice(0, 10)

/** The hashes of `migrations/text-keys.txt` by their keys. */
const readList = (list: string): Map<string, string> =>
  new Map(
    list
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]),
  )

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const rowOf = ({ from, to }: MovedKey) => `(${quoted(from)}, ${quoted(to)})`

/** Texts whose words have another key than the list gives them, and that no migration moves there. */
function movedTexts(list: string, texts: readonly Words[], migrations: readonly Migration[]): MovedKey[] {
  const current = new Set(texts.map(({ key }) => key))
  const byHash = new Map(texts.map((text) => [hashOf(text), text.key]))
  const movedKeys: MovedKey[] = []
  for (const [from, hash] of readList(list)) {
    const to = current.has(from) ? undefined : byHash.get(hash)
    if (to !== undefined) movedKeys.push({ from, to })
  }
  return movedKeys.filter((movedText) => !migrations.some(({ text }) => text.includes(rowOf(movedText))))
}

/**
 * A text that moves to another file, or is renamed, has another key, and the translations that staff wrote for it stay
 * behind without a migration. New, changed and deleted texts need nothing.
 */
export const checkTextKeys = (list: string, texts: readonly Words[], migrations: readonly Migration[]): string[] =>
  movedTexts(list, texts, migrations).map(
    (movedKey) => `${rowOf(movedKey)}: the text moved, so write a migration with this row, as 0369 has them`,
  )

/** The list of all texts; one that moved without a migration keeps its old line, so that the check still finds it. */
export function renderTextKeys(list: string, texts: readonly Words[], migrations: readonly Migration[]): string {
  const listedTexts = readList(list)
  const formerNames = movedTexts(list, texts, migrations).map(({ from }) => `${listedTexts.get(from)} ${from}`)
  const lines = [...texts.map((text) => `${hashOf(text)} ${text.key}`), ...formerNames]
  const keyOf = (line: string) => line.slice(line.indexOf(' ') + 1)
  lines.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return `${[...head, ...lines].join('\n')}\n`
}
