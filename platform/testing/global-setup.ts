import type { TestProject } from 'vitest/node'
import { openTestServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { readonly url: string; readonly template: string; readonly run: number }
  }
}

/** vitest's `globalSetup`: one PostgreSQL for the run, with a migrated template for every test file to copy. */
export default async function setUp(project: TestProject) {
  const { url, template, release } = await openTestServer()
  project.provide('testServer', { url, template, run: process.pid })
  return release
}
