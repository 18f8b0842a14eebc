import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Received = {
  headers: Readonly<Record<string, string>>
  body: string
  event: { id: string; type: string; subject: string; data: Record<string, unknown> } & Record<string, unknown>
}

/** A webhook receiver on this machine, whose responses the test controls. */
export async function openReceiver() {
  const received: Received[] = []
  const settings: { answer: (request: Received, response: ServerResponse) => void } = {
    answer: (_request, response) => void response.end('ok'),
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString('utf8')
    const item = { headers: request.headers as Record<string, string>, body, event: JSON.parse(body) }
    received.push(item)
    settings.answer(item, response)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    received,
    /** Responds with this status from now on. */
    answers(status: number, text = '') {
      settings.answer = (_request, response) => void response.writeHead(status).end(text)
    },
    settings,
  }
}

/** Whether a request is signed with the secret according to Standard Webhooks, checked without our own code. */
export function isSignedWith({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = createHmac('sha256', key).update(content).digest('base64')
  return headers['webhook-signature']!.split(' ').includes(`v1,${expected}`)
}
