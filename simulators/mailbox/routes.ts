import { Hono } from 'hono'
import type { Mailbox, StoredEmail } from '#platform/mail/mailbox.ts'
import { emailPage, listPage } from './page.ts'

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"
// The email is someone else's content: it may show pictures and open links in new windows, nothing else.
const letterPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:"
const maxListed = 100

/**
 * The pages of the development mailbox, mounted at `/dev/mailbox`, never in production: they show everyone's emails to
 * everyone. `messages.json?to=&limit=` returns the emails to tests, newest first, attachments by name and size.
 */
export function mailboxRoutes(mailbox: Mailbox): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    c.header('x-frame-options', 'SAMEORIGIN')
  })
  app.get('/', async (c) => c.html(listPage(await mailbox.list({ limit: maxListed })), 200, policy(pagePolicy)))
  app.get('/messages.json', async (c) => {
    const limit = Math.min(Number(c.req.query('limit')) || maxListed, 500)
    return c.json({ messages: (await mailbox.list({ to: c.req.query('to'), limit })).map(withoutBytes) })
  })
  app.get('/:id', async (c) => {
    const email = await mailbox.find(c.req.param('id'))
    return email ? c.html(emailPage(email), 200, policy(pagePolicy)) : c.notFound()
  })
  app.get('/:id/html', async (c) => {
    const email = await mailbox.find(c.req.param('id'))
    return email ? c.html(inNewWindows(withPictures(email)), 200, policy(letterPolicy)) : c.notFound()
  })
  app.get('/:id/text', async (c) => {
    const email = await mailbox.find(c.req.param('id'))
    return email ? c.text(email.text, 200, policy(letterPolicy)) : c.notFound()
  })
  app.get('/:id/attachments/:place', async (c) => {
    const email = await mailbox.find(c.req.param('id'))
    const attachment = email?.attachments?.[Number(c.req.param('place'))]
    if (!attachment) return c.notFound()
    const name = encodeURIComponent(attachment.name.toWellFormed()).replaceAll("'", '%27')
    return c.body(new Uint8Array(attachment.bytes), 200, {
      ...policy(letterPolicy),
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    })
  })
  return app
}

const policy = (rules: string) => ({ 'content-security-policy': rules })

/** A browser can't open `cid:` addresses. */
const withPictures = ({ html, pictures = [] }: StoredEmail): string =>
  pictures.reduce((page, { id, content_type, bytes }) => {
    const data = `data:${content_type};base64,${Buffer.from(bytes).toString('base64')}`
    return page.replaceAll(`src="cid:${id}"`, `src="${data}"`)
  }, html)

/** Otherwise the email's links would open inside its frame. */
function inNewWindows(email: string): string {
  const base = '<base target="_blank">'
  return email.includes('<head>') ? email.replace('<head>', `<head>${base}`) : base + email
}

const withoutBytes = ({ attachments = [], pictures: _, ...email }: StoredEmail) => ({
  ...email,
  attachments: attachments.map(({ name, content_type, bytes }) => ({ name, content_type, size: bytes.byteLength })),
})
