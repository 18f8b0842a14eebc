// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from './countdown.tsx'

let unmount: () => void
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const now = new Date('2027-03-01T12:00:00Z')
const shown = () => document.body.textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A minute by the server's clock, on a page that was asked for so long ago. */
function show(asked_ms_ago: number) {
  const requestStart = performance.now() - asked_ms_ago
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ requestStart } as PerformanceNavigationTiming])
  const root = createRoot(document.body)
  unmount = () => root.unmount()
  act(() => root.render(<Countdown until={new Date(now.getTime() + 60_000)} now={now} expired="over" />))
}

test('time runs from when the server told it, not from when a slow page had loaded', async () => {
  await wait(10_000)
  show(7_000)
  expect(shown()).toBe('00:53')
  await wait(53_000)
  expect(shown()).toBe('over')
})

test('while the device sleeps the time runs on', async () => {
  show(0)
  await wait(10_000)
  vi.setSystemTime(Date.now() + 30_000)
  await wait(500)
  expect(shown()).toBe('00:20')
})

test('a clock that is set back gives no time', async () => {
  show(0)
  vi.setSystemTime(Date.now() - 3_600_000)
  await wait(60_000)
  expect(shown()).toBe('over')
})
