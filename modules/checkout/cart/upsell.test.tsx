// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Upsell from './upsell.island.tsx'

// Loaded before, so that the island shows it in the same act.
await import('./upsell-dialog.tsx')

const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: ReturnType<typeof createRoot> | null = null

beforeEach(() => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
  sessionStorage.clear()
})
const leave = async () => {
  await act(async () => root?.unmount())
  root = null
  document.body.innerHTML = ''
}
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

/** Opens the checkout; returns whether the dialog opens. */
async function visit(course_website_id = 1002) {
  await leave()
  document.body.innerHTML = '<div id="here"></div>'
  root = createRoot(document.getElementById('here')!)
  const offers = [{ course_website_id, name: 'Manejo Defensivo', price: '$24.95' }]
  await act(async () => root!.render(<Upsell offers={offers} />))
  return document.querySelector('dialog')?.hasAttribute('open') ?? false
}

test('offers a related course once with its price, using the form of every course', async () => {
  expect(await visit()).toBe(true)
  const dialog = document.querySelector('dialog')!
  expect(dialog.textContent).toContain('Manejo Defensivo')
  expect(dialog.textContent).toContain('$24.95')
  const form = dialog.querySelector('form')!
  expect([form.method, form.getAttribute('action')]).toEqual(['post', '/cart/add'])
  expect(new FormData(form).get('course_website_id')).toBe('1002')
  expect(await visit()).toBe(false)
  expect(await visit(1003)).toBe(true)
})

test('disappears when declined', async () => {
  await visit()
  const declineButton = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'No, thanks',
  )!
  await act(async () => declineButton.click())
  expect(document.querySelector('dialog')).toBeNull()
})

test('does not open in a browser without storage, so that it does not open on every page', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem() {
      throw new Error('denied')
    },
  })
  expect(await visit()).toBe(false)
})
