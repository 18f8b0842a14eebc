import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { realtimeKey } from '#platform/realtime/tokens.ts'
import { startCentrifugo } from '#platform/testing/centrifugo.ts'
import { type Client, openTestApp } from '#tests/support/app.ts'
import { openRealtime } from '#web/realtime.ts'

/** The product's sockets, with its sessions, over its hub and over a real Centrifugo if its binary is configured. */
const app = await openTestApp()
const site = { baseUrl: new URL('http://localhost:3000'), trustProxy: false }
const ids = {
  student: await app.userId('student@example.com'),
  admin: await app.userId('admin@example.com'),
  instructor: await app.userId('instructor@example.com'),
}
const binary = process.env.CENTRIFUGO_BIN
const places: Record<string, () => Promise<{ url?: string; kill(): Promise<void> }>> = {
  'the hub': async () => ({ kill: async () => {} }),
  ...(binary && {
    Centrifugo: () =>
      startCentrifugo(binary, { databaseUrl: app.url, key: realtimeKey('test-secret-test-secret-test-secret') }),
  }),
}

describe.each(Object.keys(places))('over %s', { timeout: 60_000 }, (place) => {
  let address = ''
  let close = async () => {}
  beforeAll(async () => {
    const { url, kill } = await places[place]!()
    const realtime = await openRealtime(app.services, site, url)
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    realtime.serve(server)
    address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/connection/websocket`
    close = async () => {
      realtime.closeSockets()
      await realtime.stop()
      server.close()
      await kill()
    }
  })
  afterAll(() => close())

  /** Opens a socket with a browser's cookie; for a refused upgrade, the result is its status. */
  async function open(client: Client) {
    const headers = { host: site.baseUrl.host, cookie: client.cookies() }
    const socket = new WebSocket(address, { headers, origin: site.baseUrl.origin })
    // biome-ignore lint/suspicious/noExplicitAny: what a server says is read field by field
    const messages: any[] = []
    socket.on('message', (data) =>
      messages.push(
        ...data
          .toString()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    )
    const exit = new Promise<number>((resolve) => socket.once('close', resolve))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    let id = 0
    return {
      socket,
      ended: exit,
      heard: messages,
      /** The response to a command, or the socket's close code. */
      async send(command: object) {
        const channelId = ++id
        socket.send(JSON.stringify({ id: channelId, ...command }))
        const channelAnswer = (async () => {
          for (;;) {
            const answer = messages.find((message) => message.id === channelId)
            if (answer) return answer
            await new Promise((resolve) => setTimeout(resolve, 10))
          }
        })()
        return Promise.race([channelAnswer, exit])
      },
    }
  }
  const tokenOf = async (client: Client) => (await client.get('/realtime/token')).body.token as string
  const subscriptionOf = async (client: Client, channel: string) =>
    (await client.get(`/realtime/subscription?channel=${encodeURIComponent(channel)}`)).body.token as string
  async function connected(client: Client) {
    const socket = await open(client)
    expect(await socket.send({ connect: { token: await tokenOf(client) } })).toMatchObject({ connect: {} })
    return socket
  }
  /** The session of a browser, from its tokens. */
  async function sessionOf(client: Client): Promise<number> {
    const { sub } = JSON.parse(Buffer.from((await tokenOf(client)).split('.')[1]!, 'base64url').toString())
    return Number(/^s(\d+)/.exec(sub)![1])
  }
  /** A person's ticket, and the channel of its page. */
  async function ticketOf(client: Client) {
    const response = await client.post('/support/createSupportTicket', { details: 'I cannot go on' })
    const { chat_thread_id } = response.body.data
    const history = await client.get(`/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}`)
    return { chat_thread_id, channel: history.body.data[0].channel as string }
  }

  it("T-56: a student receives their own ticket, and another's with no token", async () => {
    await app.database.read`update support.ticket set created_at = created_at - interval '2 days'`
    const [student, instructor] = [await app.as(ids.student), await app.as(ids.instructor)]
    const [ownTicket, other] = [await ticketOf(student), await ticketOf(instructor)]
    const socket = await connected(student)
    const subscribe = { channel: ownTicket.channel, token: await subscriptionOf(student, ownTicket.channel) }
    expect(await socket.send({ subscribe })).toMatchObject({ subscribe: {} })
    for (const token of [undefined, await tokenOf(student)]) {
      const answer = await socket.send({ subscribe: { channel: other.channel, token } })
      expect(answer).toMatchObject({ error: { code: 103 } })
    }
    await instructor.post('/support/sendMessage', { chat_thread_id: other.chat_thread_id, message: 'mine' })
    await student.post('/support/sendMessage', { chat_thread_id: ownTicket.chat_thread_id, message: 'mine' })
    await expect.poll(() => socket.heard.filter((message) => message.push?.pub)).not.toHaveLength(0)
    expect(JSON.stringify(socket.heard)).not.toContain(other.channel)
    // A token for its own channel, and another person's token, close the socket.
    const stolenTokens = [subscribe.token, await subscriptionOf(instructor, other.channel)]
    for (const token of stolenTokens) {
      const next = await connected(student)
      expect(await next.send({ subscribe: { channel: other.channel, token } })).toBe(3500)
    }
  })

  it('T-62: a flooding session is disconnected, also after reconnecting, and does not delay others', async () => {
    const [student, instructor] = [await app.as(ids.student), await app.as(ids.instructor)]
    const ticket = await ticketOf(instructor)
    const calm = await connected(instructor)
    const flood = await connected(student)
    const command = JSON.stringify({ id: 7, presence_stats: { channel: 'thread:1.1' } })
    for (let index = 0; index < 10_000; index += 1) flood.socket.send(command)
    const token = await subscriptionOf(instructor, ticket.channel)
    expect(await calm.send({ subscribe: { channel: ticket.channel, token } })).toMatchObject({ subscribe: {} })
    // A peer that keeps sending may miss the close code, but is cut off all the same.
    expect([3013, 1006]).toContain(await flood.ended)
    expect(flood.heard.length).toBeLessThan(320)
    const secondSocket = await open(student)
    for (let index = 0; index < 100; index += 1) secondSocket.socket.send(command)
    expect([3013, 1006]).toContain(await secondSocket.ended)
  })

  it('T-62: a session has sixteen sockets, connected or not', async () => {
    const student = await app.as(ids.student)
    const sockets = await Promise.all(Array.from({ length: 16 }, () => open(student)))
    await expect(open(student)).rejects.toThrow('429')
    sockets[0]!.socket.close()
    await sockets[0]!.ended
    await expect.poll(() => open(student).then(() => 'open', String)).toBe('open')
    for (const { socket } of sockets) socket.close()
  })

  it('T-56: signing out closes the sockets, and no saved token opens one: not without a session, nor with another', async () => {
    const [student, instructor] = [await app.as(ids.student), await app.as(ids.instructor)]
    const savedToken = await tokenOf(student)
    const earlySocket = await open(student)
    const socket = await connected(student)
    await student.post('/user/logout')
    expect(await socket.ended).toBe(4501)
    // Opened before and still not connected: its command comes too late.
    expect([3500, 4501]).toContain(await earlySocket.send({ connect: { token: savedToken } }))
    await expect(open(student)).rejects.toThrow('401')
    const borrowed = await open(instructor)
    expect(await borrowed.send({ connect: { token: savedToken } })).toBe(3500)
  })

  it("T-56: a staff member's view ends with its session: its sockets close, and no token of it opens one", async () => {
    const staff = await app.as(ids.admin)
    const signedIn = await connected(staff)
    const view = await app.as(ids.admin)
    const session = await sessionOf(view)
    await view.post('/user/viewAs', { userId: ids.student, last_route: '/manage/students' })
    const savedToken = await tokenOf(view)
    const viewing = await connected(view)
    const student = await connected(await app.as(ids.student))
    // Ended elsewhere, as by a new password: the view's browser doesn't know.
    await app.database.read`update identity.session set ended_at = platform.now() where session_id = ${session}`
    expect(await viewing.ended).toBe(4501)
    await expect(open(view)).rejects.toThrow('401')
    const other = await open(await app.as(ids.instructor))
    expect(await other.send({ connect: { token: savedToken } })).toBe(3500)
    // Other sessions stay: the same person's, and the student's own.
    for (const socket of [signedIn, student])
      expect(await socket.send({ subscribe: { channel: 'nothing:0' } })).toMatchObject({ error: { code: 102 } })
  })

  it("T-56: changing a role's defaults closes its sockets, and earlier tokens open nothing", async () => {
    const instructor = await app.as(ids.instructor)
    const { channel } = await ticketOf(instructor)
    const former = { connection: await tokenOf(instructor), subscription: await subscriptionOf(instructor, channel) }
    const socket = await connected(instructor)
    await app.database.read`
      insert into identity.role_permission (organization_id, lk_user_role_id, key, granted)
      values (1, 2, 'MANAGE_PAYMENTS:READ', true), (1, 2, 'MANAGE_PAYMENTS:UPDATE', false)`
    expect(await socket.ended).toBe(4502)
    expect(await (await open(instructor)).send({ connect: { token: former.connection } })).toBe(3500)
    const secondConnection = await connected(instructor)
    expect(await secondConnection.send({ subscribe: { channel, token: former.subscription } })).toBe(3500)
    const last = await connected(instructor)
    const fresh = await subscriptionOf(instructor, channel)
    expect(await last.send({ subscribe: { channel, token: fresh } })).toMatchObject({ subscribe: {} })
    await app.database.read`delete from identity.role_permission where organization_id = 1 and lk_user_role_id = 2`
  })
})
