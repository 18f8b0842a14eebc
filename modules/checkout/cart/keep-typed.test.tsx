// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import KeepTyped from './keep-typed.island.tsx'

const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
globals.IS_REACT_ACT_ENVIRONMENT = true
let root: ReturnType<typeof createRoot>

/** The checkout as the server draws it. */
const checkout = ({ total = '19.95', code = '', courses = 'Basics' } = {}) => `
  <header>Cart: ${total}</header>
  <main>
    <form id="promo" method="post" action="/checkout">
      <input type="hidden" name="deed" value="promo"><input name="code" value="${code}"><button>Apply</button>
    </form>
    <form id="saved" method="post" action="/checkout">
      <input type="hidden" name="cart_item_id" value="7"><button name="deed" value="save">Move to cart</button>
    </form>
    <form id="other" method="post" action="/checkout">
      <input type="hidden" name="deed" value="another-buyer"><button>Use other details</button>
    </form>
    <form id="pay" method="post" action="/checkout">
      <input type="hidden" name="deed" value="pay">
      <input type="hidden" name="total" value="${total}">
      <input name="firstName"><input type="password" name="password"><select name="stateId"><option></option>
      <option value="10">Florida</option></select>
      <fieldset data-of="${courses}"><input type="checkbox" name="accepted" value="1"></fieldset>
      <input type="checkbox" name="saveCard" value="1" checked>
      <div data-island="checkout/card-payment" data-ready>
        <input type="radio" name="pay_by" value="card" checked><input type="radio" name="pay_by" value="paypal">
        <input data-card="number">
      </div>
      <button>Pay</button>
    </form>
  </main>`

const one = <T extends Element = HTMLInputElement>(selector: string) => document.querySelector<T>(selector)!
let asked: { path: string; body: string }[]
const natively = vi.fn()

/** What the server answers, and where the answer was found in the end. */
function answer(html: string, { status = 200, path = '/checkout' } = {}) {
  vi.stubGlobal('fetch', async (to: string, { body }: { body: URLSearchParams }) => {
    asked.push({ path: to, body: String(body) })
    const response = new Response(html, { status })
    Object.defineProperty(response, 'url', { value: new URL(path, 'https://ssd.example.com').href })
    Object.defineProperty(response, 'redirected', { value: path !== to })
    return response
  })
}

beforeEach(async () => {
  asked = []
  natively.mockReset()
  document.body.innerHTML = `${checkout()}<div id="captcha"></div><div id="here"></div>`
  // A browser would leave the page now.
  document.onsubmit = (event) => {
    if (!event.defaultPrevented) natively(event.target)
    event.preventDefault()
  }
  root = createRoot(one('#here'))
  await act(async () => root.render(<KeepTyped />))
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.unstubAllGlobals()
})

const passed = () => new Promise((done) => setTimeout(done, 20))
const press = (selector: string) => {
  one<HTMLElement>(selector).click()
  return passed()
}
const apply = () => press('#promo button')

function type() {
  one('[name=firstName]').value = 'Rosa'
  one('[name=password]').value = 'Correct-Horse-42!'
  one('[name=stateId]').value = '10'
  one('[name=accepted]').checked = true
  one('[name=saveCard]').checked = false
  one('[data-card=number]').value = '4111 1111 1111 1111'
  one('[name=code]').value = 'sunny5'
}

test('what was typed for the payment stays while a promo code is applied, and the sums are the new ones', async () => {
  type()
  one('[value=paypal]').checked = true
  answer(checkout({ total: '14.95', code: 'SUNNY5' }))
  await apply()
  expect(asked).toEqual([{ path: '/checkout', body: 'deed=promo&code=sunny5' }])
  expect(one('[name=firstName]').value).toBe('Rosa')
  expect(one('[name=password]').value).toBe('Correct-Horse-42!')
  expect(one('[name=stateId]').value).toBe('10')
  expect(one('[name=accepted]').checked).toBe(true)
  expect(one('[name=saveCard]').checked).toBe(false)
  expect(one('[value=paypal]').checked).toBe(true)
  expect(one('[data-card=number]').value).toBe('4111 1111 1111 1111')
  // Of the cart the server knows more.
  expect(one('[name=total]').value).toBe('14.95')
  expect(one('[name=code]').value).toBe('SUNNY5')
  expect(one('header').textContent).toBe('Cart: 14.95')
  expect(one('#captcha')).not.toBeNull()
  expect(natively).not.toHaveBeenCalled()
})

test('who has agreed to the disclaimers of some courses has not agreed to those of one more', async () => {
  type()
  answer(checkout({ courses: 'Basics, Teens' }))
  await press('#saved button')
  expect(one('[name=accepted]').checked).toBe(false)
  expect(one('[name=firstName]').value).toBe('Rosa')
})

test('whoever buys instead finds a page of their own, on which nothing was typed or agreed to', async () => {
  type()
  answer(checkout())
  await press('#other button')
  expect(natively).toHaveBeenCalledExactlyOnceWith(one('#other'))
  expect(asked).toEqual([])
})

test('a refusal is shown in place, and a button that says what is to be done says so', async () => {
  type()
  answer(checkout().replace('<main>', '<main><p role="alert">Invalid Promo Code</p>'), { status: 422 })
  await apply()
  expect(one('[role=alert]').textContent).toBe('Invalid Promo Code')
  expect(one('[name=firstName]').value).toBe('Rosa')
  answer(checkout({ total: '39.90' }))
  await press('#saved button')
  expect(asked[1]!.body).toBe('cart_item_id=7&deed=save')
})

test('a payment goes the way of the browser; not while the cart is being changed', async () => {
  await press('#pay > button')
  expect(natively).toHaveBeenCalledExactlyOnceWith(one('#pay'))
  answer(checkout({ total: '14.95' }))
  void apply()
  await press('#pay > button')
  expect(natively).toHaveBeenCalledTimes(1)
  await press('#pay > button')
  expect(natively).toHaveBeenCalledTimes(2)
})

test('where the server cannot be asked, or is broken, the browser sends the form itself', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await press('#saved button')
  expect(natively).toHaveBeenCalledExactlyOnceWith(one('#saved'))
  answer('<main>Sorry</main>', { status: 500 })
  await press('#saved button')
  expect(natively).toHaveBeenCalledTimes(2)
})

test('a page that did not arrive whole is asked for again, and nothing is done twice', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  answer('<header>')
  await press('#saved button')
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://ssd.example.com/checkout')
  expect([asked.length, natively.mock.calls.length]).toEqual([1, 0])
  assign.mockRestore()
})

test('who is led elsewhere goes there', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  answer('<main>Sign in</main>', { path: '/login?redirect=%2Fcheckout' })
  await press('#saved button')
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://ssd.example.com/login?redirect=%2Fcheckout')
  expect(natively).not.toHaveBeenCalled()
})
