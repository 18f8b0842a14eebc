// npx -c 'node bench/webhooks.ts [deliveries] [apart]': the time of pages while a backlog of webhooks drains, as a ratio to their
// time while it rests, in turns on one running server (bench/webhooks.md). With 'apart' the worker is a process of its own.
// Prints a table, and checks that each delivery arrived once.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { findPostgres, removePostgres } from '#platform/db/embedded.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { openServerFolder } from '#platform/testing/own-servers.ts'
import { openSite, type Site } from '#tests/e2e/support/open-site.ts'
import { startServer } from '#tests/e2e/support/server.ts'
import { newCard } from '#tests/e2e/support/student.ts'
import { buyAsGuest, ok, registerOverHttp } from '#tests/support/path.ts'
import { addBacklog, addClientKey } from '#tests/support/webhook-backlog.ts'

const count = Number(process.argv[2] ?? 20_000)
const isApart = process.argv[3] === 'apart'
/** Seconds of a turn; the backlog drains in one and rests in the next. A long backlog rests less often. */
const turn = count > 20_000 ? { drains: 90, rests: 15 } : { drains: 20, rests: 15 }

/** A receiver in a thread of its own, so that it does not delay the measurement. */
const receiverCode = `
  const { parentPort } = require('node:worker_threads')
  const ids = new Set()
  let requests = 0
  parentPort.on('message', () => parentPort.postMessage({ requests, different: ids.size }))
  require('node:http').createServer((request, response) => {
    requests++
    ids.add(request.headers['webhook-id'])
    request.resume()
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1', function () { parentPort.postMessage(this.address().port) })`

async function openReceiver() {
  const worker = new Worker(receiverCode, { eval: true })
  const next = <T>() => new Promise<T>((resolve) => worker.once('message', resolve))
  const port = await next<number>()
  async function counts() {
    const result = next<{ requests: number; different: number }>()
    worker.postMessage('counts')
    return result
  }
  return { url: `http://127.0.0.1:${port}/in`, counts, close: () => worker.terminate() }
}

/** A visitor with cookies, who may become a student. */
function openVisitor({ origin }: Site) {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, cookie, origin }
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name) cookies.set(name, value!)
    }
    return response
  }
  const call = (method: string) => async (path: string, body?: unknown) => {
    const json = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await send(`/api${path}`, body === undefined ? { method } : json)
    return { status: response.status, body: await response.json() }
  }
  return { send, get: call('GET'), post: call('POST') }
}
type Visitor = ReturnType<typeof openVisitor>

/** A new student at the first lesson; returns the address of its page. */
async function beginCourse(site: Site, visitor: Visitor): Promise<string> {
  const person = { email: 'reader@example.com', password: 'Long-Road-Home-77', firstName: 'Lia', lastName: 'Marsh' }
  await buyAsGuest(visitor, person, { course_website_id: 1001, card: await newCard(site) })
  const { course } = ok(await visitor.get('/course/dashboard/fetch')).data
  const { student_course_id } = course[0]
  await registerOverHttp(visitor, student_course_id, 'A-2026-TR-004417')
  let path = `/course/${student_course_id}`
  for (let hops = 0; hops < 6; hops++) {
    const response = await visitor.send(path)
    const location = response.headers.get('location')
    if (!location) break
    path = new URL(location, site.origin).pathname
  }
  return path
}

async function addEndpoint({ database: { read }, origin }: Site, url: string) {
  const key = await addClientKey(read, ['MANAGE_STUDENTS:READ'])
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return ok({ status: response.status, body: await response.json() })
  }
  const { webhook_endpoint_id } = await post('webhook/create', { url })
  return {
    webhook_endpoint_id: webhook_endpoint_id as number,
    resume: () => post('webhook/resume', { webhook_endpoint_id }),
    pause: () => post('webhook/pause', { webhook_endpoint_id }),
  }
}

type Times = Record<string, number[]>

/** Opens the pages one after the other until the end of the turn. */
async function measure(visitor: Visitor, pages: Record<string, string>, seconds: number, into: Times): Promise<void> {
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end)
    for (const [name, path] of Object.entries(pages)) {
      const startedAt = performance.now()
      const response = await visitor.send(path)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
      const times = into[name] ?? []
      into[name] = times
      times.push(performance.now() - startedAt)
    }
}

const percentile = (times: readonly number[] = [], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

async function compare(site: Site, receiver: Awaited<ReturnType<typeof openReceiver>>): Promise<void> {
  const { read } = site.database
  const visitor = openVisitor(site)
  const pages = { catalogue: '/courses/search', 'sign-in': '/login', lesson: await beginCourse(site, visitor) }
  // The sign-in page is for visitors; a second one has no session.
  const stranger = openVisitor(site)
  const both: Visitor = { ...visitor, send: (path, init) => (path === '/login' ? stranger : visitor).send(path, init) }
  const endpoint = await addEndpoint(site, receiver.url)
  await endpoint.pause()
  await addBacklog(read, endpoint.webhook_endpoint_id, count)
  const countDelivered = async () => {
    const [row] = await read<{ n: number }>`
      select count(*)::int as n from identity.webhook_delivery where state = 'delivered'`
    return row!.n
  }
  await measure(both, pages, 10, {})
  const times = { rests: {} as Times, drains: {} as Times }
  let seconds = 0
  for (let delivered = 0; delivered < count; ) {
    await measure(both, pages, turn.rests, times.rests)
    await endpoint.resume()
    const before = delivered
    const startedAt = performance.now()
    await measure(both, pages, turn.drains, times.drains)
    await endpoint.pause()
    await rest(500)
    delivered = await countDelivered()
    seconds += (performance.now() - startedAt) / 1_000
    console.log(`${delivered} of ${count} delivered, ${delivered - before} in this turn`)
    if (delivered === before) throw new Error('nothing was delivered')
  }
  console.log(`${pages.lesson}; ${(count / seconds).toFixed(0)} deliveries a second beside the pages`)
  console.log(await receiver.counts())
  console.log('| page | requests | median | of the slowest 5% |')
  for (const name of Object.keys(pages)) {
    const [at, beside] = [times.rests[name], times.drains[name]]
    const ratio = (share: number) => (percentile(beside, share) / percentile(at, share)).toFixed(2)
    console.log(
      `| ${name} | ${at?.length} + ${beside?.length} | ${ratio(0.5)} | ${ratio(0.95)} | ${percentile(at, 0.5).toFixed(1)} ms`,
    )
  }
}

const folder = await openServerFolder()
const place = join(folder, 'pg')
const receiver = await openReceiver()
try {
  const { url } = await findPostgres({ folder: place, durable: true })
  const data = join(folder, 'data')
  const site = await openSite(url, data, 'node', isApart ? { ROLE: 'web' } : {})
  const shared = { DATABASE_URL: url, BASE_URL: site.origin, DATA_DIR: data, RATE_LIMITS: 'off' }
  const worker = isApart ? await startServer({ ...shared, ROLE: 'worker', PORT: String(await freePort()) }) : null
  try {
    await compare(site, receiver)
  } finally {
    await worker?.end('SIGTERM')
    await site.stop()
  }
} finally {
  await receiver.close()
  await removePostgres(place)
  await rm(folder, { recursive: true, force: true })
}
