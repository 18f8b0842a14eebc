// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import SignOutWarning from './sign-out-warning.island.tsx'

// The API client captures fetch when it is created, so ours must be installed before.
const network = vi.hoisted(() => {
  const transport = { send: async (): Promise<Response> => Response.json({}) }
  globalThis.fetch = (() => transport.send()) as typeof fetch
  return transport
})

type Entry = { initiatorType: string; name: string; responseStatus: number }
let observe: (entry: Entry) => void
let unmount: () => void
let touches: number
/** A session's longest time in seconds, however much it is used. */
const longest = 12 * 3600

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(run: (list: { getEntries: () => Entry[] }) => void) {
        observe = (entry) => run({ getEntries: () => [entry] })
      }
      observe() {}
      disconnect() {}
    },
  )
  localStorage.clear()
  touches = 0
  answerWith(200)
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.getElementById('root')!)
  act(() => root.render(createElement(SignOutWarning, { user_id: 7, idle_seconds: 1800, seconds_left: longest })))
  unmount = () => root.unmount()
})
afterEach(() => {
  act(() => unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function answerWith(status: number): void {
  network.send = async () => {
    touches += 1
    if (status === 0) throw new TypeError('offline')
    return Response.json({}, { status })
  }
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const text = () => document.querySelector('dialog')?.textContent ?? null
const press = (label: string) =>
  act(async () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
    expect(button, label).toBeDefined()
    button!.click()
    await vi.advanceTimersByTimeAsync(0)
  })
const request = (path: string, { type = 'fetch', status = 200 } = {}) =>
  observe({ initiatorType: type, name: new URL(path, location.href).href, responseStatus: status })

// 30 minutes, of which the server may not have written down the first; two minutes before, the warning.
const warnedAt = 27 * 60

test('warns two minutes before the end, and not a second earlier', async () => {
  await pass(warnedAt - 1)
  expect(text()).toBeNull()
  await pass(1)
  expect(text()).toContain("You'll be signed out in 02:00")
  await pass(61)
  expect(text()).toContain('00:59')
  expect(touches).toBe(0)
})

test('one press keeps the session for another 30 minutes', async () => {
  await pass(warnedAt + 100)
  await press('Stay signed in')
  expect([text(), touches]).toEqual([null, 1])
  await pass(warnedAt - 1)
  expect(text()).toBeNull()
  await pass(1)
  expect(text()).toContain('02:00')
})

test('says when the session is over, keeps the page, and continues after a sign-in elsewhere', async () => {
  answerWith(401)
  await pass(warnedAt + 120)
  expect(text()).toContain("You're signed out")
  expect(document.querySelector('dialog a')?.getAttribute('target')).toBe('_blank')
  await press('Continue')
  expect(text()).toContain("You're still signed out.")
  answerWith(200)
  await press('Continue')
  expect(text()).toBeNull()
})

test('a press after the session ended elsewhere says that it is over', async () => {
  answerWith(401)
  await pass(warnedAt)
  await press('Stay signed in')
  expect(text()).toContain("You're signed out")
  expect(text()).not.toContain("You're still signed out.")
})

test('the time keeps running without a connection, and a second press may keep the session', async () => {
  await pass(warnedAt)
  answerWith(0)
  await press('Stay signed in')
  expect(text()).toContain("We couldn't reach the server")
  answerWith(200)
  await press('Stay signed in')
  expect(text()).toBeNull()
})

test('someone who types without a request stays signed in', async () => {
  for (let minutes = 0; minutes < 60; minutes += 1) {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
    await pass(60)
    expect(text()).toBeNull()
  }
  expect(touches).toBeGreaterThanOrEqual(9)
  expect(touches).toBeLessThanOrEqual(12)
})

test.each([
  ['a call', '/api/notifications', {}, false],
  ['a part of a page', '/course/7', {}, false],
  ['a beacon', '/api/student/updateStudentProgressTime', { type: 'beacon' }, false],
  ['a refused call', '/api/notifications', { status: 401 }, true],
  ['a file of the build', '/assets/swap-3f2.js', {}, true],
  ['a picture', '/media/1/lesson', { type: 'img' }, true],
  ['a call to another site', 'https://example.org/api/x', {}, true],
])('%s counts as the server counts it', async (_, path, options, warns) => {
  await pass(warnedAt - 10)
  request(path, options)
  await pass(10)
  expect(text() !== null).toBe(warns)
})

test('another tab of the same person keeps the session; another person does not', async () => {
  await pass(warnedAt - 10)
  localStorage.setItem('session-used:8', String(Date.now()))
  await pass(10)
  expect(text()).not.toBeNull()
  localStorage.setItem('session-used:7', String(Date.now()))
  await pass(1)
  expect(text()).toBeNull()
})

/** Uses the session once a minute, as someone who takes lessons does. */
async function work(seconds: number): Promise<void> {
  for (let finishedCount = 0; finishedCount < seconds; finishedCount += 60) {
    request('/course/7')
    await pass(Math.min(60, seconds - finishedCount))
  }
}

test('warns ten minutes before the end of the longest time, however active, and a press closes the warning', async () => {
  await work(longest - 601)
  expect(text()).toBeNull()
  await work(1)
  expect(text()).toContain("You'll be signed out in 10:00")
  expect(text()).not.toContain('active for a while')
  await press('OK')
  await work(598)
  expect(text()).toBeNull()
  await work(2)
  expect(text()).toContain("You're signed out")
})

test('someone who has signed in again continues after the longest time, and gets no second warning', async () => {
  await work(longest)
  answerWith(401)
  await press('Continue')
  expect(text()).toContain("You're still signed out.")
  answerWith(200)
  await press('Continue')
  await work(1200)
  expect(text()).toBeNull()
})
