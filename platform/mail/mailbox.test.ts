import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mailboxRoutes } from '#simulators/mailbox/routes.ts'
import { type Message, openMailer } from './mail.ts'
import { openMailbox } from './mailbox.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const email: Message = {
  to: 'maria@example.com',
  subject: 'Welcome',
  html: '<html><head></head><body><a href="https://waypost.test/verify">Verify</a></body></html>',
  text: 'Verify: https://waypost.test/verify\n',
  dedupe_key: 'welcome:1',
}
const hostileText = '"><img src=x onerror=alert(1)><script>alert(2)</script>'

const send = (change: Partial<Message> = {}) =>
  openMailer({ from: 'Waypost <no-reply@waypost.test>', mailbox: openMailbox(folder), production: false }).send({
    ...email,
    ...change,
  })
const get = (path: string) =>
  new Hono().route('/dev/mailbox', mailboxRoutes(openMailbox(folder))).request(`/dev/mailbox${path}`)
const page = async (path: string) => (await get(path)).text()
const newestEmail = async () => (await openMailbox(folder).list())[0]!

describe('the mailbox', () => {
  test('stores emails for other processes and across restarts, newest first', async () => {
    for (const subject of ['one', 'two', 'three']) await send({ subject })
    expect((await openMailbox(folder).list()).map(({ subject }) => subject)).toEqual(['three', 'two', 'one'])
  })

  test('stores attachments byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    await send({ attachments: [{ name: 'a.bin', content_type: 'application/pdf', bytes }] })
    expect((await newestEmail()).attachments).toEqual([{ name: 'a.bin', content_type: 'application/pdf', bytes }])
  })

  test('holds 500 emails, and drops the oldest', async () => {
    const mailbox = openMailbox(folder)
    const message = { ...email, from: 'x@waypost.test', message_id: 'x' }
    for (let i = 0; i < 505; i++) await mailbox.add({ ...message, subject: String(i) })
    const subjects = (await mailbox.list()).map(({ subject }) => subject)
    expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([500, '504', '5'])
    expect(await readdir(folder)).toHaveLength(500)
  })

  test('is empty before the first email', async () => {
    expect(await openMailbox(join(folder, 'new')).list()).toEqual([])
    expect(await page('')).toContain('No emails yet')
  })
})

describe('the pages of the mailbox', () => {
  test('list the emails with a link to each', async () => {
    await send()
    const { id } = await newestEmail()
    expect(await page('')).toContain(`<a href="/dev/mailbox/${id}">Welcome</a>`)
    const text = await page(`/${id}`)
    expect(text).toContain('maria@example.com')
    expect(text).toContain(
      `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mailbox/${id}/html"`,
    )
    expect(await page(`/${id}/text`)).toBe(email.text)
  })

  test('show a hostile email as text', async () => {
    const attachments = [{ name: hostileText, content_type: hostileText, bytes: new Uint8Array(3) }]
    await send({ subject: hostileText, text: hostileText, dedupe_key: hostileText, attachments })
    for (const path of ['', `/${(await newestEmail()).id}`]) {
      const text = await page(path)
      expect(text).not.toMatch(/<img|<script/)
      expect(text).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')
    }
  })

  test('sandbox the HTML of an email, and open its links in a new window', async () => {
    await send({ html: `<html><head></head><body>${hostileText}</body></html>` })
    const response = await get(`/${(await newestEmail()).id}/html`)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
    expect(await response.text()).toContain('<head><base target="_blank">')
  })

  test('run no scripts themselves', async () => {
    await send()
    for (const path of ['', `/${(await newestEmail()).id}`]) {
      const response = await get(path)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await response.text()).not.toContain('<script')
    }
  })

  test("show an email's own pictures", async () => {
    const pictures = [{ id: 'certificate', content_type: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]) }]
    await send({ html: '<img src="cid:certificate">', pictures })
    const response = await get(`/${(await newestEmail()).id}/html`)
    expect(await response.text()).toContain('<img src="data:image/jpeg;base64,AQID">')
  })

  test('serve attachments as downloads only', async () => {
    const bytes = new TextEncoder().encode('<script>alert(1)</script>')
    await send({ attachments: [{ name: 'título.html', content_type: 'text/html', bytes }] })
    const response = await get(`/${(await newestEmail()).id}/attachments/0`)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''t%C3%ADtulo.html")
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect((await get(`/${(await newestEmail()).id}/attachments/1`)).status).toBe(404)
  })

  test('return tests the emails to one address, with both parts', async () => {
    const attachments = [{ name: 'a.pdf', content_type: 'application/pdf', bytes: new Uint8Array(7) }]
    await send({ attachments })
    await send({ to: 'lee@example.com' })
    const { messages } = (await (await get('/messages.json?to=Maria@example.com')).json()) as { messages: unknown[] }
    expect(messages).toMatchObject([
      { ...email, attachments: [{ name: 'a.pdf', content_type: 'application/pdf', size: 7 }] },
    ])
  })

  test.each(['/nothing', '/..%2f..%2fpackage', '/1767225600000-000001-00000000', '/..%2fx/html'])(
    'return 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})
