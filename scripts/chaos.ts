import { parseArgs } from 'node:util'
import { runChaos } from '../tests/chaos/run.ts'

/**
 * Purchases by the thousand while the server and the database are killed and the gateway loses its answers:
 * `make chaos`, or `node scripts/chaos.ts --checkouts 500 --seed 7`. Needs a built product. Ends with 1 where the
 * books and the gateway do not agree.
 */
const { values } = parseArgs({
  options: {
    checkouts: { type: 'string', default: '10000' },
    'at-once': { type: 'string', default: '16' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [checkouts, at_once, seed] = [values.checkouts, values['at-once'], values.seed].map(Number) as [
  number,
  number,
  number,
]
console.log(`${checkouts} checkouts, ${at_once} at once, seed ${seed}`)
const report = (done: number) => done % 250 === 0 && console.log(`  ${done} done`)
const { endings, faults, captures, payments, wrong } = await runChaos({ checkouts, at_once, seed, report })
console.log('endings', endings)
console.log('faults', faults)
console.log(`${captures} captures at the gateway, ${payments} payments in the books`)
for (const sentence of wrong) console.error(sentence)
console.log(wrong.length === 0 ? 'The books agree with the gateway.' : `${wrong.length} things are wrong.`)
process.exitCode = wrong.length === 0 ? 0 : 1
