// @vitest-environment happy-dom
import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import WatchVideo from '#modules/learning/media-progress/watch-video.island.tsx'
import NextButton from '#modules/learning/player/next-button.island.tsx'
import { forgetPage } from '#platform/ui/shared.tsx'
import { forgetComplete, markActive } from './seat-activity.ts'
import SeatClock from './seat-clock.island.tsx'

// The API client captures fetch when it is created, so ours must be installed before.
const network = vi.hoisted(() => {
  const transport = { send: async (_request: Request): Promise<Response> => Response.json({}) }
  globalThis.fetch = ((request: Request) => transport.send(request)) as typeof fetch
  return transport
})

const seat = {
  student_course_id: 7,
  student_progress_id: 5,
  lease_id: '6f1c2f9e-6a0b-4c7e-9a3d-0f8f5a3e1b11',
  time_spent: 0,
  required_seconds: 60,
  idle_minutes: 5,
  course_spent: 100,
  course_required: 600,
}
const media = 'media/lesson.mp4'

type Sent = { sequence: number; interacted_ms_ago: number; ranges?: { ranges: { from_ms: number; to_ms: number }[] }[] }
let requests: Sent[]
let respond: (body: Sent) => { status: number; body: object }
let visited: string[]
let unmount: () => void

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  visited = []
  respond = ({ sequence }) => ({ status: 200, body: { time_spent: sequence * 10, inactive: false } })
  network.send = async (request) => {
    const body: Sent = await request.json()
    requests.push(body)
    const { status, body: responseBody } = respond(body)
    if (status === 0) throw new TypeError('offline')
    return Response.json(responseBody, { status })
  }
  vi.spyOn(location, 'assign').mockImplementation((to) => void visited.push(String(to)))
  localStorage.clear()
  sessionStorage.clear()
  forgetPage()
  forgetComplete([{ media, percent: 100, completed: true }])
  markActive()
})
afterEach(() => {
  act(() => unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function show(tree: ReactNode, html = ''): void {
  document.body.innerHTML = `<div id="root"></div>${html}`
  const root = createRoot(document.getElementById('root')!)
  act(() => root.render(tree))
  unmount = () => root.unmount()
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const text = () => document.body.textContent ?? ''
const dialogs = () => [...document.querySelectorAll('dialog')].filter((element) => element.open)
const clock = (overrides: Partial<typeof seat> = {}) => createElement(SeatClock, { ...seat, ...overrides })

test('sends a heartbeat every ten seconds with rising numbers and shows the credited time', async () => {
  show(clock())
  expect(text()).toContain('01:40 of 10:00')
  await wait(31)
  expect(requests.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  expect(text()).toMatch(/02:1[01] of 10:00/)
})

/** The clock and the Next button of one lesson, as separate islands. */
const lesson = () => (
  <>
    {clock({ time_spent: 48, course_spent: 148 })}
    <NextButton
      studentCourseId={7}
      componentId={1001}
      label="next"
      time_spent={48}
      required_seconds={60}
      break_ends={null}
      ahead={[]}
    />
  </>
)
const next = () => document.querySelector('form button')!.textContent

test('the bar and Next show the same second, and Next is enabled by the clock', async () => {
  respond = ({ sequence }) => ({ status: 200, body: { time_spent: 48 + sequence * 10, inactive: false } })
  show(lesson())
  expect([text().includes('02:28 of 10:00'), next()]).toEqual([true, 'Next in 00:12'])
  await wait(5)
  expect([text().includes('02:33 of 10:00'), next()]).toEqual([true, 'Next in 00:07'])
  await wait(10)
  expect(text()).toMatch(/02:4[34] of 10:00/)
  expect(next()).toBe('Next')
})

test('time refused by the server blocks the bar and Next together', async () => {
  respond = () => ({ status: 409, body: { error: true, code: 'ACTIVE_ELSEWHERE', message: 'elsewhere' } })
  show(lesson())
  await wait(11)
  const nextButton = next()
  expect(nextButton).toMatch(/Next in 00:0[23]/)
  await wait(30)
  expect([dialogs().length, next()]).toEqual([1, nextButton])
})

test('the clock never runs backwards: not on a lost connection, and not on the next page', async () => {
  show(clock())
  await wait(9)
  expect(text()).toContain('01:49 of 10:00')
  respond = () => ({ status: 0, body: {} })
  await wait(2)
  expect(text()).toContain('01:49 of 10:00')
  act(() => unmount())
  forgetPage()
  show(clock({ time_spent: 4, course_spent: 104 }))
  expect(text()).toContain('01:49 of 10:00')
  respond = () => ({ status: 200, body: { time_spent: 14, inactive: false } })
  await wait(11)
  expect(text()).toMatch(/01:5[45] of 10:00/)
})

test("the clock starts from the server's value after a reset and in another course", () => {
  sessionStorage.setItem('course-time', '7:121')
  show(clock())
  expect(text()).toContain('01:40 of 10:00')
  act(() => unmount())
  sessionStorage.setItem('course-time', '8:110')
  forgetPage()
  show(clock())
  expect(text()).toContain('01:40 of 10:00')
  act(() => unmount())
  sessionStorage.setItem('course-time', '7:120')
  forgetPage()
  show(clock())
  expect(text()).toContain('02:00 of 10:00')
})

test('the clock stops with a message when the course is open elsewhere', async () => {
  respond = () => ({ status: 409, body: { error: true, code: 'ACTIVE_ELSEWHERE', message: 'elsewhere' } })
  show(clock())
  await wait(11)
  expect(dialogs()).toHaveLength(1)
  expect(text()).toContain('Continue here')
  await wait(60)
  expect(requests).toHaveLength(1)
})

test('a late response does not hide that the course is open elsewhere', async () => {
  const send = network.send
  network.send = async (request) => {
    const isFirst = requests.length === 0
    const response = send(request)
    if (isFirst) await new Promise((resolve) => setTimeout(resolve, 15_000))
    return response
  }
  respond = ({ sequence }) => ({
    status: sequence === 1 ? 200 : 409,
    body: sequence === 1 ? { time_spent: 10, inactive: false } : { error: true, code: 'ACTIVE_ELSEWHERE' },
  })
  show(clock())
  await wait(21)
  expect(dialogs()).toHaveLength(1)
  await wait(10)
  expect(dialogs()).toHaveLength(1)
})

test('a stopped course redirects to its current page without naming another window', async () => {
  respond = () => ({ status: 409, body: { error: true, code: 'ACTIVE_ELSEWHERE', redirect: '/course/7' } })
  show(clock())
  await wait(11)
  expect(visited).toEqual(['/course/7'])
  expect(dialogs()).toHaveLength(0)
  await wait(60)
  expect(requests).toHaveLength(1)
})

test('shows a lost connection and keeps trying', async () => {
  respond = () => ({ status: 0, body: {} })
  show(clock())
  await wait(11)
  const notice = [...document.querySelectorAll('[role=status]')].find(({ textContent }) =>
    textContent?.includes("You're offline"),
  )
  // On its own line, so that the course's name keeps its place.
  expect(notice?.className).toContain('basis-full')
  respond = () => ({ status: 200, body: { time_spent: 20, inactive: false } })
  await wait(10)
  expect(text()).not.toContain("You're offline")
  expect(requests).toHaveLength(2)
})

test('warns thirty seconds before the idle limit; moving the mouse is not enough, the button is', async () => {
  show(clock())
  await wait(271)
  expect(dialogs()).toHaveLength(1)
  window.dispatchEvent(new Event('mousemove'))
  await wait(1)
  expect(dialogs()).toHaveLength(1)
  const stayButton = [...document.querySelectorAll('button')].find((button) => button.textContent === "I'm still here")!
  act(() => stayButton.click())
  await wait(2)
  expect(dialogs()).toHaveLength(0)
  expect(visited).toEqual([])
})

test('the idle limit signs the student out on the server, too', async () => {
  const forms: object[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    forms.push({ to: this.getAttribute('action'), method: this.method, ...Object.fromEntries(new FormData(this)) })
  })
  show(clock())
  await wait(310)
  expect(forms).toEqual([{ to: '/logout', method: 'post', inactive: 'true' }])
})

test('an active student is never warned', async () => {
  show(clock())
  for (let minute = 0; minute < 8; minute += 1) {
    await wait(60)
    window.dispatchEvent(new Event('mousemove'))
  }
  expect(dialogs()).toHaveLength(0)
  expect(visited).toEqual([])
})

/** A video whose playback time the test controls. */
function fakeVideo() {
  const video = document.querySelector('video')!
  const state = { seconds: 0 }
  const currentTime = {
    get: () => state.seconds,
    set(to: number) {
      state.seconds = to
    },
  }
  Object.defineProperty(video, 'currentTime', currentTime)
  Object.defineProperty(video, 'duration', { value: 100 })
  Object.defineProperty(video, 'seeking', { value: false, writable: true })
  return { video, state }
}

const videos = [{ media, title: 'Following distance', percent: 0, completed: false, seen_ms: 0 }]

/** The clock and the guard of one video; each of `ticks` plays it and reports the new time. */
function showVideo(overrides: Partial<(typeof videos)[number]> = {}) {
  const element = (
    <>
      {clock()}
      <WatchVideo student_course_id={1} videos={videos.map((video) => ({ ...video, ...overrides }))} />
    </>
  )
  show(element, `<video data-media="${media}" src="/media/7/lesson.mp4"></video>`)
  const { video, state } = fakeVideo()
  const fire = (...names: string[]) => {
    for (const name of names) video.dispatchEvent(new Event(name))
  }
  const ticks = (...seconds: number[]) => {
    for (const second of seconds) {
      state.seconds = second
      fire('timeupdate')
    }
  }
  return { state, fire, ticks }
}
const rangesAt = (index: number) => requests[index]!.ranges?.map(({ ranges }) => ranges)

test('played video is reported with the next heartbeat; a seek is reverted and reports nothing', async () => {
  respond = () => ({
    status: 200,
    body: { time_spent: 10, inactive: false, videos: [{ media, percent: 100, completed: true }] },
  })
  const { state, fire, ticks } = showVideo()
  expect(text()).toContain("You'll need to watch this video in order to continue. 0% Completed")
  ticks(1, 2, 3, 4, 5, 6, 7, 8)
  state.seconds = 90
  // The browser reports the new time before it reports the end of the seek.
  fire('seeking', 'timeupdate', 'seeked')
  expect(state.seconds).toBe(8)
  fire('seeked')
  await wait(11)
  expect(requests[0]!.ranges).toEqual([{ media, duration_ms: 100_000, ranges: [{ from_ms: 0, to_ms: 8_000 }] }])
  expect(text()).toContain('Video 100% Completed')
  expect(JSON.parse(localStorage.getItem('7-1-video-time')!)).toMatchObject({ currentTime: 8, duration: 100 })
  await wait(10)
  expect(rangesAt(1)).toBeUndefined()
})

test('played video is reported until complete, as heartbeats and responses may be lost', async () => {
  respond = () => ({ status: 0, body: {} })
  const { ticks } = showVideo()
  ticks(1, 2, 3)
  await wait(11)
  respond = () => ({
    status: 200,
    body: { time_spent: 10, inactive: false, videos: [{ media, percent: 3, completed: false }] },
  })
  ticks(4, 5)
  await wait(10)
  ticks(6)
  await wait(10)
  expect([rangesAt(0), rangesAt(1), rangesAt(2)]).toEqual([3, 5, 6].map((to) => [[{ from_ms: 0, to_ms: to * 1000 }]]))
})

test('a device busy for some seconds loses no video progress', async () => {
  const { ticks } = showVideo()
  ticks(1, 2, 7, 8)
  await wait(11)
  expect(rangesAt(0)).toEqual([[{ from_ms: 0, to_ms: 8_000 }]])
})

test("the video continues on another device at the server's position, not the local one", async () => {
  localStorage.setItem('7-1-video-time', JSON.stringify({ totalTimeWatched: 70, currentTime: 70, duration: 100 }))
  const { state, fire, ticks } = showVideo({ seen_ms: 40_000 })
  fire('loadedmetadata')
  expect(state.seconds).toBe(40)
  fire('seeking', 'seeked')
  ticks(41)
  await wait(11)
  expect(rangesAt(0)).toEqual([[{ from_ms: 40_000, to_ms: 41_000 }]])
})

test('a video seeked forward before hydration is reverted, too', async () => {
  const { state, fire } = showVideo()
  state.seconds = 90
  fire('loadedmetadata')
  expect(state.seconds).toBe(0)
})

test('the end of a video is reported immediately, so that Next is not refused', async () => {
  const { ticks, fire } = showVideo()
  ticks(1, 2)
  fire('pause', 'ended')
  await wait(0)
  expect(rangesAt(0)).toEqual([[{ from_ms: 0, to_ms: 2_000 }]])
})

test('a student who listens or watches is not idle', async () => {
  show(clock(), '<audio src="/media/9/narration.mp3"></audio>')
  for (let minute = 0; minute < 8; minute += 1) {
    await wait(60)
    document.querySelector('audio')!.dispatchEvent(new Event('timeupdate'))
  }
  expect(dialogs()).toHaveLength(0)
})

/** Frames as the browser sees them: windows whose messages carry their origin. They load nothing. */
function framesOf(...addresses: string[]) {
  const frames = addresses.map((src) => {
    const calls: unknown[] = []
    const contentWindow = { postMessage: (message: unknown) => calls.push(message) }
    const sendMessage = (data: unknown, from: object = contentWindow, origin = new URL(src).origin) =>
      act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: from as Window })))
    return { src, contentWindow, messages: calls, sendMessage }
  })
  const find = document.querySelectorAll.bind(document)
  vi.spyOn(document, 'querySelectorAll').mockImplementation(((selector: string) =>
    selector === 'iframe' ? frames : find(selector)) as typeof find)
  return frames as [(typeof frames)[number], ...typeof frames]
}
const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1'
const vimeo = 'https://player.vimeo.com/video/76979871?dnt=1'
const youtubeMessageAt = (currentTime: number) =>
  JSON.stringify({ event: 'infoDelivery', info: { currentTime, muted: false } })
const vimeoAt = (seconds: number) => ({ event: 'timeupdate', data: { seconds, percent: 0.1, duration: 900 } })

/** The message of each player before its video plays, and the single request sent to it afterwards. */
const tubeReady = JSON.stringify({ event: 'initialDelivery', info: { currentTime: 0, playerState: -1 }, id: 1 })
const vimeoRequest = { method: 'addEventListener', value: 'timeupdate' }

test.each([
  ['YouTube', youtube, tubeReady, youtubeMessageAt, []],
  ['Vimeo', vimeo, { event: 'ready' }, vimeoAt, [vimeoRequest]],
  ['Vimeo that was there first', vimeo, { method: 'ping', value: true }, vimeoAt, [vimeoRequest]],
  ['Vimeo in text', vimeo, '{"event":"ready"}', (second: number) => JSON.stringify(vimeoAt(second)), [vimeoRequest]],
] as const)(
  'a student who watches a video of %s is not idle while it plays',
  async (_host, src, ready, messageAt, requests) => {
    show(clock())
    const [{ messages, sendMessage }] = framesOf(src)
    await wait(5)
    const calls = [...messages]
    expect(calls.length).toBeGreaterThan(1)
    sendMessage(ready)
    for (let minute = 0; minute < 8; minute += 1) {
      sendMessage(messageAt(minute * 60))
      // Two other messages of the player: that it is muted, and a reply.
      sendMessage(JSON.stringify({ event: 'infoDelivery', info: { muted: true } }))
      sendMessage({ method: 'addEventListener', value: null })
      await wait(60)
    }
    expect(dialogs()).toHaveLength(0)
    // After its reply it gets one request and no more greetings.
    expect(messages).toEqual([...calls, ...requests])
    await wait(220)
    expect(dialogs()).toHaveLength(1)
    // From now on only the warning's button counts.
    sendMessage(messageAt(9_999))
    await wait(1)
    expect(dialogs()).toHaveLength(1)
  },
)

test('a paused video, another window and empty messages do not keep a student active', async () => {
  show(clock())
  const [{ sendMessage }, other] = framesOf(youtube, vimeo)
  sendMessage(youtubeMessageAt(5))
  for (let minute = 0; minute < 4; minute += 1) {
    await wait(60)
    sendMessage(youtubeMessageAt(5))
    sendMessage(youtubeMessageAt(minute + 10), { postMessage: () => {} })
    sendMessage(youtubeMessageAt(minute + 10), window, 'https://evil.example')
    other!.sendMessage(youtubeMessageAt(minute + 10))
    for (const data of [
      '{',
      'null',
      null,
      7,
      { event: 'timeupdate' },
      { event: 'timeupdate', data: { seconds: 'x' } },
    ]) {
      sendMessage(data)
      other!.sendMessage(data)
    }
  }
  await wait(35)
  expect(dialogs()).toHaveLength(1)
})
