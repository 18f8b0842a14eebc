import { readFileSync, writeFileSync } from 'node:fs'
import { baseWords } from './base-words.ts'
import { fillFilter } from './common-passwords.ts'

// Builds the filter of common passwords: `node modules/identity/passwords/make-common-passwords.ts FILE...`, each a
// JSON list of words or a text with one password per line. common-passwords.md names the files and their licenses.

const bitsAWord = 20
const target = new URL('common-passwords.bloom', import.meta.url)

function readWords(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  return path.endsWith('.json') ? (JSON.parse(text) as string[]) : text.split('\n').slice(0, 200_000)
}

const words = new Set(process.argv.slice(2).flatMap(readWords).flatMap(baseWords))
if (words.size < 100_000) throw new Error(`Only ${words.size} words: name the files of common-passwords.md`)
writeFileSync(target, fillFilter(words, Math.ceil((words.size * bitsAWord) / 8)))
process.stdout.write(`${words.size} words\n`)
