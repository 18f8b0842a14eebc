// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { restoredScript } from './restored.ts'

const reload = vi.fn()

/** Loads a page of person 7 with the script in its head; `type` says how the browser came to it. */
function load(type: string) {
  const pageshow: ((event: { persisted: boolean }) => void)[] = []
  const listen = (_: string, listener: (event: { persisted: boolean }) => void) => pageshow.push(listener)
  const performance = { getEntriesByType: () => [{ type }] }
  new Function('addEventListener', 'performance', 'location', restoredScript)(listen, performance, { reload })
  return { show: (persisted: boolean) => pageshow.map((listener) => listener({ persisted })) }
}

beforeEach(() => {
  reload.mockReset()
  document.documentElement.hidden = false
  document.documentElement.dataset.person = '7'
  localStorage.setItem('person', '7')
})
const isHidden = () => document.documentElement.hidden

test('a page brought back for the same person stays', () => {
  load('navigate').show(true)
  expect([isHidden(), reload.mock.calls.length]).toEqual([false, 0])
})

test('a page brought back after sign-out is hidden and loaded again', () => {
  const page = load('navigate')
  localStorage.setItem('person', '')
  page.show(true)
  expect([isHidden(), reload.mock.calls.length]).toEqual([true, 1])
})

test('a page read from the disk by Back after another person has signed in is hidden and loaded again', () => {
  localStorage.setItem('person', '8')
  load('back_forward')
  expect([isHidden(), reload.mock.calls.length]).toEqual([true, 1])
})

test('a page that the server has just sent is shown, whoever was there before', () => {
  localStorage.setItem('person', '8')
  load('reload').show(false)
  expect([isHidden(), reload.mock.calls.length]).toEqual([false, 0])
})
