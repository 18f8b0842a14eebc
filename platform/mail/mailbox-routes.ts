import { Hono } from 'hono'
import type { KeptLetter, Mailbox } from './mailbox.ts'
import { letterPage, listPage } from './mailbox-pages.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'"
// The letter is somebody's text: it may show pictures and open links in new windows, and nothing else.
const LETTER_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:"
const LISTED = 100

/**
 * The pages of the development mailbox, to be mounted at `/dev/mailbox`, and never in production: it shows everybody's
 * letters to everybody. `messages.json?to=&limit=` gives tests the letters, newest first, attachments by name and size.
 */
export function mailboxRoutes(mailbox: Mailbox): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    c.header('x-frame-options', 'SAMEORIGIN')
  })
  app.get('/', async (c) => c.html(listPage(await mailbox.list({ limit: LISTED })), 200, policy(PAGE_POLICY)))
  app.get('/messages.json', async (c) => {
    const limit = Math.min(Number(c.req.query('limit')) || LISTED, 500)
    return c.json({ messages: (await mailbox.list({ to: c.req.query('to'), limit })).map(withoutBytes) })
  })
  app.get('/:id', async (c) => {
    const letter = await mailbox.find(c.req.param('id'))
    return letter ? c.html(letterPage(letter), 200, policy(PAGE_POLICY)) : c.notFound()
  })
  app.get('/:id/html', async (c) => {
    const letter = await mailbox.find(c.req.param('id'))
    return letter ? c.html(inNewWindows(letter.html), 200, policy(LETTER_POLICY)) : c.notFound()
  })
  app.get('/:id/text', async (c) => {
    const letter = await mailbox.find(c.req.param('id'))
    return letter ? c.text(letter.text, 200, policy(LETTER_POLICY)) : c.notFound()
  })
  app.get('/:id/attachments/:place', async (c) => {
    const letter = await mailbox.find(c.req.param('id'))
    const attachment = letter?.attachments?.[Number(c.req.param('place'))]
    if (!attachment) return c.notFound()
    const name = encodeURIComponent(attachment.name.toWellFormed()).replaceAll("'", '%27')
    return c.body(new Uint8Array(attachment.bytes), 200, {
      ...policy(LETTER_POLICY),
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    })
  })
  return app
}

const policy = (rules: string) => ({ 'content-security-policy': rules })

/** Links of the letter would else open inside its frame. */
function inNewWindows(letter: string): string {
  const base = '<base target="_blank">'
  return letter.includes('<head>') ? letter.replace('<head>', `<head>${base}`) : base + letter
}

const withoutBytes = ({ attachments = [], ...letter }: KeptLetter) => ({
  ...letter,
  attachments: attachments.map(({ name, content_type, bytes }) => ({ name, content_type, size: bytes.byteLength })),
})
