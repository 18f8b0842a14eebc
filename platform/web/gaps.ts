import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'

// A name that nobody can write into a page, so that a gap is only where a view has left one.
const mark = `gap-${randomUUID()}-`
const marks = new RegExp(`${mark}([\\w-]+)\\.`)

/** Stands in a drawing for what each answer fills in. */
export const gap = (name: string): string => `${mark}${name}.`

/** A page with gaps: the bytes before, between and behind them, and the name of the gap behind each but the last. */
export type Drawing = { readonly bytes: readonly Buffer[]; readonly gaps: readonly string[]; readonly length: number }

/** Cuts what was drawn at its gaps. */
export function cut(html: string): Drawing {
  const pieces = html.split(marks)
  return {
    bytes: pieces.filter((_, index) => index % 2 === 0).map((piece) => Buffer.from(piece)),
    gaps: pieces.filter((_, index) => index % 2 === 1),
    length: html.length,
  }
}

/** The page with all its gaps filled; one that nobody fills is empty. */
export function fill({ bytes, gaps }: Drawing, fillings: Readonly<Record<string, string>>): Buffer {
  const own = gaps.map((name) => fillings[name] ?? '')
  const drawn = bytes.reduce((sum, piece) => sum + piece.length, 0)
  const page = Buffer.allocUnsafe(own.reduce((sum, text) => sum + Buffer.byteLength(text), drawn))
  let at = 0
  for (const [index, piece] of bytes.entries()) {
    page.set(piece, at)
    at += piece.length
    at += page.write(own[index] ?? '', at)
  }
  return page
}
