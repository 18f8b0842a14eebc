import type { TestProject } from 'vitest/node'
import { removeLeftServers } from './own-servers.ts'
import { openTestServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { readonly url: string; readonly template: string; readonly run: string }
  }
}

/** vitest's `globalSetup`: one PostgreSQL for the run, with a migrated template that every test file copies. */
export default async function setUp(project: TestProject) {
  await removeLeftServers()
  const { url, template, run, release } = await openTestServer()
  project.provide('testServer', { url, template, run })
  return release
}
