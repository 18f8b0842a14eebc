import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { addressOf, type LoadRequest } from './load.ts'
import { figure, ms, type Row } from './report.ts'
import { sessionOf } from './seeded.ts'
import { againstHttp, type Bench, ratioFigure } from './throughput.ts'

const idle = 1_000
/** Few enough of each to stay below every person's limits. */
const [writers, messages] = [20, 10]
const goal = 150

/** The delivery: the server's hub, or Centrifugo beside it, whose memory counts, too. */
export type Delivery = { by: string; rss(): number }

/**
 * Sockets that only wait: the memory that each costs, and the time of a message from the response to its writer, which
 * follows the commit, until a notified page has it. Then a server's messages per second.
 */
export async function socketRows(bench: Bench, { by, rss }: Delivery): Promise<Row[]> {
  const { subject, seeded } = bench
  const people = Array.from({ length: idle }, (_, index) => seeded.first.user_id + writers + index)
  const before = { server: subject.rss(), other: rss() }
  const sockets: WebSocket[] = []
  // A few at a time, as after a start; more would measure the queue.
  for (let index = 0; index < people.length; index += 20)
    sockets.push(
      ...(await Promise.all(people.slice(index, index + 20).map((user_id) => openSocket(bench, user_id, null)))),
    )
  const kilobytes = (now: number, then: number) => `${Math.max(0, (now - then) / idle / 1_024).toFixed(0)} kB`
  const memory = kilobytes(subject.rss(), before.server)
  const beside = kilobytes(rss(), before.other)
  const times: number[] = []
  for (let index = 0; index < writers; index++)
    times.push(...(await measureDisplay(bench, seeded.first.user_id + index)))
  times.sort((a, b) => a - b)
  for (const socket of sockets) socket.terminate()
  const [p50, p95] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]!)
  const note = `median ${ms(p50!)}; ${times.length} messages, one at a time, ${idle} other sockets open`
  return [
    {
      label: `a message of a ticket, from its commit to the page of the other by ${by}, p95`,
      measured: ms(p95!),
      goal: `<= ${goal} ms`,
      met: p95! <= goal,
      note,
    },
    figure(
      `memory of an idle socket, ${by}`,
      memory,
      `resident, mean of ${idle} with one channel each${before.other > 0 ? `; ${beside} more in ${by}` : ''}`,
    ),
    ratioFigure(`POST /support/sendMessage, delivered by ${by}, against B over HTTP`, await sending(bench)),
  ]
}

/** Messages of many reporters, each in their own ticket: no person's limit is reached. */
async function sending(bench: Bench) {
  const { seeded } = bench
  const first = seeded.first.user_id + writers
  const count = seeded.students - writers
  const threads: number[] = []
  for (let index = 0; index < count; index += 20) {
    const openedPromise = Array.from({ length: Math.min(20, count - index) }, (_, n) =>
      request(bench, first + index + n, '/support/createSupportTicket', { details: 'I cannot continue.' }),
    )
    threads.push(...(await Promise.all(openedPromise)).map(({ data }) => data.chat_thread_id))
  }
  const update = (n: number): LoadRequest => ({ path: '/update', body: { note_id: 1 + (n % seeded.students) } })
  return againstHttp(bench, update, (n) => ({
    path: '/api/support/sendMessage',
    session: sessionOf(first + (n % count)),
    address: addressOf(writers + (n % count)),
    body: { chat_thread_id: threads[n % count], message: `Message ${n}`, client_id: randomUUID() },
  }))
}

/** The messages of one reporter; another page of theirs is notified. */
async function measureDisplay(bench: Bench, user_id: number): Promise<number[]> {
  const result = await request(bench, user_id, '/support/createSupportTicket', { details: 'I cannot continue.' })
  const { chat_thread_id } = result.data
  const history = (after: number) =>
    request(bench, user_id, `/support/fetchTicketChatHistory?chat_thread_id=${chat_thread_id}&after=${after}`)
  const first = (await history(0)).data[0]
  let notify = () => {}
  const socket = await openSocket(bench, user_id, first.channel, () => notify())
  const times: number[] = []
  let lastSequence: number = first.last_sequence
  for (let n = 0; n < messages; n++) {
    const waitForHint = () =>
      new Promise<void>((resolve) => {
        notify = resolve
      })
    let hint = waitForHint()
    const body = { chat_thread_id, message: `Message ${n}`, client_id: randomUUID() }
    const sentPromise = request(bench, user_id, '/support/sendMessage', body).then((answer) => ({
      answer,
      at: performance.now(),
    }))
    // An earlier hint may come late; the page requests the message for each.
    for (let sequence = lastSequence; sequence === lastSequence; ) {
      await hint
      hint = waitForHint()
      sequence = (await history(lastSequence)).data[0].last_sequence
    }
    const receivedAt = performance.now()
    const { answer, at } = await sentPromise
    lastSequence = answer.data.sequence
    times.push(Math.max(0, receivedAt - at))
  }
  socket.terminate()
  return times
}

// biome-ignore lint/suspicious/noExplicitAny: responses of any call
async function request({ subject, seeded }: Bench, user_id: number, path: string, body?: object): Promise<any> {
  const headers = {
    cookie: `waypost=${sessionOf(user_id)}`,
    origin: `http://127.0.0.1:${subject.port}`,
    'content-type': 'application/json',
    'x-forwarded-for': addressOf(user_id - seeded.first.user_id),
  }
  const send = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(`http://127.0.0.1:${subject.port}/api${path}`, { ...send, headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** A connected socket with one channel: the given one, or else the person's own. */
async function openSocket(
  bench: Bench,
  user_id: number,
  channel: string | null,
  onHint: () => void = () => {},
): Promise<WebSocket> {
  const { token, channels } = await request(bench, user_id, '/realtime/token')
  const channelName: string = channel ?? channels[0]
  const subscribing = await request(bench, user_id, `/realtime/subscription?channel=${encodeURIComponent(channelName)}`)
  const socket = new WebSocket(`ws://127.0.0.1:${bench.subject.port}/connection/websocket`, {
    headers: { cookie: `waypost=${sessionOf(user_id)}` },
  })
  const ready = Promise.withResolvers<void>()
  socket.on('open', () => {
    socket.send(JSON.stringify({ id: 1, connect: { token } }))
    socket.send(JSON.stringify({ id: 2, subscribe: { channel: channelName, token: subscribing.token } }))
  })
  socket.on('error', ready.reject)
  socket.on('message', (data) => {
    for (const line of String(data).split('\n')) {
      const { id, error, push } = JSON.parse(line)
      if (error) ready.reject(new Error(error.message))
      else if (line === '{}') socket.send('{}')
      else if (push?.pub) onHint()
      else if (id === 2) ready.resolve()
    }
  })
  await ready.promise
  return socket
}
