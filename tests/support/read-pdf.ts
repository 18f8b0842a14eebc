import { inflateSync } from 'node:zlib'

/**
 * A PDF's selectable text (hexadecimal glyph IDs looked up in the fonts' ToUnicode maps) and its fill colors, as
 * `#rrggbb`.
 */
export function readPdf(pdf: Uint8Array): { text: string; pages: number; fills: string[] } {
  const file = Buffer.from(pdf)
  const raw = file.toString('latin1')
  const streams = Array.from(raw.matchAll(/stream\r?\n/g), ({ index, 0: word }) => {
    const start = index + word.length
    const body = file.subarray(start, raw.indexOf('endstream', start))
    try {
      return inflateSync(body).toString('latin1')
    } catch {
      return ''
    }
  })
  const maps = streams.filter((stream) => stream.includes('beginbfrange')).map(readMap)
  const textBlocks = streams.filter((stream) => stream.includes(' Tf')).flatMap((stream) => stream.split('BT').slice(1))
  const text = textBlocks.map((part) => {
    const glyphs = Array.from(part.matchAll(/<([0-9a-f]+)>/gi), ([, hex]) => hex!.match(/.{4}/g) ?? []).flat()
    return maps.map((map) => glyphs.map((glyph) => map[Number.parseInt(glyph, 16)] ?? '').join('')).join('|')
  })
  const fills = streams.flatMap((stream) =>
    Array.from(stream.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) (?:rg|scn)\b/g), (match) =>
      match.slice(1, 4).reduce((hex, part) => hex + hexOf(Number(part)), '#'),
    ),
  )
  return { text: text.join('\n'), fills, pages: raw.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0 }
}

const hexOf = (part: number) =>
  Math.round(part * 255)
    .toString(16)
    .padStart(2, '0')

function readMap(stream: string): string[] {
  const ranges = Array.from(stream.matchAll(/\[([^\]]*)\]/g), ([, list]) => list!)
  return ranges.flatMap((list) =>
    Array.from(list.matchAll(/<([^>]*)>/g), ([, hex]) =>
      String.fromCharCode(...(hex!.match(/[0-9a-f]{4}/gi) ?? []).map((unit) => Number.parseInt(unit, 16))),
    ),
  )
}
