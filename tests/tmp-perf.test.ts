import { test } from 'vitest'
import v8 from 'node:v8'
import vm from 'node:vm'
v8.setFlagsFromString('--expose-gc')
const gc = vm.runInNewContext('gc')
import { students } from '../modules/backoffice/students/students.grid.ts'
import { payments } from '../modules/checkout/payments-grid/payments.grid.ts'
import { readQuery } from '../platform/grid/query.ts'
import { pageStatement, readBatch } from '../platform/grid/rows.ts'
import { openGridContexts } from './support/grid-contexts.ts'
import { large, seedGrids, small } from './support/tmp-seed.ts'
const { db, staffOf } = await openGridContexts()
const p95 = async (n: number, f: () => Promise<unknown>) => {
  const t: number[] = []
  for (let i = 0; i < n; i++) { const s = performance.now(); await f(); t.push(performance.now() - s) }
  t.sort((a, b) => a - b)
  return `p50 ${t[Math.floor(n / 2)]!.toFixed(1)} p95 ${t[Math.floor(n * 0.95)]!.toFixed(1)}`
}
test('perf', { timeout: 600_000 }, async () => {
  const t0 = performance.now()
  await seedGrids(db)
  await db.read`vacuum analyze`.catch((e) => console.log(e.message))
  console.log('seed', performance.now() - t0)
  const big = staffOf(large.organization_id)
  const out: string[] = []


  for (const grid of [students, payments, students]) {
    gc()
    const idle = process.memoryUsage()
    let peak = 0, heap = 0
    const watch = setInterval(() => { const m = process.memoryUsage(); peak = Math.max(peak, m.rss); heap = Math.max(heap, m.heapTotal) }, 20)
    const s = performance.now()
    const answer = (await grid.operations[1].run(big, {})) as { body: ReadableStream<Uint8Array> }
    let bytes = 0
    for await (const chunk of answer.body as never as AsyncIterable<Uint8Array>) bytes += chunk.length
    clearInterval(watch)
    console.log(`${grid.rows} export ${bytes} bytes ${(performance.now() - s).toFixed(0)} ms, rss ${(idle.rss / 1e6).toFixed(0)} -> ${(peak / 1e6).toFixed(0)} MB heap ${idle.heapTotal / 1e6} -> ${heap / 1e6}`)
  }
})
