import { once } from 'node:events'
import { type ServerType, serve } from '@hono/node-server'
import { afterAll } from 'vitest'
import type { TestApp } from './app.ts'

/** The product of a test on a socket of its own, for programs that are not the test. Returns its address. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<string> {
  // Its own Response would stay in the process and change the headers that later files see.
  const server: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  afterAll(() => new Promise<void>((closed) => void server.close(() => closed())))
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return `http://localhost:${address.port}`
}
