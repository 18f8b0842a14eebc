import { type FontName, printable, widthOf } from './fonts.ts'

/** Wraps a text into lines of at most `width` points; a longer word breaks where it must. */
export function wrap(text: string, width: number, face: FontName, points: number): string[] {
  const clean = printable(text)
  if (clean === '') return []
  if (widthOf(clean, face, points) <= width) return [clean]
  const lines: string[] = []
  let line = ''
  for (const word of clean.split(' ').flatMap((longWord) => pieces(longWord, width, face, points))) {
    const extendedLine = line ? `${line} ${word}` : word
    if (line && widthOf(extendedLine, face, points) > width) {
      lines.push(line)
      line = word
    } else line = extendedLine
  }
  return [...lines, line]
}

function pieces(word: string, width: number, face: FontName, points: number): string[] {
  if (widthOf(word, face, points) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part && widthOf(part + letter, face, points) > width) {
      parts.push(part)
      part = letter
    } else part += letter
  }
  return [...parts, part]
}

/** Shortens a text to `width` points, with an ellipsis if something is left out. */
export function shorten(text: string, width: number, face: FontName, points: number): string {
  const line = printable(text)
  if (widthOf(line, face, points) <= width) return line
  let end = line.length
  while (end > 0 && widthOf(`${line.slice(0, end)}…`, face, points) > width) end -= 1
  return `${line.slice(0, end)}…`
}
