// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Figure } from './figure.tsx'

let still = false
let box: HTMLElement
let root: ReturnType<typeof createRoot>
const show = (value: string) => act(() => root.render(<Figure value={value} className="" />))
const visibleText = () => box.querySelector('[aria-hidden]')!.textContent!
const spokenText = () => box.querySelector('.sr-only')!.textContent
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  vi.spyOn(window, 'matchMedia').mockImplementation(() => ({ matches: still }) as MediaQueryList)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  await show('+1,000')
})
afterEach(async () => {
  await act(() => root.unmount())
  box.remove()
  vi.useRealTimers()
  vi.restoreAllMocks()
  still = false
})

test('a figure animates to its new value with thousands separators, while its label is read out unchanged', async () => {
  await show('+2,000')
  expect([visibleText(), spokenText()]).toEqual(['+1,000', '+2,000'])
  await pass(700)
  expect(visibleText()).toBe('+1,000')
  await pass(400)
  const between = Number(visibleText().replaceAll(/[+,]/g, ''))
  expect(between).toBeGreaterThan(1_000)
  expect(between).toBeLessThan(2_000)
  expect(visibleText()).toMatch(/^\+1,\d{3}$/)
  await pass(500)
  expect(visibleText()).toBe('+2,000')
  expect(vi.getTimerCount()).toBe(0)
})

test('shows the new value immediately under reduced motion', async () => {
  still = true
  await show('+2,000')
  expect(visibleText()).toBe('+2,000')
  expect(vi.getTimerCount()).toBe(0)
})

test('a value that arrives during the animation replaces the earlier one', async () => {
  await show('+2,000')
  await pass(900)
  await show('+1,500')
  await pass(2_000)
  expect(visibleText()).toBe('+1,500')
})
