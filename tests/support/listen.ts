import { afterAll } from 'vitest'
import { serveLocal } from '#platform/http/serve-local.ts'
import type { TestApp } from './app.ts'

/** Serves a test's product on its own socket, for programs outside of the test. Returns its address. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<string> {
  const { url, close } = await serveLocal(app)
  afterAll(close)
  return url.replace('127.0.0.1', 'localhost')
}
