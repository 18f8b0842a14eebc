import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, readSources } from '#platform/checks/source.ts'
import { awaitedEvents, openMetrics, productMetrics } from '#platform/metrics/metrics.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const runbook = read('docs/runbook.md')
const alerts = read('platform/deploy/monitoring/alerts.yml')
const dashboard = read('platform/deploy/monitoring/grafana.json')

/** The rows of the table of events, as `event level`. */
const rows = [...runbook.matchAll(/^\| (`[^|]+) \| (warn|error) \|/gm)].flatMap(([, names, level]) =>
  names!.split(',').map((name) => `${name.replaceAll(/[`\s]/g, '')} ${level}`),
)

/** Every event that the product logs as a warning or an error. */
const logged = readSources(root)
  .filter((source) => /^(platform|modules|web|jobs)\//.test(source.path) && !isTest(source))
  .flatMap(({ text }) =>
    [...text.matchAll(/\.(warn|error)\(\s*'((?:[a-zA-Z_-]+\.)*[a-zA-Z_-]+)'/g)].map(
      ([, level, event]) => `${event} ${level}`,
    ),
  )

test('each warning and error of the log has its row in the run book, with its level', () => {
  expect(new Set(logged).size).toBeGreaterThan(50)
  expect(logged.filter((event) => !rows.includes(event))).toEqual([])
})

test('no row explains an event that nothing logs', () => {
  const elsewhere = ['request.fault warn', 'database.disk_full error', 'unhandledRejection error']
  const all = readSources(root)
    .filter((source) => !isTest(source))
    .map(({ text }) => text)
    .join('\n')
  for (const line of elsewhere) expect(all).toContain(`'${line.split(' ')[0]}'`)
  expect(rows.filter((row) => !logged.includes(row) && !elsewhere.includes(row))).toEqual([])
  expect(new Set(rows).size).toBe(rows.length)
})

test('each alert has its section in the run book, and each section its alert', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(15)
  expect(sections).toEqual(names)
  for (const name of names) expect(alerts).toContain(`runbook: docs/runbook.md#${name.toLowerCase()}`)
})

test('alerts and dashboard use only numbers that /metrics has', async () => {
  const metrics = openMetrics()
  metrics.readPools(() => ({ read: { size: 0, lent: 0, idle: 0, waiting: 0 } }))
  metrics.readSockets(() => 0)
  const text = await metrics.render(Object.keys(productMetrics).map((name) => ({ name, value: 0 })))
  const names = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!))
  const usedNames = [...`${alerts}${dashboard}`.matchAll(/\b(waypost_\w+)/g)].map(([, name]) =>
    name!.replace(/_bucket$/, ''),
  )
  expect(usedNames.length).toBeGreaterThan(20)
  expect(usedNames.filter((name) => !names.has(name))).toEqual([])
})

test('the counter of each event that an alert awaits begins with 0, so that the first event is an increase', async () => {
  const awaited = [...alerts.matchAll(/increase\(waypost_log_events_total\{event=~?"([^"]+)"\}/g)].flatMap(
    ([, events]) => events!.split('|'),
  )
  expect(Object.keys(awaitedEvents).sort()).toEqual(awaited.sort())
  const text = await openMetrics().render([])
  for (const [event, level] of Object.entries(awaitedEvents)) {
    expect(rows).toContain(`${event} ${level}`)
    expect(text).toContain(`waypost_log_events_total{level="${level}",event="${event}",cause=""} 0`)
  }
})

test('each command has a row in the table of operations', () => {
  const table = read('docs/operations.md')
  const names = [...read('web/commands/commands.ts').matchAll(/^ {2}'?([a-z-]+)'?: \{$/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !new RegExp(`^\\| .*\`waypost ${name}\\b`, 'm').test(table))).toEqual([])
})
