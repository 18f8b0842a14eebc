// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toast, toastTime } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<section id="toasts"></section>'
})
afterEach(() => vi.useRealTimers())

test('a plain toast stays 2500 ms', () => expect(toastTime({ text: 'Copied' })).toBe(2500))
test('a short error stays 5000 ms', () => expect(toastTime({ kind: 'error', text: 'No' })).toBe(5000))
test('a long success stays 50 ms per character plus 2300 ms', () => {
  expect(toastTime({ kind: 'success', text: 'x'.repeat(100) })).toBe(7300)
})

test('a toast with an action stays at least ten seconds', () => {
  const action = { label: 'Undo', run: () => {} }
  expect(toastTime({ text: 'Removed', action })).toBe(10_000)
  expect(toastTime({ kind: 'success', text: 'x'.repeat(200), action })).toBe(12_300)
})

test('a toast shows its text as text and disappears after its time', () => {
  toast({ kind: 'error', text: '<img src=x onerror=alert(1)>' })
  const region = document.getElementById('toasts')!
  expect(region.querySelector('img')).toBeNull()
  expect(region.textContent).toContain('<img src=x onerror=alert(1)>')
  vi.advanceTimersByTime(4999)
  expect(region.childElementCount).toBe(1)
  vi.advanceTimersByTime(1)
  expect(region.childElementCount).toBe(0)
})

describe('a toast is announced', () => {
  const page = '<section id="toasts"></section><p role="status"></p>'
  const announced = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)

  test('in the region that the page had from the start, and again when it comes twice', () => {
    document.body.innerHTML = page
    const texts: string[] = []
    const region = document.querySelector('[role=status]')!
    for (const _ of [1, 2]) {
      toast({ kind: 'success', text: 'Copied' })
      texts.push(region.textContent)
      vi.advanceTimersByTime(100)
      texts.push(region.textContent)
    }
    expect(texts).toEqual(['', 'Copied', '', 'Copied'])
    expect(document.querySelectorAll('#toasts [role], #toasts[aria-live]')).toHaveLength(0)
  })

  test('in the open dialog, which silences the page behind it', () => {
    document.body.innerHTML = `<dialog><p role="status"></p></dialog><dialog open><p role="status"></p></dialog>${page}`
    toast({ text: 'Saved' })
    vi.advanceTimersByTime(100)
    expect(announced()).toEqual(['', 'Saved', ''])
  })
})

test('a toast stays while the pointer is on it, and its action closes it', () => {
  const run = vi.fn()
  toast({ text: 'Removed', action: { label: 'Undo', run } })
  const region = document.getElementById('toasts')!
  region.firstElementChild!.dispatchEvent(new Event('pointerenter'))
  vi.advanceTimersByTime(60_000)
  region.querySelector('button')!.click()
  expect(run).toHaveBeenCalledOnce()
  expect(region.childElementCount).toBe(0)
})
