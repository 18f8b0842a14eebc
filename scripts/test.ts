import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { requireChromium } from './chromium.ts'
import { root, run } from './run.ts'

type Tally = { passed: number; failed: number; skipped: number }

const results = resolve(root, 'node_modules/.cache/test-results')
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const ran: string[] = []

/** One step that either works or does not: it counts as one test. */
async function step(name: string, command: string, args: string[]): Promise<boolean> {
  console.log(`\n== ${name}`)
  const { code } = await run(command, args)
  note(name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
  return code === 0
}

async function suite(project: 'unit' | 'e2e', env: NodeJS.ProcessEnv = {}): Promise<void> {
  console.log(`\n== ${project} tests`)
  const file = resolve(results, `${project}.json`)
  rmSync(file, { force: true })
  const args = ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('vitest', args, { env })
  note(`${project} tests`, readTally(file, code))
}

/** A suite that ends badly without a failed test (a file that does not load, a crash) still counts as failed. */
function readTally(file: string, code: number): Tally {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, 'utf8'))
    const failed = code !== 0 && numFailedTests === 0 ? 1 : numFailedTests
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function note(name: string, tally: Tally): void {
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key]
  ran.push(`${name}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
}

mkdirSync(results, { recursive: true })
// Whatever is missing for the browser tests, everything else is still tested.
const chromium = await requireChromium().catch((error: Error) => console.error(error.message))
await step('checks', 'node', ['scripts/check.ts'])
await suite('unit')
const built = await step('build', 'node', ['scripts/build.ts'])
if (!chromium) note('e2e tests, for which there is no Chromium', { passed: 0, failed: 1, skipped: 0 })
else if (built) await suite('e2e', { CHROMIUM: chromium })

console.log(`\nWhat ran:\n  ${ran.join('\n  ')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0
