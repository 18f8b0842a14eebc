// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { startSwapping } from './swap.client.ts'

const ask = vi.fn<(to: string) => Promise<Response>>()
vi.stubGlobal('fetch', ask)
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
document.body.innerHTML = '<main data-swap="course"><h1>Lesson</h1></main>'
startSwapping()

const root = document.documentElement
beforeEach(() => {
  ask.mockReset()
  ask.mockResolvedValue(new Response('', { status: 404 }))
  replace.mockReset()
  root.hidden = false
})
const bringBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

test('a lesson that the browser restores is fetched again within its frame', () => {
  bringBack()
  expect(ask.mock.calls.map(([to]) => to)).toEqual([location.href])
})

test('a hidden lesson is fetched again only once its session is confirmed', async () => {
  root.hidden = true
  bringBack()
  expect(ask).not.toHaveBeenCalled()
  root.hidden = false
  dispatchEvent(new Event('restored'))
  expect(ask.mock.calls.map(([to]) => to)).toEqual([location.href])
  // A page outside the frame is loaded as a whole.
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(location.href))
})
