// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Countdown, SpokenTimeLeft, useSecondsLeft } from './countdown.tsx'
import { partRequestedAt } from './requested-at.ts'

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
const bodyText = () => document.body.textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A minute by the server's clock, on a page requested that long ago. */
function show(asked_ms_ago: number) {
  const requestStart = performance.now() - asked_ms_ago
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ requestStart } as PerformanceNavigationTiming])
  const root = createRoot(document.body)
  unmount = () => root.unmount()
  act(() => root.render(<Countdown until={new Date(now.getTime() + 60_000)} now={now} expired="over" />))
}

test("counts from the server's time, not from the load of a slow page", async () => {
  await wait(10_000)
  show(7_000)
  expect(bodyText()).toBe('00:53')
  await wait(53_000)
  expect(bodyText()).toBe('over')
})

test('continues while the device sleeps', async () => {
  show(0)
  await wait(10_000)
  vi.setSystemTime(Date.now() + 30_000)
  await wait(500)
  expect(bodyText()).toBe('00:20')
})

test('setting the clock back gains no time', async () => {
  show(0)
  vi.setSystemTime(Date.now() - 3_600_000)
  await wait(60_000)
  expect(bodyText()).toBe('over')
})

describe('announcements of the remaining time', () => {
  function Spoken({ until }: { until: Date }) {
    return <SpokenTimeLeft secondsLeft={useSecondsLeft(until, now)} label="Quiz" />
  }
  /** The texts of the live region within this many seconds, once per change. */
  async function hear(seconds: number) {
    const root = createRoot(document.body)
    unmount = () => root.unmount()
    const announcements: [at: number, text: string][] = []
    const until = new Date(now.getTime() + seconds * 1_000)
    act(() => root.render(<Spoken until={until} />))
    const region = document.querySelector('[role=status]')!
    let before = ''
    for (let passed = 0; passed <= seconds; passed += 1) {
      const text = region.textContent!
      if (text !== before && text) announcements.push([seconds - passed, text])
      before = text
      await wait(1_000)
    }
    expect(region.textContent).toBe('')
    return announcements
  }

  test('occur once at each threshold, and not in between', async () => {
    expect(await hear(400)).toEqual([
      [300, 'Quiz: 5 minutes left'],
      [60, 'Quiz: 1 minute left'],
      [30, 'Quiz: 30 seconds left'],
      [10, 'Quiz: 10 seconds left'],
      [5, 'Quiz: 5 seconds left'],
    ])
  })

  test('state the actual remaining time on a page opened near the end', async () => {
    expect(await hear(15)).toEqual([
      [15, 'Quiz: 15 seconds left'],
      [10, 'Quiz: 10 seconds left'],
      [5, 'Quiz: 5 seconds left'],
    ])
  })
})

test('counts a fragment from its own request, not from the request of the page that includes it', async () => {
  partRequestedAt(performance.now() - 2_000)
  show(600_000)
  expect(bodyText()).toBe('00:58')
})
