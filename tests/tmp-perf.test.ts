import { test } from 'vitest'
import { students } from '../modules/backoffice/students/students.grid.ts'
import { payments } from '../modules/checkout/payments-grid/payments.grid.ts'
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
  out.push(`pk ${await p95(200, () => db.read`select * from identity.person where user_id = ${90200000 + Math.floor(Math.random() * 200000)}`)}`)
  for (const grid of [students, payments]) {
    const f = (q: object, ctx = big) => () => grid.operations[0].run(ctx, q as never)
    out.push(`${grid.rows} default ${await p95(60, f({}))}`)
    out.push(`${grid.rows} small ${await p95(60, f({}, staffOf(small.organization_id)))}`)
    const first = (await f({})()) as { after_id: string }
    out.push(`${grid.rows} next ${await p95(60, f({ after_id: first.after_id }))}`)
    out.push(`${grid.rows} offset 90000 ${await p95(10, f({ offset: 90000 }))}`)
    out.push(`${grid.rows} email contains ${await p95(10, f({ email: 'contains:user1999' }))}`)
    out.push(`${grid.rows} search ${await p95(10, f({ search: 'zzz' }))}`)
    out.push(`${grid.rows} sort course ${await p95(5, f({ sort_by: 'course_name' }))}`)
    out.push(`${grid.rows} sort email ${await p95(5, f({ sort_by: 'email' }))}`)
  }
  for (const grid of [students, payments]) {
    globalThis.gc?.()
    const idle = process.memoryUsage().rss
    let peak = 0
    const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss) }, 20)
    const s = performance.now()
    const answer = (await grid.operations[1].run(big, {})) as { body: ReadableStream<Uint8Array> }
    let bytes = 0
    for await (const chunk of answer.body as never as AsyncIterable<Uint8Array>) bytes += chunk.length
    clearInterval(watch)
    out.push(`${grid.rows} export ${bytes} bytes ${(performance.now() - s).toFixed(0)} ms, rss ${(idle / 1e6).toFixed(0)} -> ${(peak / 1e6).toFixed(0)} MB`)
  }
  console.log(out.join('\n'))
})
