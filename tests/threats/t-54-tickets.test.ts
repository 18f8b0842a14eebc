import sharp from 'sharp'
import { expect, it } from 'vitest'
import { encodeMessage } from '#modules/support/tickets/encoding.shared.ts'
import { openTestApp } from '#tests/support/app.ts'

const app = await openTestApp()
const studentId = await app.userId('student@example.com')
const [student, admin] = [await app.as(studentId), await app.as(await app.userId('admin@example.com'))]

const hostile = [
  '<img src=x onerror=mark()>',
  '<script>mark()</script>',
  '"><svg onload=mark()>',
  "'-mark()-'",
  '</textarea><script>mark()</script>',
  '</script><script>mark()</script>',
  '<a href="javascript:mark()">x</a>',
  'javascript:mark()',
  '%3Cimg%20src%3Dx%20onerror%3Dmark()%3E',
  '%253Cscript%253Emark()%253C%252Fscript%253E',
  '<iframe srcdoc="<script>mark()</script>">',
  '<x-island name="support/thread" props="{}"></x-island>',
  '{{constructor.constructor("mark()")()}}',
  '<math><mi//xlink:href="data:x,<script>mark()</script>">',
  '\u2028<script>mark()</script>\u2029',
  '<!--<img src="--><img src=x onerror=mark()//">',
]
/** The elements that the hostile texts would become if they weren't escaped. */
const live =
  /<(?:img src=x|svg onload|script>mark|iframe srcdoc|math>|a href="javascript|x-island name="support\/thread" props="{}")/

it("T-54: any content of a ticket is shown as text, on both sides' pages and in lists", {
  timeout: 120_000,
}, async () => {
  await app.database.read`
    update identity.person set first_name = ${hostile[0]!}, last_name = ${hostile[1]!} where user_id = ${studentId}`
  const { chat_thread_id } = (
    await student.post('/support/createSupportTicket', { details: encodeMessage(hostile[0]!) })
  ).body.data
  for (const text of hostile) {
    await student.post('/support/sendMessage', { chat_thread_id, message: encodeMessage(text) })
    await admin.post('/support/note', { chat_thread_id, note: text })
  }
  await app
    .visitor()
    .post('/support/visitor', { name: hostile[2]!, email: 'v@example.com', details: encodeMessage(hostile[3]!) })
  const pages = await Promise.all([
    student.visit(`/support/${chat_thread_id}`),
    student.visit('/support'),
    admin.visit(`/support/${chat_thread_id}`),
    admin.visit('/support?view=list'),
    admin.visit(`/support?view=list&search=${encodeURIComponent(hostile[2]!)}`),
    student.visit('/settings?tab=tickets'),
    app.visitor().visit(`/support/contact?details=${encodeURIComponent(hostile[1]!)}`),
  ])
  for (const { status, text } of pages) {
    expect(status).toBe(200)
    expect(live.exec(text)?.[0]).toBeUndefined()
  }
  // The texts themselves are shown as typed.
  expect(pages[0]!.text).toContain('&lt;img src=x onerror=mark()&gt;')
})

it('T-54: an image is re-encoded without other data, and anything but an image is refused', async () => {
  const { chat_thread_id } = (await student.post('/support/createSupportTicket', { details: 'See the image' })).body
    .data
  const picture = sharp({ create: { width: 30, height: 30, channels: 3, background: '#123456' } })
  const plain = await picture
    .withExif({ IFD0: { Copyright: '<script>mark()</script>' } })
    .jpeg()
    .toBuffer()
  const carrying = Buffer.concat([plain, Buffer.from('<script>mark()</script>')])
  const { attachment_id } = (await student.upload('POST', '/attachment/chat-image', carrying, 'image/jpeg')).body
  const reply = await student.post('/support/sendMessage', {
    chat_thread_id,
    message: '',
    chat_attachment_id: attachment_id,
  })
  const response = await admin.visit(reply.body.data.url)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(response.bytes).includes('script')).toBe(false)
  for (const [file, type] of [
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="mark()"/>', 'image/svg+xml'],
    ['<html><script>mark()</script>', 'image/png'],
    ['GIF89a/*', 'image/png'],
  ] as const)
    expect((await student.upload('POST', '/attachment/chat-image', Buffer.from(file), type)).status).toBe(415)
})
