import type { Ctx } from '#platform/ctx.ts'
import { sheetResponse } from '#platform/grid/sheet-response.ts'
import type { BinaryResponse } from '#platform/operation.ts'
import type { Footprint } from './footprint.ts'
import { type FootprintSection, sectionsOf } from './footprint-sections.ts'
import { wordsOf } from './footprint-words.ts'

/** The footprint as a sheet: its sections one below the other, each row starting with the name of its section. */
export function footprintSheet(ctx: Ctx, footprint: Footprint, name: string): Promise<BinaryResponse> {
  const words = wordsOf(ctx.locale, footprint.student.time_zone)
  return sheetResponse(ctx, name, [words.t('title')], rowsOf(sectionsOf(footprint, words)))
}

async function* rowsOf(sections: readonly FootprintSection[]): AsyncGenerator<string[][]> {
  for (const { title, text, facts = [], table } of sections) {
    const rows = facts.flatMap(([name, value]) => (value ? [[title, name, value]] : []))
    yield [[], [title, ...(text ? [text] : [])], ...rows]
    if (!table) continue
    yield [[title, ...table.columns.map(([heading]) => heading)]]
    for await (const batch of table.rows)
      yield batch.map((row) => [title, ...row.map((cell) => (typeof cell === 'string' ? cell : cell.join('\n')))])
  }
}
