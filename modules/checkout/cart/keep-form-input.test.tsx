// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import KeepFormInput from './keep-form-input.island.tsx'

const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
globals.IS_REACT_ACT_ENVIRONMENT = true
let root: ReturnType<typeof createRoot>

/** The checkout as the server renders it. */
const checkout = ({
  total = '19.95',
  code = '',
  courses = 'Basics',
  message = '',
  wrong: emailAttributes = '',
} = {}) => `
  <header>Cart: ${total}</header>
  <main>
    <form id="promo" method="post" action="/checkout">
      <input type="hidden" name="action" value="promo"><input form="promo" name="code" value="${code}"><button>Apply</button>
    </form>
    <form id="saved" method="post" action="/checkout">
      <input type="hidden" name="cart_item_id" value="7"><button name="action" value="save">Move to cart</button>
    </form>
    <form id="other" method="post" action="/checkout">
      <input type="hidden" name="action" value="another-buyer"><button>Use other details</button>
    </form>
    <form id="pay" method="post" action="/checkout">
      <input type="hidden" name="action" value="pay">
      <input type="hidden" name="intent_id" value="1">
      <input type="hidden" name="total" value="${total}">
      <input name="firstName"><div><label for="mail">Email</label><input id="mail" name="email" type="email" ${emailAttributes}></div>
      <input type="password" name="password"><select name="stateId"><option></option>
      <option value="10">Florida</option></select>
      <fieldset data-of="${courses}"><input type="checkbox" name="accepted" value="1"></fieldset>
      <input type="checkbox" name="saveCard" value="1" checked>
      <div data-island="checkout/card-payment" data-ready>
        <input type="radio" name="pay_by" value="card" checked><input type="radio" name="pay_by" value="paypal">
        <input data-card="number">
      </div>
      <button>Pay</button>
    </form>
    <div data-payment-message tabindex="-1">${message}</div>
  </main>`

const query = <T extends Element = HTMLInputElement>(selector: string) => document.querySelector<T>(selector)!
let requests: { path: string; body: string }[]
const submitNatively = vi.fn()

/** The server's response and its final address. */
function respondWith(html: string, { status = 200, path = '/checkout', next = '' } = {}) {
  vi.stubGlobal('fetch', async (to: string, { body }: { body: URLSearchParams }) => {
    requests.push({ path: to, body: String(body) })
    const headers = next ? { 'x-next-page': next } : undefined
    const response = new Response(next ? null : html, { status: next ? 204 : status, ...(headers && { headers }) })
    Object.defineProperty(response, 'url', { value: new URL(path, 'https://ssd.example.com').href })
    Object.defineProperty(response, 'redirected', { value: path !== to })
    return response
  })
}

beforeEach(async () => {
  requests = []
  submitNatively.mockReset()
  document.body.innerHTML = `${checkout()}<div id="captcha"></div><div id="here"></div>`
  // A browser would leave the page now.
  document.onsubmit = (event) => {
    if (!event.defaultPrevented) submitNatively(event.target)
    event.preventDefault()
  }
  root = createRoot(query('#here'))
  await act(async () => root.render(<KeepFormInput />))
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.unstubAllGlobals()
})

const waitForResponse = () => new Promise((resolve) => setTimeout(resolve, 20))
const press = (selector: string) => {
  query<HTMLElement>(selector).click()
  return waitForResponse()
}
const apply = () => press('#promo button')

function type() {
  query('[name=firstName]').value = 'Rosa'
  query('[name=password]').value = 'Correct-Horse-42!'
  query('[name=stateId]').value = '10'
  query('[name=accepted]').checked = true
  query('[name=saveCard]').checked = false
  query('[data-card=number]').value = '4111 1111 1111 1111'
  query('[name=code]').value = 'sunny5'
}

test('a promo code that was typed and not applied is sent with the payment', async () => {
  query('[name=code]').value = 'sunny5'
  respondWith(checkout({ total: '14.95', message: 'Your promo code SUNNY5 was applied.' }), { status: 409 })
  await press('#pay button')
  expect(requests).toHaveLength(1)
  expect(new URLSearchParams(requests[0]!.body).get('code')).toBe('sunny5')
  expect(query('[data-payment-message]').textContent).toBe('Your promo code SUNNY5 was applied.')
})

test('applying a promo code keeps the typed payment data and updates the totals', async () => {
  type()
  query('[value=paypal]').checked = true
  respondWith(checkout({ total: '14.95', code: 'SUNNY5' }))
  await apply()
  expect(requests).toEqual([{ path: '/checkout', body: 'action=promo&code=sunny5' }])
  expect(query('[name=firstName]').value).toBe('Rosa')
  expect(query('[name=password]').value).toBe('Correct-Horse-42!')
  expect(query('[name=stateId]').value).toBe('10')
  expect(query('[name=accepted]').checked).toBe(true)
  expect(query('[name=saveCard]').checked).toBe(false)
  expect(query('[value=paypal]').checked).toBe(true)
  expect(query('[data-card=number]').value).toBe('4111 1111 1111 1111')
  // For the cart, the server's value wins.
  expect(query('[name=total]').value).toBe('14.95')
  expect(query('[name=code]').value).toBe('SUNNY5')
  expect(query('header').textContent).toBe('Cart: 14.95')
  expect(query('#captcha')).not.toBeNull()
  expect(submitNatively).not.toHaveBeenCalled()
})

test('agreement to the disclaimers of some courses does not cover an added course', async () => {
  type()
  respondWith(checkout({ courses: 'Basics, Teens' }))
  await press('#saved button')
  expect(query('[name=accepted]').checked).toBe(false)
  expect(query('[name=firstName]').value).toBe('Rosa')
})

test('another buyer gets a fresh page without typed data or agreements', async () => {
  type()
  respondWith(checkout())
  await press('#other button')
  expect(submitNatively).toHaveBeenCalledExactlyOnceWith(query('#other'))
  expect(requests).toEqual([])
})

test('shows a refusal in place, and a disabled button states what is missing', async () => {
  type()
  respondWith(checkout().replace('<main>', '<main><p role="alert">Invalid Promo Code</p>'), { status: 422 })
  await apply()
  expect(query('[role=alert]').textContent).toBe('Invalid Promo Code')
  expect(query('[name=firstName]').value).toBe('Rosa')
  respondWith(checkout({ total: '39.90' }))
  await press('#saved button')
  expect(requests[1]!.body).toBe('cart_item_id=7&action=save')
})

const pay = () => press('#pay > button')

test('a refused payment shows the reason and keeps everything typed', async () => {
  type()
  respondWith(checkout({ message: '<p role="alert">Your card was declined.</p>' }), { status: 422 })
  await pay()
  expect(requests[0]!.body).toContain('action=pay')
  expect(query('[name=password]').value).toBe('Correct-Horse-42!')
  expect(query('[data-card=number]').value).toBe('4111 1111 1111 1111')
  expect(query('[name=accepted]').checked).toBe(true)
  expect(document.activeElement).toBe(query('[data-payment-message]'))
  expect(submitNatively).not.toHaveBeenCalled()
})

test('focuses the first field that the server refuses', async () => {
  type()
  respondWith(checkout({ wrong: 'aria-invalid="true"' }), { status: 409 })
  await pay()
  expect(document.activeElement).toBe(query('#mail'))
  expect(query('[name=password]').value).toBe('Correct-Horse-42!')
})

test('a successful payment opens its receipt, and one at another service opens that service', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  try {
    for (const next of ['/checkout/success/7', 'https://wallet.example.com/approve?token=1']) {
      respondWith('', { next })
      await pay()
      expect(assign).toHaveBeenLastCalledWith(next)
    }
  } finally {
    assign.mockRestore()
  }
})

test('a payment without a response shows that in place, also twice, and can be sent again', async () => {
  type()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  for (const _ of [1, 2]) {
    await pay()
    expect(query('[data-payment-message]').textContent).toContain("You won't be charged twice.")
    expect(document.querySelectorAll('[data-payment-message] [role=alert]')).toHaveLength(1)
  }
  respondWith('', { status: 500 })
  await pay()
  expect(query('[data-payment-message]').textContent).toContain('Something went wrong on our side.')
  expect(query('[data-card=number]').value).toBe('4111 1111 1111 1111')
  expect(submitNatively).not.toHaveBeenCalled()
})

test('a double press sends one payment, and none is sent while the cart changes', async () => {
  respondWith(checkout())
  void pay()
  await pay()
  expect(requests).toHaveLength(1)
  void apply()
  await pay()
  expect(requests.map(({ body }) => body.startsWith('action=pay'))).toEqual([true, false])
})

test('a wrong field shows its error on blur, clears it on correction, and blocks the payment', async () => {
  const mail = query('#mail')
  mail.dataset.wrong = 'A valid Email is required.'
  mail.required = true
  mail.value = 'not an address'
  const fire = (name: string) => mail.dispatchEvent(new Event(name, { bubbles: true }))
  fire('focusout')
  expect(query('#mail-error').textContent).toContain('A valid Email is required.')
  expect(mail.getAttribute('aria-describedby')).toBe('mail-error')
  await pay()
  expect([requests.length, document.activeElement]).toEqual([0, mail])
  mail.value = 'rosa@example.com'
  fire('input')
  expect([mail.hasAttribute('aria-invalid'), query('#mail-error').hidden]).toEqual([false, true])
  respondWith(checkout())
  await pay()
  expect(requests).toHaveLength(1)
})

test('an untouched empty field shows no error on blur', () => {
  const mail = query('#mail')
  mail.required = true
  mail.dispatchEvent(new Event('focusout', { bubbles: true }))
  expect(mail.hasAttribute('aria-invalid')).toBe(false)
})

test('an applied code keeps the focus in place; Undo restores what an empty cart hides', async () => {
  type()
  const applied = checkout().replace(
    /<form id="promo"[\s\S]*?<\/form>/,
    '<div data-place="promo"><button>Remove code</button></div>',
  )
  query('#promo').setAttribute('data-place', 'promo')
  query('#promo [name=code]').focus()
  respondWith(applied)
  await apply()
  expect(document.activeElement?.textContent).toBe('Remove code')
  respondWith(
    '<header></header><main><form id="undo" method="post" action="/checkout"><button>Undo</button></form></main>',
  )
  await press('#saved button')
  respondWith(checkout())
  await press('#undo button')
  expect(query('[name=password]').value).toBe('Correct-Horse-42!')
})

test('the browser submits the form itself when the server is unreachable or broken', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await press('#saved button')
  expect(submitNatively).toHaveBeenCalledExactlyOnceWith(query('#saved'))
  respondWith('<main>Sorry</main>', { status: 500 })
  await press('#saved button')
  expect(submitNatively).toHaveBeenCalledTimes(2)
})

test('an incomplete page is requested again, and no item is processed twice', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  onTestFinished(() => assign.mockRestore())
  respondWith('<header>')
  await press('#saved button')
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://ssd.example.com/checkout')
  expect([requests.length, submitNatively.mock.calls.length]).toEqual([1, 0])
})

test('follows a redirect', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  onTestFinished(() => assign.mockRestore())
  respondWith('<main>Sign in</main>', { path: '/login?redirect=%2Fcheckout' })
  await press('#saved button')
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://ssd.example.com/login?redirect=%2Fcheckout')
  expect(submitNatively).not.toHaveBeenCalled()
})
