// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { network } from '#platform/testing/page-network.ts'
import RedeemKey from './redeem-key.island.tsx'

const globals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
const terms = { course_name: 'Teen', disclaimer: 'Read this.', type: false }
let root: ReturnType<typeof createRoot>
let sentBody: Record<string, unknown>[]
let refusal: Record<string, unknown>

beforeEach(async () => {
  globals.IS_REACT_ACT_ENVIRONMENT = true
  sentBody = []
  network.fetch = async (request) => {
    sentBody.push(await request.json())
    return Response.json({ error: true, ...refusal }, { status: 422 })
  }
  document.body.innerHTML = '<div id="here"></div>'
  root = createRoot(document.getElementById('here')!)
  await act(async () => root.render(<RedeemKey />))
  await act(async () => document.querySelector<HTMLAnchorElement>('a[href="/redeem-key"]')!.click())
})
afterEach(() => act(async () => root.unmount()))

const input = (name: string) => document.querySelector<HTMLInputElement>(`dialog [name="${name}"]`)
const send = () => act(async () => document.querySelector<HTMLFormElement>('dialog form')!.requestSubmit())
const wrong = (name: string) => input(name)?.getAttribute('aria-invalid')

test('a key for a course with an age rule asks for the date of birth, keeps it, and then shows the disclaimer', async () => {
  refusal = {
    code: 'AGE_UNKNOWN',
    message: 'Enter a valid date of birth',
    needs_dob: true,
    issues: [{ path: 'dob', message: 'Enter a valid date of birth' }],
  }
  await send()
  expect(wrong('code')).toBeNull()
  expect(wrong('dob')).toBeNull()
  await send()
  expect(wrong('dob')).toBe('true')
  input('dob')!.value = '05042010'
  input('dob_confirmed')!.checked = true
  refusal = { code: 'TERMS_MISSING', message: 'You must agree to the course disclaimers.', needs_dob: true, terms }
  await send()
  expect(sentBody.at(-1)).toMatchObject({ dob: '05/04/2010', dob_confirmed: true, agreement: null })
  expect(document.querySelector('dialog')!.textContent).toContain('Read this.')
  input('accepted')!.checked = true
  await send()
  expect(sentBody.at(-1)).toMatchObject({ dob: '05/04/2010', dob_confirmed: true, agreement: { accepted: true } })
})

test("an age refusal by the account's date of birth is shown at the key, without a date field", async () => {
  const message = 'You must be below 18 years old to purchase this course.'
  refusal = { code: 'AGE_BELOW', message, issues: [{ path: 'dob', message }] }
  await send()
  expect(wrong('code')).toBe('true')
  expect(input('dob')).toBeNull()
})
