import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { captureMail, type MailFailed, type Message, openMailer } from './mail.ts'
import { needsTls } from './smtp.ts'
import { type SmtpServer, startSmtpServer } from './testing/smtp-server.ts'

const senderAddress = 'Waypost <no-reply@waypost.test>'
const email: Message = {
  to: 'maria@example.com',
  subject: 'Su certificado está listo',
  html: '<p>Está listo.</p>',
  text: 'Está listo.\n',
  dedupe_key: 'certificate:41',
}

let smtp: SmtpServer
beforeEach(async () => {
  smtp = await startSmtpServer()
})
afterEach(() => smtp.close())

const send = (change: Partial<Message> = {}, smtpUrl = smtp.url) =>
  openMailer({ smtpUrl, from: senderAddress }).send({ ...email, ...change })

const failureOf = (operation: Promise<unknown>): Promise<MailFailed> =>
  operation.then(
    () => expect.fail('the email was sent'),
    (error) => error,
  )

describe('an email over SMTP', () => {
  test('arrives with both parts, its subject and one recipient', async () => {
    await send()
    const [received] = smtp.received
    expect(received).toMatchObject({ from: 'no-reply@waypost.test', to: ['maria@example.com'] })
    expect(received!.content).toContain('From: Waypost <no-reply@waypost.test>')
    expect(received!.content).toContain('To: maria@example.com')
    expect(received!.content).toContain('Subject: =?UTF-8?Q?Su_certificado_est=C3=A1_listo?=')
    expect(received!.content).toContain('Content-Type: multipart/alternative')
    expect(received!.content).toContain('<p>Est=C3=A1 listo.</p>')
    expect(received!.content).toContain('Auto-Submitted: auto-generated')
  })

  test('has its attachments', async () => {
    const bytes = new TextEncoder().encode('%PDF-1.7')
    await send({ attachments: [{ name: 'certificate.pdf', content_type: 'application/pdf', bytes }] })
    expect(smtp.received[0]!.content).toContain('Content-Disposition: attachment; filename=certificate.pdf')
    expect(smtp.received[0]!.content).toContain(Buffer.from(bytes).toString('base64'))
  })

  test('has its pictures within the HTML, apart from the attachments', async () => {
    const bytes = new TextEncoder().encode('picture')
    await send({
      html: '<img src="cid:certificate">',
      pictures: [{ id: 'certificate', content_type: 'image/jpeg', bytes }],
    })
    const { content } = smtp.received[0]!
    expect(content).toContain('Content-Type: multipart/related')
    expect(content).toContain('Content-Type: image/jpeg\r\n')
    expect(content).toMatch(/Content-Id: <certificate>\r\n/i)
    expect(content).toMatch(/Content-Disposition: inline\r\n/i)
    expect(content).toContain(Buffer.from(bytes).toString('base64'))
  })

  test('has a one-click unsubscribe header if possible', async () => {
    await send()
    expect(smtp.received[0]!.content).not.toContain('List-Unsubscribe')
    await send({ unsubscribe_url: 'https://ssd.waypost.test/stop/6f1c/one-click' })
    expect(smtp.received[1]!.content).toContain('List-Unsubscribe: <https://ssd.waypost.test/stop/6f1c/one-click>\r\n')
    expect(smtp.received[1]!.content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })

  test('keeps its Message-ID when sent again, and differs from other emails', async () => {
    const first = await send()
    const secondResult = await send()
    const other = await send({ dedupe_key: 'certificate:42' })
    expect(secondResult.message_id).toBe(first.message_id)
    expect(other.message_id).not.toBe(first.message_id)
    expect(smtp.received[0]!.content).toContain(`Message-ID: <${first.message_id}>`)
    expect(first.message_id).toMatch(/^[0-9a-f]{40}@waypost\.test$/)
  })

  test('signs in with the user and password of the address', async () => {
    await send({}, smtp.url.replace('smtp://', 'smtp://way%40post:s%C3%A9cret@'))
    const command = smtp.commands.find((line) => line.startsWith('AUTH PLAIN'))!
    expect(Buffer.from(command.split(' ')[2]!, 'base64').toString()).toBe('\0way@post\0sécret')
    expect(smtp.received).toHaveLength(1)
  })
})

describe('a refused email', () => {
  test.each([
    ['the mailbox is busy', 'RCPT', '451 4.3.0 try again later'],
    ['the receiver is greylisted', 'RCPT', '450 4.2.0 greylisted'],
    ['the server shuts down', 'MAIL', '421 4.3.2 closing'],
    ['the email cannot be stored now', 'END', '452 4.3.1 no space'],
    ['the server wants another order of commands', 'DATA', '503 5.5.1 bad sequence'],
    ['our sender is not allowed yet', 'MAIL', '550 5.7.1 sender not allowed'],
    ['a password is wanted', 'RCPT', '530 5.7.0 authentication required'],
    ['the connection is lost after the email', 'END', 'drop'],
  ] as const)('is retried because %s', async (_why, step, reply) => {
    smtp.replyOnce(step, reply)
    const failure = await failureOf(send())
    expect(failure).toMatchObject({ name: 'MailFailed', failure: 'temporary' })
    await send()
    expect(smtp.received).toHaveLength(1)
  })

  test.each([
    ['nobody has this address', 'RCPT', '550 5.1.1 no such user', 550],
    ['the receiver does not want it', 'END', '554 5.7.1 refused as spam', 554],
    ['it is too large', 'MAIL', '552 5.3.4 too big', 552],
  ] as const)('is not retried because %s', async (_why, step, reply, response_code) => {
    smtp.replyOnce(step, reply)
    expect(await failureOf(send())).toMatchObject({ failure: 'permanent', response_code })
    expect(smtp.received).toEqual([])
  })

  test('is retried after a wrong password of ours, since that can be corrected', async () => {
    smtp.replyOnce('AUTH', '535 5.7.8 bad credentials')
    const failure = await failureOf(send({}, smtp.url.replace('smtp://', 'smtp://user:wrong@')))
    expect(failure).toMatchObject({ failure: 'temporary', response_code: 535 })
    expect(failure.message).not.toContain('wrong')
  })

  test('is retried if no server responds', async () => {
    await smtp.close()
    expect(await failureOf(send())).toMatchObject({ failure: 'temporary', response_code: undefined })
    smtp = await startSmtpServer()
  })

  test('is not sent without encryption where encryption is required', async () => {
    const failure = await failureOf(send({}, `${smtp.url}?requireTLS=true`))
    expect(failure.failure).toBe('temporary')
    expect(smtp.commands.some((line) => line.startsWith('MAIL'))).toBe(false)
  })

  test('reports the reason without naming the recipient', async () => {
    smtp.replyOnce('RCPT', '550 5.1.1 <maria@example.com> unknown')
    expect((await failureOf(send())).message).not.toContain('maria')
  })
})

test('encryption is required of every server except localhost', () => {
  expect(needsTls(new URL('smtp://mail.example.com:587'))).toBe(true)
  expect(needsTls(new URL('smtp://localhost:1025'))).toBe(false)
  expect(needsTls(new URL('smtp://relay.internal:25?ignoreTLS=true'))).toBe(false)
})

describe('refuses a text that would inject headers, before sending', () => {
  test.each<[string, Partial<Message>]>([
    ['a subject with a second header', { subject: 'Hello\r\nBcc: victim@example.com' }],
    ['a subject with a lone line feed', { subject: 'Hello\nBcc: victim@example.com' }],
    ['a subject with a line separator', { subject: 'Hello\u2028there' }],
    ['a subject with a paragraph separator', { subject: 'Hello\u2029there' }],
    ['an address to unsubscribe at with a line separator', { unsubscribe_url: 'https://a.test/\u2028x' }],
    ['a subject with a zero byte', { subject: 'Hello\0' }],
    ['an address with a second header', { to: 'a@example.com\r\nBcc: victim@example.com' }],
    ['an address that ends in a line feed', { to: 'a@example.com\n' }],
    ['an address to unsubscribe at with a second header', { unsubscribe_url: 'https://a.test/\r\nBcc: v@example.com' }],
    ['two addresses to unsubscribe at', { unsubscribe_url: 'https://a.test/>, <https://b.test/' }],
    ['two addresses', { to: 'a@example.com, victim@example.com' }],
    ['an address with a display name', { to: '"x" <victim@example.com>' }],
    ['a group', { to: 'all:a@example.com;' }],
    ['no address', { to: '' }],
    [
      'an attachment name with a header',
      { attachments: [{ name: 'a\r\nX: y', content_type: 'a/b', bytes: new Uint8Array() }] },
    ],
  ])('%s', async (_what, change) => {
    expect(await failureOf(send(change))).toMatchObject({ failure: 'permanent' })
    expect(await failureOf(captureMail().send({ ...email, ...change }))).toMatchObject({ failure: 'permanent' })
    expect(smtp.commands).toEqual([])
  })
})

describe('in production', () => {
  let nodeEnv: string | undefined
  beforeAll(() => {
    nodeEnv = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
  })
  afterAll(() => {
    process.env.NODE_ENV = nodeEnv
  })

  test('refuses to open a mailer without an SMTP server', () => {
    expect(() => openMailer({ from: senderAddress })).toThrow('SMTP_URL')
    expect(() => openMailer({ from: senderAddress, production: true })).toThrow('SMTP_URL')
  })

  test('sends with a configured SMTP server', async () => {
    await send()
    expect(smtp.received).toHaveLength(1)
  })
})

test('captured mail is stored in the order it was sent', async () => {
  const mail = captureMail()
  await mail.send(email)
  await mail.send({ ...email, to: 'lee@example.com' })
  expect(mail.sent.map(({ to }) => to)).toEqual(['maria@example.com', 'lee@example.com'])
})
