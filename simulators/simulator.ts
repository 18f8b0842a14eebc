import type { Hono } from 'hono'
import type { Env } from '#platform/env.ts'

/** The environment of a simulator in a development server. */
type Mount = {
  production: boolean
  /** The simulator's address, without a trailing slash. */
  url: () => string
  /** The folder for its stored data. */
  folder: string
  /** Returns the product's own address of a path. */
  productUrl: (path: string) => string
}

/** An external service as a development server simulates it. */
export type Simulator<Settings> = {
  path: `/dev/${string}`
  /** Whether the process has no account with the real service. */
  replaces: (env: Env) => boolean
  /** The settings with which the product's adapter reaches it. */
  settings: (url: string) => Settings
  open: (mount: Mount) => Pick<Hono, 'routes'>
}
