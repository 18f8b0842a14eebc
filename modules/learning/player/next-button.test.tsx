// @vitest-environment happy-dom
import { useSetAtom } from 'jotai'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type SeatState, seatState } from '#modules/learning/seat-time/seat-state.shared.ts'
import { island } from '#platform/ui/island.tsx'
import { LocaleContext } from '#platform/ui/locale.tsx'
import { forgetPage, shared } from '#platform/ui/shared.tsx'
import BreakCountdown from './break-countdown.island.tsx'
import NextButton, { type NextButtonProps } from './next-button.island.tsx'

// The API client captures fetch when it is created, so ours must be installed before.
const network = vi.hoisted(() => {
  const transport = { send: async (_request: Request): Promise<Response> => Response.json({}) }
  globalThis.fetch = ((request: Request) => transport.send(request)) as typeof fetch
  return transport
})

type Answer = { status: number; body?: object }
let paths: string[]
let responders: Record<string, () => Answer>
let visited: string[]
let sentForms: number
let unmount: () => void
let writeSeat: (state: SeatState) => void
/** Stands in for the clock, another island of the page. */
const Clock = island('learning/clock', { when: 'load', shares: shared() }, () => {
  writeSeat = useSetAtom(seatState)
  return null
})
const now = new Date('2026-11-22T12:00:00Z')

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
beforeEach(() => {
  vi.useFakeTimers({ now })
  paths = []
  visited = []
  sentForms = 0
  responders = { '/healthz': () => ({ status: 200 }) }
  network.send = async (request) => {
    const path = new URL(request.url).pathname
    paths.push(path)
    const { status, body = {} } = responders[path]!()
    if (status === 0) throw new TypeError('offline')
    return Response.json(body, { status })
  }
  vi.spyOn(location, 'assign').mockImplementation((to) => void visited.push(String(to)))
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {
    sentForms += 1
  })
  forgetPage()
})
afterEach(() => {
  act(() => unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const defaultProps: NextButtonProps = {
  studentCourseId: 7,
  componentId: 1001,
  label: 'next',
  time_spent: 60,
  required_seconds: 60,
  break_ends: null,
  ahead: [],
}

function show(overrides: Partial<NextButtonProps> = {}, locale: 'en-us' | 'es-es' = 'en-us') {
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.getElementById('root')!)
  act(() =>
    root.render(
      <LocaleContext value={locale}>
        <Clock />
        {createElement(NextButton, { ...defaultProps, ...overrides })}
      </LocaleContext>,
    ),
  )
  unmount = () => root.unmount()
}

const button = () => document.querySelector('button')!
const textOf = (role: 'alert' | 'status') => document.querySelector(`[role=${role}]`)?.textContent ?? ''
const press = () => act(async () => button().click())
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const isMuted = () => !button().className.includes('bg-primary ')
const creditTime = (spent: number) =>
  act(() => writeSeat({ spent, total: spent, required: 60, state: 'running', videos: [] }))
const calls = () => paths.filter((path) => path !== '/healthz')

test('the files of the next component are fetched once, shortly before the page may be left', async () => {
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    return new Response('file')
  })
  const ahead = ['/assets/quiz.js', '/media/7/sign.png']
  show({ ahead, time_spent: 39 })
  expect(fetched).toEqual([])
  const clock = { total: 0, required: 0, state: 'running', videos: [] } as const
  act(() => writeSeat({ ...clock, spent: 40 }))
  act(() => writeSeat({ ...clock, spent: 60 }))
  expect(fetched).toEqual(ahead)
  vi.unstubAllGlobals()
})

test('a person who saves data fetches nothing ahead', () => {
  const fetchFile = vi.fn()
  vi.stubGlobal('fetch', fetchFile)
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  show({ ahead: ['/media/8/sign.png'] })
  expect(fetchFile).not.toHaveBeenCalled()
  Reflect.deleteProperty(navigator, 'connection')
  vi.unstubAllGlobals()
})

test('Next is muted with a countdown while time is missing, and primary at the last second', () => {
  show({ time_spent: 18 })
  expect([button().textContent, isMuted()]).toEqual(['Next in 00:42', true])
  creditTime(59)
  expect([button().textContent, isMuted()]).toEqual(['Next in 00:01', true])
  creditTime(60)
  expect([button().textContent, isMuted()]).toEqual(['Next', false])
  expect(textOf('status')).toBe('You can continue.')
})

test('is in Spanish', () => {
  show({ time_spent: 18 }, 'es-es')
  expect(button().textContent).toBe('Siguiente en 00:42')
})

test('counts to the end of a break', async () => {
  show({ required_seconds: 0, break_ends: { until: new Date(now.getTime() + 2_000), now } })
  expect([button().textContent, isMuted()]).toEqual(['Next in 00:02', true])
  await wait(3)
  expect([button().textContent, isMuted()]).toEqual(['Next', false])
})

test('shows a refusal beside the button, and removes it when it no longer applies', async () => {
  const message = 'Spend 42 seconds more on this page to continue.'
  responders['/api/course/next'] = () => ({ status: 422, body: { error: true, code: 'REQUIREMENTS_MISSING', message } })
  show({ time_spent: 18 })
  await press()
  expect(textOf('alert')).toBe(message)
  expect([visited, sentForms]).toEqual([[], 0])
  creditTime(60)
  expect(textOf('alert')).toBe('')
})

test('opens the address returned by the server', async () => {
  responders['/api/course/next'] = () => ({ status: 200, body: { nextComponentId: 1002, redirect: '/course/7/1002' } })
  show()
  await press()
  expect(visited).toEqual(['/course/7/1002'])
})

test('completes the course after the last part', async () => {
  responders['/api/course/next'] = () => ({ status: 200, body: { nextComponentId: null, redirect: '/course/7/1009' } })
  responders['/api/course/complete'] = () => ({ status: 200, body: { reason: null, redirect: '/course/7/passed' } })
  show()
  await press()
  expect(calls()).toEqual(['/api/course/next', '/api/course/complete'])
  expect(visited).toEqual(['/course/7/passed'])
})

test('leaves a missing registration to the plain form, which opens its question', async () => {
  responders['/api/course/next'] = () => ({ status: 422, body: { error: true, code: 'X', reason: 'REG_INC' } })
  show()
  await press()
  expect([visited, sentForms]).toEqual([[], 1])
})

test('a page out of order redirects to the current one', async () => {
  responders['/api/course/next'] = () => ({ status: 422, body: { error: true, code: 'X', redirect: '/course/7/1001' } })
  show()
  await press()
  expect(visited).toEqual(['/course/7/1001'])
})

test('waits without a connection, says so, and continues once automatically, however often it is pressed', async () => {
  responders['/api/course/next'] = () => ({ status: 0 })
  responders['/healthz'] = () => ({ status: 0 })
  show()
  await press()
  expect(textOf('status')).toContain("You're offline. We'll continue when you're back online.")
  await press()
  await wait(10)
  expect(calls()).toHaveLength(1)
  expect(visited).toEqual([])
  responders['/healthz'] = () => ({ status: 200 })
  responders['/api/course/next'] = () => ({ status: 200, body: { nextComponentId: 1002, redirect: '/course/7/1002' } })
  await wait(4)
  expect(visited).toEqual(['/course/7/1002'])
  expect(calls()).toHaveLength(2)
})

test("continues on the browser's online event, and after a server restart", async () => {
  responders['/api/course/next'] = () => ({ status: 503 })
  show()
  await press()
  expect(textOf('status')).toContain("You're offline.")
  responders['/api/course/next'] = () => ({ status: 200, body: { nextComponentId: 1002, redirect: '/course/7/1002' } })
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(visited).toEqual(['/course/7/1002'])
})

test('sends no more requests after the page is left', async () => {
  responders['/api/course/next'] = () => ({ status: 0 })
  show()
  await press()
  act(() => unmount())
  const before = paths.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(paths).toHaveLength(before)
})

test('a break shows when it ends, and then that it is over', async () => {
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.getElementById('root')!)
  unmount = () => root.unmount()
  act(() => root.render(createElement(BreakCountdown, { seconds: 600, until: new Date(now.getTime() + 2_000), now })))
  expect(document.querySelector('p')!.textContent).toBe('Your break ends in 00:02.')
  await wait(3)
  expect(document.querySelector('p')!.textContent).toBe('Your break is over. You can continue.')
})
