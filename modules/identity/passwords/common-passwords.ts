import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Bits per word: with twenty bits of space per word, one unknown word in ten thousand is taken for a common one. */
const hashCount = 13

/** The positions of a word in a filter of this many bits. */
function* positionsOf(word: string, bits: number): Generator<number> {
  const digest = createHash('sha256').update(word).digest()
  const first = digest.readUInt32LE(0)
  const step = digest.readUInt32LE(4)
  for (let n = 0; n < hashCount; n++) yield (first + n * step) % bits
}

/** A Bloom filter: matches every added word, and rarely another word. */
export function fillFilter(words: Iterable<string>, bytes: number): Uint8Array {
  const filter = new Uint8Array(bytes)
  for (const word of words)
    for (const position of positionsOf(word, bytes * 8)) filter[position >> 3]! |= 1 << (position & 7)
  return filter
}

function containsWord(filter: Uint8Array, word: string): boolean {
  for (const position of positionsOf(word, filter.length * 8))
    if (!(filter[position >> 3]! & (1 << (position & 7)))) return false
  return true
}

// A bundle is not next to its data, but the folder it was started from is.
function findData(): string {
  const name = 'common-passwords.bloom'
  const file = fileURLToPath(new URL(name, import.meta.url))
  return existsSync(file) ? file : join(process.cwd(), 'modules/identity/passwords', name)
}

let common: Uint8Array | null = null

/** Whether a word (see base-words.ts) is, or comes from, a common password, word or name. */
export function isCommonWord(word: string): boolean {
  common ??= new Uint8Array(readFileSync(findData()))
  return containsWord(common, word)
}
