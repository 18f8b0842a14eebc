// make rolling: restarts two servers on one database behind haproxy in turn, ten times each, under load. Exits with 1
// if a request failed. Needs haproxy (Debian: apt-get install haproxy).
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startPostgres } from '#platform/db/embedded.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { root } from './run.ts'
import { serverFlags } from './server-flags.ts'
import { type Running, start } from './site.ts'

const restarts = 10
const clients = 16
const drainSeconds = 3

if (spawnSync('haproxy', ['-v']).status !== 0) {
  console.error('haproxy is missing: apt-get install haproxy')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'waypost-rolling-'))
const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false })
const ports = [await freePort(), await freePort()]
const front = await freePort()
const counts = { asked: 0, failed: new Map<string, number>() }
const failures = () => [...counts.failed.values()].reduce((sum, times) => sum + times, 0)
let servers: Running[] = []
let proxy: ChildProcess | undefined
try {
  // One after the other: the first migrates and loads the demo.
  for (const port of ports) servers.push(await open(port))
  proxy = await openProxy()
  const load = startLoad()
  for (let round = 1; round <= restarts; round += 1) {
    const index = round % 2
    await servers[index]!.stop()
    servers[index] = await open(ports[index]!)
    // The balancer must have seen this server before the other one may stop.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    console.log(`restart ${round} of ${restarts}: ${counts.asked} requests so far, ${failures()} failed`)
  }
  await load.stop()
  console.log(`\n${counts.asked} requests over ${restarts} restarts, ${failures()} failed`)
  for (const [reason, times] of counts.failed) console.log(`  ${times} x ${reason}`)
  process.exitCode = failures() > 0 || counts.asked === 0 ? 1 : 0
} finally {
  proxy?.kill()
  await Promise.all(servers.map((server) => server.stop()))
  servers = []
  await postgres.release()
  await rm(folder, { recursive: true, force: true })
}

function open(port: number): Promise<Running> {
  return start({
    script: resolve(root, 'dist/server/main.js'),
    flags: serverFlags,
    args: ['--prepare'],
    port,
    env: {
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      BASE_URL: `http://localhost:${front}`,
      DRAIN_SECONDS: String(drainSeconds),
      RATE_LIMITS: 'off',
    },
  })
}

/**
 * A balancer as an operator would configure it: it requests /readyz every half second, and acts on the second failure.
 */
async function openProxy(): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg')
  const lines = ports.map((port, index) => `  server s${index} 127.0.0.1:${port} check inter 500ms fall 2 rise 1`)
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 3
listen waypost
  bind 127.0.0.1:${front}
  option httpchk GET /readyz
  http-check expect status 200
${lines.join('\n')}
`,
  )
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] })
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await send('/healthz', new Agent())) === 'ok') return child
    await new Promise((later) => setTimeout(later, 100))
  }
  child.kill()
  throw new Error('haproxy does not answer')
}

/** Visitors with a keep-alive connection each, who read and put courses into carts. A POST is sent once. */
function startLoad() {
  let isOver = false
  const visitor = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      for (const [path, body] of [
        ['/courses/search'],
        ['/course/details/1001'],
        ['/login'],
        ['/api/cart/addToCart', '{"course_website_id":1001}'],
      ] as const) {
        const outcome = await send(path, agent, body)
        counts.asked += 1
        if (outcome !== 'ok') counts.failed.set(outcome, (counts.failed.get(outcome) ?? 0) + 1)
      }
    }
    agent.destroy()
  }
  const currentRun = Array.from({ length: clients }, visitor)
  return {
    async stop() {
      isOver = true
      await Promise.all(currentRun)
    },
  }
}

/** Returns 'ok' or the error. */
function send(path: string, agent: Agent, body?: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const host = { host: `localhost:${front}` }
    const clientRequest = request(
      { port: front, path, method, agent, headers: { ...host, ...headers } },
      (response) => {
        response.resume()
        response.on('end', () =>
          resolve(response.statusCode! < 400 ? 'ok' : `${method} ${path}: ${response.statusCode}`),
        )
        response.on('error', () => resolve(`${method} ${path}: torn`))
      },
    )
    clientRequest.on('error', (error) => resolve(`${method} ${path}: ${(error as NodeJS.ErrnoException).code}`))
    clientRequest.end(body)
  })
}
