import { createServer, type Server } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { awaitServer } from './await-server.ts'

/** An error of the server as it sends it: severity, code and message. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A server that refuses every connection in this way. */
async function openRefusing(
  code: string,
  message: string,
): Promise<{ url: string; server: Server; tries: () => number }> {
  let tries = 0
  const server = createServer((socket) => {
    tries += 1
    socket.on('error', () => {})
    socket.once('data', () => socket.end(refusal(code, message)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { url: `postgres://waypost:x@127.0.0.1:${port}/waypost`, server, tries: () => tries }
}

test('does not wait for a running server', async () => {
  const reasons: string[] = []
  expect(await awaitServer(inject('testServer').url, { maxMs: 5_000, onWait: (reason) => reasons.push(reason) })).toBe(
    0,
  )
  expect(reasons).toEqual([])
})

test('retries a starting server until the time is over, and logs its reason once', async () => {
  const { url, tries } = await openRefusing('57P03', 'the database system is starting up')
  const reasons: string[] = []
  const waitOptions = { maxMs: 1_200, onWait: (reason: string) => void reasons.push(reason) }
  await expect(awaitServer(url, waitOptions)).rejects.toMatchObject({ code: '57P03' })
  expect(reasons).toEqual(['the database system is starting up'])
  expect(tries()).toBeGreaterThan(1)
})

test('waits for a port that refuses connections, and continues once a server listens there', async () => {
  const { url, server } = await openRefusing('28P01', 'password authentication failed')
  const { port } = server.address() as { port: number }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  const reasons: string[] = []
  const onWait = (reason: string) => {
    reasons.push(reason)
    server.listen(port, '127.0.0.1')
  }
  // A refused password ends the wait, because another attempt would not help.
  await expect(awaitServer(url, { maxMs: 60_000, onWait })).rejects.toMatchObject({ code: '28P01' })
  expect(reasons).toEqual([expect.stringContaining('ECONNREFUSED')])
})
