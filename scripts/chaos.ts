import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseOnSignal } from '#platform/db/embedded.ts'
import { writeReport } from '#tests/chaos/report.ts'
import { longRhythms } from '#tests/chaos/rhythms.ts'
import { runChaos } from '#tests/chaos/run.ts'
import { root } from './run.ts'

/**
 * Thousands of purchases and refunds while the server and the database are killed and the gateways' responses are lost:
 * `make chaos`, or `node scripts/chaos.ts --checkouts 500 --seed 7`. Needs a built product. Exits with 1 if the books
 * and the gateways disagree. `--minutes` stops buying early, `--report` writes the result to a file.
 */
const { values } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '10000' },
    'at-once': { type: 'string', default: '48' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string' },
    report: { type: 'string' },
  },
})
const [checkouts, at_once, seed] = [values.checkouts, values['at-once'], values.seed].map(Number) as [
  number,
  number,
  number,
]
const minutes = Number(values.minutes ?? 0)
releaseOnSignal()
console.log(`${checkouts} purchases, ${at_once} in parallel, seed ${seed}`)
const startedAt = Date.now()
const seconds = () => Math.round((Date.now() - startedAt) / 1000)
const report = (finishedCount: number) =>
  finishedCount % 100 === 0 && console.log(`  ${finishedCount} done after ${seconds()} s`)
const outcome = await runChaos({
  checkouts,
  at_once,
  day: 400,
  rhythms: longRhythms,
  seed,
  report,
  ...(minutes && { minutes }),
})
const text = writeReport(outcome, { at_once, seed, seconds: seconds(), date: new Date(startedAt) })
console.log(text)
if (values.report) writeFileSync(resolve(root, values.report), text)
process.exitCode = outcome.problems.length === 0 ? 0 : 1
