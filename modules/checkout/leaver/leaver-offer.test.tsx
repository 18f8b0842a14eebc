// @vitest-environment happy-dom
import fc from 'fast-check'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { detectUpwardJumps, offeredCookie, wasOffered } from './exit-intent.shared.ts'
import LeaverOffer from './leaver-offer.island.tsx'

// Loaded before, so that the island shows it in the same act.
await import('./leaver-dialog.tsx')

const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: ReturnType<typeof createRoot>
let phone: boolean

beforeEach(() => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: phone }))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

async function open(on: 'phone' | 'desktop', overrides: { scrollup?: boolean } = {}) {
  phone = on === 'phone'
  document.body.innerHTML = '<form id="pay"></form><div id="here"></div>'
  root = createRoot(document.getElementById('here')!)
  const props = { code: 'STAY10', saving: '$2.00', mobileSeconds: 60, scrollup: true, ...overrides }
  await act(async () => root.render(<LeaverOffer {...props} />))
}
const isOpen = () => document.querySelector('#here dialog')?.hasAttribute('open') ?? false
const goOut = (clientY = -1) =>
  act(async () => void document.dispatchEvent(new MouseEvent('mouseout', { clientY, relatedTarget: null })))

describe('the exit offer', () => {
  test('opens when the mouse leaves at the top, and states the saving', async () => {
    await open('desktop')
    await goOut(300)
    expect(isOpen()).toBe(false)
    await goOut()
    expect(isOpen()).toBe(true)
    const text = document.querySelector('dialog')!.textContent
    expect(text).toContain('Before You Leave!')
    expect(text).toContain('Finish your order now and save $2.00 with the code STAY10.')
    expect(wasOffered(document.cookie)).toBe(true)
  })

  test('uses the form of every promo code: a plain form to the checkout', async () => {
    await open('desktop')
    await goOut()
    const form = document.querySelector<HTMLFormElement>('dialog form')!
    expect([form.method, form.getAttribute('action')]).toEqual(['post', '/checkout'])
    expect(Object.fromEntries(new FormData(form))).toEqual({ action: 'promo', code: 'STAY10' })
  })

  test('opens once, and does not return after it is closed', async () => {
    await open('desktop')
    await goOut()
    const noHTMLButtonElement = [...document.querySelectorAll('button')].find(
      (button) => button.textContent === 'No, thanks',
    )!
    await act(async () => noHTMLButtonElement.click())
    expect(isOpen()).toBe(false)
    await goOut()
    expect(isOpen()).toBe(false)
  })

  test('opens on a phone after its delay, and not because of a mouse', async () => {
    await open('phone')
    await goOut()
    await act(async () => vi.advanceTimersByTime(59_000))
    expect(isOpen()).toBe(false)
    await act(async () => vi.advanceTimersByTime(2_000))
    expect(isOpen()).toBe(true)
  })

  test('does not open during a payment or over another dialog', async () => {
    await open('desktop')
    const other = document.createElement('dialog')
    other.setAttribute('open', '')
    document.body.append(other)
    await goOut()
    expect(isOpen()).toBe(false)
    other.remove()
    document.getElementById('pay')!.dispatchEvent(new Event('submit', { bubbles: true }))
    await goOut()
    expect(isOpen()).toBe(false)
  })

  describe('the exit offer stays closed', () => {
    const field = async (attributes = '') => {
      await open('phone')
      document.getElementById('pay')!.innerHTML = `<input ${attributes}><p id="other" tabindex="-1"></p>`
      return document.querySelector<HTMLInputElement>('#pay input')!
    }
    const wait = (seconds: number) => act(async () => vi.advanceTimersByTime(seconds * 1_000))

    test('while a field has the focus, and opens after the buyer has been idle', async () => {
      ;(await field()).focus()
      await wait(61)
      expect(isOpen()).toBe(false)
      document.getElementById('other')!.focus()
      await wait(11)
      expect(isOpen()).toBe(true)
    })

    test('right after typing', async () => {
      const input = await field()
      await wait(55)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await wait(6)
      expect(isOpen()).toBe(false)
      await wait(10)
      expect(isOpen()).toBe(true)
    })

    test.each(['aria-invalid="true"', 'aria-busy="true"'])('over %s', async (attribute) => {
      await field(attribute)
      await wait(180)
      expect(isOpen()).toBe(false)
    })

    test('after a payment refused in place, unknown to the rest of the page', async () => {
      await field()
      const form = document.getElementById('pay')!
      const refuse = (event: Event) => event.stopImmediatePropagation()
      form.addEventListener('submit', refuse)
      form.dispatchEvent(new Event('submit', { bubbles: true }))
      await wait(180)
      expect(isOpen()).toBe(false)
    })
  })
})

describe('a fast upward scroll', () => {
  const follow = (positions: readonly (readonly [y: number, at: number])[]) => {
    const leapt = detectUpwardJumps()
    return positions.map(([y, at]) => leapt(y, at)).includes(true)
  }

  test('is a long distance in a short time', () => {
    expect(
      follow([
        [900, 0],
        [700, 100],
        [480, 200],
      ]),
    ).toBe(true)
    expect(
      follow([
        [900, 0],
        [700, 100],
        [520, 200],
      ]),
    ).toBe(false)
    expect(
      follow([
        [900, 0],
        [700, 900],
        [480, 1_800],
        [300, 2_700],
      ]),
    ).toBe(false)
  })

  test('is never downward', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 50 })
    fc.assert(
      fc.property(steps, (down) => {
        const positions = down.map(
          (_, index) => [down.slice(0, index).reduce((sum, step) => sum + step, 0), index * 16] as const,
        )
        expect(follow(positions)).toBeFalsy()
      }),
    )
  })
})

test('the cookie lasts a year and is found among others', () => {
  expect(offeredCookie(true)).toContain('Secure')
  expect(offeredCookie(false)).not.toContain('Secure')
  expect(wasOffered('a=b; leaver=1; c=d')).toBe(true)
  expect(wasOffered('unleaver=1; leaver=10x')).toBe(false)
})
