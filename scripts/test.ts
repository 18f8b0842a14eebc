import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { actionNames } from '#modules/backoffice/entry.ts'
import { requireChromium } from './chromium.ts'
import { root, run } from './run.ts'

type Tally = { passed: number; failed: number; skipped: number }
type Failure = { file: string; test: string; message: string }
type Outcome = { tally: Tally; failures: Failure[] }
type Report = {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** This many failed tests are retried; more are a fault, not chance. */
const maxRetried = 3

/** The suites with their vitest projects. */
const projects = { unit: ['unit', 'isolated'], e2e: ['e2e'] } as const

const results = resolve(root, 'node_modules/.cache/test-results')
const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const ran: string[] = []
const failed: Failure[] = []
const unstable: Failure[] = []

/** One step that either passes or fails: it counts as one test. */
async function step(name: string, command: string, args: string[]): Promise<boolean> {
  console.log(`\n== ${name}`)
  const { code } = await run(command, args)
  recordResult(name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })
  return code === 0
}

/**
 * Counts a test that passes when its file is retried alone as passed, and lists it at the end as unstable. The same
 * applies to a file that failed outside its tests, such as in a hook.
 */
async function suite(name: keyof typeof projects, env: NodeJS.ProcessEnv = {}): Promise<void> {
  console.log(`\n== ${name} tests`)
  const { tally, failures } = await runTests(name, [], env)
  if (failures.length > 0 && failures.length <= maxRetried) {
    console.log(`\n== ${name} tests that failed, a second time`)
    const rerun = await runTests(name, [...new Set(failures.map(({ file }) => file))], env)
    const passed = rerun.tally.failed > 0 ? [] : failures
    unstable.push(...passed)
    failed.push(...(passed.length > 0 ? [] : [...failures, ...rerun.failures]))
    tally.passed += passed.length
    tally.failed -= passed.length
  } else {
    failed.push(...failures)
  }
  recordResult(`${name} tests`, tally)
}

async function runTests(name: keyof typeof projects, files: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const report = resolve(results, `${name}.json`)
  rmSync(report, { force: true })
  const args = [
    'run',
    ...projects[name].map((project) => `--project=${project}`),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  const { code } = await run('vitest', args, { env })
  return readOutcome(report, code)
}

/** A suite that fails without a failed test (a file that doesn't load, a crash) still counts as failed. */
function readOutcome(path: string, code: number): Outcome {
  try {
    const report: Report = JSON.parse(readFileSync(path, 'utf8'))
    const { numPassedTests, numPendingTests, numTodoTests } = report
    const failures = findFailures(report)
    const tally = {
      passed: numPassedTests,
      failed: code !== 0 && failures.length === 0 ? 1 : failures.length,
      skipped: numPendingTests + numTodoTests,
    }
    return { tally, failures }
  } catch {
    return { tally: { passed: 0, failed: 1, skipped: 0 }, failures: [] }
  }
}

function findFailures({ testResults }: Report): Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, test: fullName, message: failureMessages[0] ?? '' }))
    return tests.length > 0 || status !== 'failed' ? tests : [{ file, test: 'the file itself', message }]
  })
}

function recordResult(name: string, tally: Tally): void {
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += tally[key]
  ran.push(`${name}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`)
}

/** Lists actions that no test has recorded in the audit log: they could be lost unnoticed. */
function noteUnwrittenActions(gathered: string): void {
  const recordedActions = new Set(readFileSync(gathered, 'utf8').split('\n'))
  const unwritten = actionNames.filter((name) => !recordedActions.has(name))
  recordResult('actions in the audit log', {
    passed: unwritten.length > 0 ? 0 : 1,
    failed: unwritten.length > 0 ? 1 : 0,
    skipped: 0,
  })
  const message = 'no test writes it to the audit log'
  failed.push(...unwritten.map((test) => ({ file: 'modules/backoffice/event-history', test, message })))
}

function printFailures(heading: string, failures: Failure[]): void {
  if (failures.length === 0) return
  console.log(`\n${heading}`)
  for (const { file, test, message } of failures) {
    console.log(`\n  ${file}\n  ${test}\n    ${message.split('\n').slice(0, 12).join('\n    ')}`)
  }
}

/** CI keeps only the end of the output, so the names of failed tests are repeated there. */
function printNames(failures: Failure[]): void {
  const names = failures.map(({ file, test, message }) =>
    `${file.replace(/\.test\.tsx?$/, '')}: ${test}`.slice(0, 110).concat(': ', message.split('\n')[0]!.slice(0, 150)),
  )
  if (names.length > 0) console.log(`\n${names.join('\n')}`)
}

mkdirSync(results, { recursive: true })
// If something is missing for the browser tests, everything else is still tested.
const chromium = await requireChromium().catch((error: Error) => console.error(error.message))
await step('checks', 'node', ['scripts/check.ts'])
const auditActions = resolve(results, 'audit-actions.txt')
writeFileSync(auditActions, '')
await suite('unit', { AUDIT_ACTIONS: auditActions })
noteUnwrittenActions(auditActions)
const built = await step('build', 'node', ['scripts/build.ts'])
if (!chromium) recordResult('e2e tests, for which there is no Chromium', { passed: 0, failed: 1, skipped: 0 })
else if (built) await suite('e2e', { CHROMIUM: chromium })

printFailures('Failed:', failed)
printFailures('Unstable: failed, then passed alone. Each of these is a fault to mend:', unstable)
printNames([...failed, ...unstable])
console.log(`\nWhat ran:\n  ${ran.join('\n  ')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed > 0 ? 1 : 0
