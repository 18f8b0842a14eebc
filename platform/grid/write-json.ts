import type { Cells } from './cell-value.ts'

const encoder = new TextEncoder()

/** `{...about, rows: [{name: value}]}`, one row per line, written as rows arrive. */
export async function* writeJson(
  about: Readonly<Record<string, unknown>>,
  names: readonly string[],
  batches: AsyncIterable<Cells>,
): AsyncGenerator<Uint8Array> {
  const head = JSON.stringify({ ...about, rows: [] }).slice(0, -'[]}'.length)
  yield encoder.encode(`${head}[`)
  let first = true
  for await (const batch of batches) {
    const lines = batch.map((cells) => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, cells[at]]))))
    if (lines.length === 0) continue
    yield encoder.encode(`${first ? '\n' : ',\n'}${lines.join(',\n')}`)
    first = false
  }
  yield encoder.encode('\n]}\n')
}
