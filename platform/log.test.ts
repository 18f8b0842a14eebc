import { afterEach, expect, test, vi } from 'vitest'
import { openLog, sinkOf } from './log.ts'

afterEach(() => vi.restoreAllMocks())

test('ordinary lines are written together, and an error immediately after all earlier lines', async () => {
  const lines: string[] = []
  const keep = (where: string) => (text: string | Uint8Array) => {
    for (const line of String(text).trim().split('\n')) lines.push(`${where} ${JSON.parse(line).event}`)
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'))
  const log = openLog()
  log.info('first')
  log.warn('second')
  expect(lines).toEqual([])
  log.error('third', new Error('broken'))
  expect(lines).toEqual(['out first', 'out second', 'err third'])
  log.info('fourth')
  await vi.waitFor(() => expect(lines.at(-1)).toBe('out fourth'))
})

test('logs no successes at the level of faults', () => {
  const events: unknown[] = []
  const log = openLog(sinkOf('faults', ({ event }) => events.push(event)))
  log.info('done')
  log.warn('odd')
  log.error('broken', new Error('x'))
  expect(events).toEqual(['odd', 'broken'])
})
