// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LocaleContext } from '#platform/ui/locale.tsx'
import DateOfBirth from './date-of-birth.island.tsx'
import ForgotPassword from './forgot-password.island.tsx'
import ItemOptions, { type ItemOptionsProps } from './item-options.island.tsx'
import SameAsShipping from './same-as-shipping.island.tsx'
import SendAtOnce from './send-at-once.island.tsx'

/** The response to the next call; the client captures `fetch` when it is loaded. */
const network = vi.hoisted(() => {
  const next = { response: () => new Response() }
  globalThis.fetch = async () => next.response()
  return next
})

const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: ReturnType<typeof createRoot>

beforeEach(() => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The island in the page's form; submissions are recorded instead of sent. */
async function open(
  island: ReactNode,
  { around = '', apart: isOutside = false, locale = 'en-us' as 'en-us' | 'es-es' } = {},
) {
  document.body.innerHTML = isOutside
    ? '<form></form><div id="here"></div>'
    : `<form><div id="here"></div>${around}</form>`
  const form = document.querySelector('form')!
  const sent = vi.fn()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    sent()
  })
  root = createRoot(document.getElementById('here')!)
  await act(async () => root.render(<LocaleContext value={locale}>{island}</LocaleContext>))
  const press = (text: string) =>
    act(async () => [...document.querySelectorAll('button')].find((button) => button.textContent === text)!.click())
  return { form, sent, press }
}

async function type(input: HTMLInputElement, text: string) {
  await act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
    input.setSelectionRange(text.length, text.length)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const leave = (input: HTMLInputElement) => act(async () => input.blur())

describe('a date of birth', () => {
  const rules = [{ aboveOrBelowAge: 'Above' as const, age: 18 }]
  const props = { name: 'dob', label: 'Date of birth', hint: '', defaultValue: '', error: null, rules }
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 4, 17, 12), toFake: ['Date'] }))

  test.each([
    ['02312000', 'Enter a valid date of birth'],
    ['05182026', 'Date of birth cannot be in the future.'],
    ['05182008', 'You must be above 18 years old to purchase this course.'],
    ['05172008', ''],
    ['', ''],
  ])('typed as %s is validated before anything is sent: %s', async (text, problem) => {
    const { form } = await open(<DateOfBirth {...props} />)
    const input = form.querySelector('input')!
    await type(input, text)
    expect(input.validationMessage === '' || text === '' ? '' : input.validationMessage).toBe(problem)
  })

  test('outside the age range opens a dialog that leads back to the field', async () => {
    const { form, press } = await open(<DateOfBirth {...props} />)
    const input = form.querySelector('input')!
    await type(input, '05182008')
    await leave(input)
    const dialog = document.querySelector('dialog')!
    expect(dialog.open).toBe(true)
    for (const text of ['You do not meet the required age.', 'above 18 years', '05/18/2008']) {
      expect(dialog.textContent).toContain(text)
    }
    await press('Re-enter')
    expect([dialog.open, document.activeElement]).toEqual([false, input])
    await type(input, '05172008')
    await leave(input)
    expect([dialog.open, input.validity.customError]).toEqual([false, false])
  })

  test("is compared with today in the organization's zone, not in UTC", async () => {
    // In Florida it is still May 17.
    vi.setSystemTime(new Date('2026-05-18T02:00:00Z'))
    const { form } = await open(<DateOfBirth {...props} />)
    const input = form.querySelector('input')!
    await type(input, '05182008')
    expect(input.validationMessage).toBe('You must be above 18 years old to purchase this course.')
    await type(input, '05172008')
    expect(input.validity.customError).toBe(false)
    await type(input, '05182026')
    expect(input.validationMessage).toBe('Date of birth cannot be in the future.')
  })

  test('is read day first in Spanish', async () => {
    const { form } = await open(<DateOfBirth {...props} />, { locale: 'es-es' })
    const input = form.querySelector('input')!
    await type(input, '18052008')
    await leave(input)
    expect(document.querySelector('dialog')!.textContent).toContain('18/05/2008')
    expect(input.validationMessage).toBe('Debe tener más de 18 años para comprar este curso.')
  })
})

test('the browser requires a billing address while the box is not ticked', async () => {
  const page = `
    <fieldset data-billing><input name="billing.address1"><input name="billing.address2"><select name="billing.stateId"></select></fieldset>`
  const { form } = await open(<SameAsShipping label="Same" defaultChecked />, { around: page })
  const requiredFlags = () =>
    [...form.querySelectorAll<HTMLInputElement>('[data-billing] *')].map(({ required }) => required)
  expect(requiredFlags()).toEqual([false, false, false])
  await act(async () => form.querySelector<HTMLInputElement>('[name=sameAsShipping]')!.click())
  expect(requiredFlags()).toEqual([true, false, true])
  await act(async () => form.querySelector<HTMLInputElement>('[name=sameAsShipping]')!.click())
  expect(requiredFlags()).toEqual([false, false, false])
})

describe('the delivery of a certificate', () => {
  const props: ItemOptionsProps = {
    form: 'item-7',
    methods: [{ value: 4, label: 'Pick up', price: null }],
    chosen: 4,
    error: undefined,
    audio_price: null,
    audio: false,
    send_email: null,
  }

  test('is named without a choice if there is one method', async () => {
    await open(<ItemOptions {...props} />)
    expect(document.body.textContent).toContain('Certificate delivery: Pick up · FREE')
    expect(document.querySelector('select')).toBeNull()
  })

  test('is requested if not chosen, and explains why a payment was refused', async () => {
    const methods = [...props.methods, { value: 2, label: 'Mail', price: '$7.95' }]
    await open(<ItemOptions {...props} methods={methods} chosen={null} error="You must select one" />)
    const select = document.querySelector('select')!
    expect([select.value, select.getAttribute('aria-invalid')]).toEqual(['', 'true'])
    expect(document.body.textContent).toContain('You must select one')
  })
})

describe('a form that submits itself', () => {
  const island = <SendAtOnce label="Pay $19.95 with PayPal" busyLabel="Paying…" />

  test('submits once, and its button shows the progress', async () => {
    const { sent } = await open(island)
    expect(sent).toHaveBeenCalledTimes(1)
    expect(document.querySelector('button')!.textContent).toBe('Paying…')
    await act(async () => void dispatchEvent(new Event('pageshow')))
    expect(document.querySelector('button')!.textContent).toBe('Pay $19.95 with PayPal')
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('waits while the page is hidden', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const { sent } = await open(island)
    expect(sent).not.toHaveBeenCalled()
    visibility.mockReturnValue('visible')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(sent).toHaveBeenCalledTimes(1)
    visibility.mockRestore()
  })
})

describe('a forgotten password', () => {
  const respondWith = (status: number, body: object) => {
    network.response = () => Response.json(body, { status })
  }
  const requestLink = async () => {
    const { press, sent } = await open(<ForgotPassword href="/forgot-password?redirect=%2Fcheckout" />, { apart: true })
    await act(async () => document.querySelector('a')!.click())
    await type(document.querySelector<HTMLInputElement>('[name=loginid]')!, 'rosa@example.com')
    await press('Reset password')
    return { press, sent, dialog: document.querySelector('dialog')! }
  }

  test('is requested without leaving the checkout', async () => {
    respondWith(200, { error: false, data: { message: 'We have sent an e-mail.' } })
    const { press, sent, dialog } = await requestLink()
    await vi.waitFor(() => act(async () => expect(dialog.textContent).toContain('We have sent an e-mail.')))
    expect(dialog.querySelector('input')).toBeNull()
    await press('Back to checkout')
    expect([dialog.open, sent.mock.calls.length]).toEqual([false, 0])
  })

  test("shows the server's error and keeps the field", async () => {
    respondWith(429, { error: true, code: 'TOO_MANY', message: 'Too many requests. Wait a moment and try again.' })
    const { dialog } = await requestLink()
    await vi.waitFor(() => act(async () => expect(dialog.textContent).toContain('Too many requests.')))
    expect(dialog.querySelector<HTMLInputElement>('input')!.value).toBe('rosa@example.com')
  })

  test('is requested on its own page without scripts, which returns to the checkout', async () => {
    await open(<ForgotPassword href="/forgot-password?redirect=%2Fcheckout" />)
    expect(document.querySelector('a')!.getAttribute('href')).toBe('/forgot-password?redirect=%2Fcheckout')
  })
})
