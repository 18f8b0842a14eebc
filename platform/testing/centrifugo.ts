import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { freePort } from './free-port.ts'

export type Centrifugo = {
  /** The value for CENTRIFUGO_URL. */
  readonly url: string
  readonly pid: number
  /** Kills it, like a power cut. */
  kill(): Promise<void>
}

type StartOptions = {
  databaseUrl: string
  key: string
  port?: number
  /** State that several nodes share; without it, a node runs alone. */
  redisUrl?: string
  /** A file descriptor for its log. */
  log?: number
}

const configuration = resolve(import.meta.dirname, '../../docs/realtime/centrifugo.yaml')

/** Starts the binary in CENTRIFUGO_BIN with the configuration in docs/realtime, on the given port or a free one. */
export async function startCentrifugo(
  binary: string,
  { databaseUrl, key, port, redisUrl, log }: StartOptions,
): Promise<Centrifugo> {
  const [own, internal] = [port ?? (await freePort()), await freePort()]
  const child: ChildProcess = spawn(binary, ['--config', configuration], {
    stdio: ['ignore', log ?? 'inherit', log ?? 'inherit'],
    env: {
      ...process.env,
      CENTRIFUGO_HTTP_SERVER_PORT: String(own),
      CENTRIFUGO_HTTP_SERVER_INTERNAL_PORT: String(internal),
      CENTRIFUGO_CLIENT_TOKEN_HMAC_SECRET_KEY: key,
      CENTRIFUGO_CLIENT_SUBSCRIPTION_TOKEN_HMAC_SECRET_KEY: key,
      CENTRIFUGO_CONSUMERS_OUTBOX_POSTGRESQL_DSN: `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}pool_max_conns=3`,
      CENTRIFUGO_LOG_LEVEL: 'error',
      ...(redisUrl && { CENTRIFUGO_ENGINE_TYPE: 'redis', CENTRIFUGO_ENGINE_REDIS_ADDRESS: redisUrl }),
    },
  })
  const exit = once(child, 'exit')
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Centrifugo ended with ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${internal}/health`).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url: `http://127.0.0.1:${own}`,
    pid: child.pid!,
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}
