// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://ssd.example.com/dashboard" }
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { downloadInPlace } from './download-clicks.ts'

// Loaded before, so that a press has no script to wait for.
await import('./downloads.ts')

let respond: () => Promise<Response>
const calls: { href: string; method: string; body: string }[] = []
const saved: { name: string; text: Promise<string> }[] = []
const blobs = new Map<string, Blob>()

beforeAll(() => {
  downloadInPlace()
  vi.stubGlobal('fetch', (href: string, init: RequestInit = {}) => {
    calls.push({
      href: href.replace(location.origin, ''),
      method: init.method ?? 'GET',
      body: String(init.body ?? ''),
    })
    return respond()
  })
  URL.createObjectURL = (blob) => {
    const href = `blob:${blobs.size}`
    blobs.set(href, blob as Blob)
    return href
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.get(this.href)!.text() })
  })
})
beforeEach(() => {
  document.documentElement.lang = 'en-us'
  document.body.innerHTML = `
    <section id="toasts"></section>
    <a id="file" href="/api/invoice/7/lines">Lines</a>
    <a id="page" href="/invoices">Invoices</a>
    <a id="tab" href="/api/invoice/7/pdf" target="_blank">PDF</a>
    <form method="post" action="/api/certificate/download/enrollment?student_course_id=3"><input name="a" value="b"><button>Proof</button></form>
    <form id="read" action="/api/auditor/export"><input name="from_on" value="2026-10-01"><button>Export</button></form>
    <form id="own" method="post" action="/settings"><button>Save</button></form>`
  calls.length = 0
  saved.length = 0
})

const file = (disposition = 'attachment; filename="a_.csv"; filename*=UTF-8\'\'a%C3%B1o.csv') =>
  Promise.resolve(new Response('a,b', { headers: { 'content-disposition': disposition, 'content-type': 'text/csv' } }))
const refusal = (status: number, body: object, headers: Record<string, string> = {}) =>
  Promise.resolve(Response.json({ error: true, ...body }, { status, headers }))
const toasts = () => document.getElementById('toasts')!.textContent

/** Whether the browser would have left the page; the tests never do. */
function dispatch(selector: string, event: Event): boolean {
  let leaves = true
  addEventListener(
    event.type,
    (seenEvent) => {
      leaves = !seenEvent.defaultPrevented
      seenEvent.preventDefault()
    },
    { once: true },
  )
  document.querySelector(selector)!.dispatchEvent(event)
  return leaves
}
const press = (selector: string) => dispatch(selector, new MouseEvent('click', { bubbles: true, cancelable: true }))
const submit = (selector: string) => dispatch(selector, new Event('submit', { bubbles: true, cancelable: true }))
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('a file is saved under its own name, and the page stays', async () => {
  respond = () => file()
  expect(press('#file')).toBe(false)
  await settled()
  expect(calls).toEqual([{ href: '/api/invoice/7/lines', method: 'GET', body: '' }])
  expect(saved.map(({ name }) => name)).toEqual(['año.csv'])
  expect(await saved[0]!.text).toBe('a,b')
})

test('the sixth download in a row stays on the page and states when to try again', async () => {
  respond = () => refusal(429, { code: 'TOO_MANY', message: 'Too many requests.' }, { 'retry-after': '40' })
  expect(press('#file')).toBe(false)
  await settled()
  expect(toasts()).toContain('Too many downloads in a short time. Try again in 40 seconds.')
  document.documentElement.lang = 'es-es'
  respond = () => refusal(429, { code: 'TOO_MANY', message: 'Demasiadas.' }, { 'retry-after': '61' })
  press('#file')
  await settled()
  expect(toasts()).toContain('Inténtelo de nuevo en 2 minutos.')
  expect(saved).toEqual([])
})

test('other refusals show their own text, and a lost connection ours', async () => {
  respond = () => refusal(403, { code: 'FORBIDDEN', message: 'You may not see this.' })
  press('#file')
  await settled()
  expect(toasts()).toContain('You may not see this.')
  respond = () => Promise.reject(new TypeError('offline'))
  press('#file')
  await settled()
  expect(toasts()).toContain("We couldn't get this file. Try again in a moment.")
})

test('a second press during a download sends no second request', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  respond = () => promise
  press('#file')
  expect(press('#file')).toBe(false)
  await settled()
  expect(calls).toHaveLength(1)
  resolve(await file())
  await settled()
  expect(document.getElementById('file')!.ariaBusy).toBeNull()
})

test('a form that reads a file keeps its method, with its fields in the address', async () => {
  respond = () => file()
  expect(submit('#read')).toBe(false)
  await settled()
  expect(saved).toHaveLength(1)
  expect(calls).toEqual([{ href: '/api/auditor/export?from_on=2026-10-01', method: 'GET', body: '' }])
})

test('a form that returns a file is sent in place; other forms, pages and tabs are left to the browser', async () => {
  respond = () => file()
  expect(submit('form')).toBe(false)
  await settled()
  expect(calls).toEqual([
    { href: '/api/certificate/download/enrollment?student_course_id=3', method: 'POST', body: 'a=b' },
  ])
  expect([submit('#own'), press('#page'), press('#tab')]).toEqual([true, true, true])
  expect(calls).toHaveLength(1)
})

test('files shown by the browser open at their address, and a signed-out person signs in', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue()
  respond = () => file('inline; filename="certificate.pdf"')
  press('#file')
  await settled()
  expect(assign).toHaveBeenLastCalledWith(expect.stringMatching(/\/api\/invoice\/7\/lines$/))
  respond = () => refusal(401, { code: 'UNAUTHENTICATED', message: 'Sign in.' })
  press('#file')
  await settled()
  expect([assign.mock.calls.length, saved.length, toasts()?.trim()]).toEqual([2, 0, ''])
  assign.mockRestore()
})
