// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkInPlace } from '#platform/ui/check-in-place.ts'
import { type AcceptLibrary, brandOf, cardProblems, maskCard, maskExpiration } from './accept.shared.ts'
import CardPayment, { type CardPaymentProps } from './card-payment.island.tsx'

const globals = globalThis as { Accept?: AcceptLibrary; IS_REACT_ACT_ENVIRONMENT?: boolean }
const card = { name: 'Rosa Marin', number: '4111 1111 1111 1111', expiration: '12/39', cvc: '123', postalCode: '32801' }
const keys = { api_login_id: 'login', client_key: 'key', library_url: 'data:text/javascript,' }
const calls: object[] = []
let root: ReturnType<typeof createRoot>
let sentForms: FormData[]

beforeEach(() => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
  calls.length = 0
  sentForms = []
  globals.Accept = {
    dispatchData(data, callback) {
      calls.push(data)
      const opaqueData = { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: 'token' }
      callback({ messages: { resultCode: 'Ok', message: [] }, opaqueData })
    },
  }
})
afterEach(() => act(() => root.unmount()))

type Props = Pick<CardPaymentProps, 'total' | 'confirm_dob' | 'offered' | 'saved'> & { library_url?: string }

/** The page's form around the island; submissions are recorded instead of sent. */
async function open(props: Props) {
  document.body.innerHTML = '<form><input name="dob" value="05/17/2012"><div id="here"></div></form>'
  const form = document.querySelector('form')!
  root = createRoot(document.getElementById('here')!)
  await act(async () => root.render(<CardPayment {...keys} {...props} />))
  // After the island's own listener, which cancels an unprepared form.
  form.addEventListener('submit', (event) => {
    if (!event.defaultPrevented) sentForms.push(new FormData(form))
    event.preventDefault()
  })
  ignoreNested(form)
  const press = (text: string) =>
    act(async () => [...document.querySelectorAll('button')].find((button) => button.textContent === text)!.click())
  return { form, press, submit: () => act(async () => form.requestSubmit()) }
}

/** Like browsers: a form can't be submitted again while it is being submitted. */
function ignoreNested(form: HTMLFormElement): void {
  const submit = form.requestSubmit.bind(form)
  let submitting = false
  form.requestSubmit = () => {
    if (submitting) return
    submitting = true
    submit()
    submitting = false
  }
}

function type(fields: Partial<typeof card>) {
  for (const [name, value] of Object.entries(fields)) {
    document.querySelector<HTMLInputElement>(`[data-card="${name}"]`)!.value = value
  }
}

describe('the card fields', () => {
  test('pass the card to the library only; the form is sent with the token and without the card', async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false })
    type(card)
    await submit()
    expect(calls).toEqual([
      {
        authData: { apiLoginID: 'login', clientKey: 'key' },
        cardData: {
          cardNumber: '4111111111111111',
          month: '12',
          year: '39',
          cardCode: '123',
          zip: '32801',
          fullName: 'Rosa Marin',
        },
      },
    ])
    expect(sentForms).toHaveLength(1)
    const fields = Object.fromEntries(sentForms[0]!)
    expect(fields).toEqual({
      dob: '05/17/2012',
      dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
      dataValue: 'token',
      dob_confirmed: '',
      pay_by: 'card',
    })
  })

  test('send nothing more on a second press during the payment', async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false })
    globals.Accept!.dispatchData = (data) => void calls.push(data)
    type(card)
    await submit()
    await submit()
    expect([calls.length, sentForms.length]).toEqual([1, 0])
  })

  test('report errors without calling the library', async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false })
    type({ ...card, number: '4111 1111 1111 1112' })
    await submit()
    expect(document.body.textContent).toContain('Check the card number.')
    expect([calls.length, sentForms.length]).toEqual([0, 0])
  })

  test('flag every required field when empty; typing clears only that field', async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false })
    await submit()
    const flagged = () =>
      [...document.querySelectorAll<HTMLElement>('[aria-invalid=true]')].map(({ dataset }) => dataset.card)
    expect(flagged()).toEqual(['number', 'expiration', 'cvc'])
    const cvc = document.querySelector<HTMLInputElement>('[data-card=cvc]')!
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(cvc, '123')
      cvc.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(flagged()).toEqual(['number', 'expiration'])
    expect(calls).toEqual([])
  })

  test('show and focus the only wrong field within the first press', async () => {
    const stopChecking = checkInPlace(() => true)
    onTestFinished(stopChecking)
    const { form } = await open({ total: '$19.95', confirm_dob: false })
    type({ ...card, number: '4111 1111 1111 1112' })
    globals.IS_REACT_ACT_ENVIRONMENT = false
    form.requestSubmit()
    globals.IS_REACT_ACT_ENVIRONMENT = true
    const number = document.querySelector('[data-card=number]')!
    expect(number.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(number)
    expect(document.body.textContent).toContain('Check the card number.')
    expect([calls.length, sentForms.length]).toEqual([0, 0])
  })

  test('save a card only if its owner chooses so', async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false })
    type(card)
    expect(document.querySelector<HTMLInputElement>('[name=saveCard]')!.checked).toBe(false)
    await submit()
    expect(sentForms[0]!.get('saveCard')).toBeNull()
  })

  test("show the provider's message when it refuses the card", async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false })
    globals.Accept!.dispatchData = (_, callback) =>
      callback({
        messages: {
          resultCode: 'Error',
          message: [{ code: 'E_WC_08', text: 'Expiration date must be in the future.' }],
        },
      })
    type(card)
    await submit()
    expect(document.body.textContent).toContain('Expiration date must be in the future.')
    expect(sentForms).toEqual([])
  })

  test('report a missing library', async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false })
    delete globals.Accept
    type(card)
    await submit()
    expect(document.body.textContent).toContain('Accept Library not found.')
    expect(sentForms).toEqual([])
  })

  test('request the library again if it did not load with the page', async () => {
    const library = globals.Accept!
    delete globals.Accept
    const requests: string[] = []
    let isReachable = false
    const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
      requests.push((script as HTMLScriptElement).src)
      if (isReachable) globals.Accept = library
      queueMicrotask(() => (script as HTMLScriptElement).dispatchEvent(new Event(isReachable ? 'load' : 'error')))
    })
    const { submit } = await open({ total: '$19.95', confirm_dob: false, library_url: 'https://js.example.com/1' })
    type(card)
    await submit()
    expect(document.body.textContent).toContain('Accept Library not found.')
    isReachable = true
    await submit()
    expect(sentForms).toHaveLength(1)
    expect(new Set(requests)).toEqual(new Set(['https://js.example.com/1']))
    append.mockRestore()
  })

  test('wait for a library that is still loading', async () => {
    const library = globals.Accept!
    delete globals.Accept
    let arrive = () => {}
    const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
      arrive = () => {
        globals.Accept = library
        ;(script as HTMLScriptElement).dispatchEvent(new Event('load'))
      }
    })
    const { submit } = await open({ total: '$19.95', confirm_dob: false, library_url: 'https://js.example.com/2' })
    type(card)
    await submit()
    expect([sentForms.length, document.body.textContent?.includes('Accept Library not found.')]).toEqual([0, false])
    await act(async () => arrive())
    expect(sentForms).toHaveLength(1)
    append.mockRestore()
  })

  test('are absent when there is nothing to pay', async () => {
    const { submit } = await open({ total: null, confirm_dob: false })
    expect(document.querySelectorAll('[data-card]')).toHaveLength(0)
    await submit()
    expect([calls.length, sentForms.length]).toEqual([0, 1])
  })
})

describe('other payment methods', () => {
  const savedCards = [{ payment_profile_id: 7, last_4: '1111', brand: 'Visa' }]
  const methods = { card: true, paypal: true }
  const choose = (value: string) =>
    act(async () => document.querySelector<HTMLInputElement>(`input[name="pay_by"][value="${value}"]`)!.click())

  test('preselect a saved card, and send it without typing', async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false, saved: savedCards, offered: methods })
    expect(document.body.textContent).toContain('Credit Card ending in 1111')
    expect(document.querySelectorAll('[data-card]')).toHaveLength(0)
    await submit()
    expect([calls.length, sentForms[0]!.get('pay_by')]).toEqual([0, 'saved:7'])
  })

  test('show the fields for a new card; PayPal needs none and names the next page', async () => {
    const { submit } = await open({ total: '$19.95', confirm_dob: false, saved: savedCards, offered: methods })
    await choose('card')
    expect(document.querySelectorAll('[data-card]')).toHaveLength(5)
    await choose('paypal')
    expect(document.querySelectorAll('[data-card]')).toHaveLength(0)
    expect(document.querySelector('button')!.textContent).toBe('Continue to PayPal ($19.95)')
    await submit()
    expect([calls.length, sentForms[0]!.get('pay_by'), sentForms[0]!.get('saveCard')]).toEqual([0, 'paypal', null])
  })

  test('show a message when there are none', async () => {
    await open({ total: '$19.95', confirm_dob: false, offered: { card: false, paypal: false } })
    expect(document.body.textContent).toContain("Payments aren't available right now.")
  })
})

describe('the date of birth', () => {
  test('is confirmed once more; re-entering sends nothing, confirming pays', async () => {
    const { submit, press } = await open({ total: '$34.95', confirm_dob: true })
    type(card)
    await submit()
    expect(document.querySelector('dialog')!.textContent).toContain('Confirm Date of Birth')
    expect(document.querySelector('dialog')!.textContent).toContain('05/17/2012')
    await press('Re-enter')
    expect([calls.length, sentForms.length]).toEqual([0, 0])
    await submit()
    await press('Confirm')
    await vi.waitFor(() => expect(sentForms).toHaveLength(1))
    expect(sentForms[0]!.get('dob_confirmed')).toBe('1')
  })
})

test('card numbers and dates are formatted as on the card', () => {
  expect(maskCard('4111111111111111')).toBe('4111 1111 1111 1111')
  expect(maskExpiration('1239')).toBe('12/39')
  expect(maskExpiration('12/2039')).toBe('12/2039')
})

test.each([
  [{}, []],
  [{ number: '1234' }, ['badNumber']],
  [{ expiration: '13/39' }, ['badExpiration']],
  [{ expiration: '1239' }, ['badExpiration']],
  [{ expiration: '1/2039' }, []],
  [{ cvc: '12' }, ['badCvc']],
  [{ number: '', expiration: '', cvc: '' }, ['badNumber', 'badExpiration', 'badCvc']],
] as const)('a card with %j has the problems %j', (change, problems) => {
  expect(cardProblems({ ...card, ...change })).toEqual(problems)
})

test.each([
  ['', null],
  ['4', 'Visa'],
  ['5', null],
  ['51', 'Mastercard'],
  ['56', null],
  ['2220', null],
  ['2221', 'Mastercard'],
  ['2720', 'Mastercard'],
  ['2721', null],
  ['34', 'American Express'],
  ['35', null],
  ['6011 1', 'Discover'],
  ['643', null],
  ['644', 'Discover'],
])('the number %j is of the brand %s', (text, brand) => expect(brandOf(text)).toBe(brand))
