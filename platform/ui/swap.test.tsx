// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { startSwapping } from './swap.client.ts'

const fetchPage = vi.fn<(to: string) => Promise<Response>>()
vi.stubGlobal('fetch', fetchPage)
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
document.body.innerHTML = '<main data-swap="course"><h1>Lesson</h1></main>'
startSwapping()

const root = document.documentElement
beforeEach(() => {
  fetchPage.mockReset()
  fetchPage.mockResolvedValue(new Response('', { status: 404 }))
  replace.mockReset()
  root.hidden = false
})
const bringBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

test('a lesson that the browser restores is fetched again within its frame', () => {
  bringBack()
  expect(fetchPage.mock.calls.map(([to]) => to)).toEqual([location.href])
})

test('a hidden lesson is fetched again only once its session is confirmed', async () => {
  root.hidden = true
  bringBack()
  expect(fetchPage).not.toHaveBeenCalled()
  root.hidden = false
  dispatchEvent(new Event('restored'))
  expect(fetchPage.mock.calls.map(([to]) => to)).toEqual([location.href])
  // A page outside the frame is loaded as a whole.
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(location.href))
})
