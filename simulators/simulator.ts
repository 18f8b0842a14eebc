import type { Hono } from 'hono'
import type { Env } from '#platform/env.ts'

/** How a simulator is mounted in a development server. */
type Mount = {
  production: boolean
  /** Its address, without a trailing slash. */
  url: () => string
  /** The folder of what it keeps. */
  folder: string
  /** The address of a path of the product itself. */
  productUrl: (path: string) => string
}

/** A service outside of the product as a development server simulates it. */
export type Simulator<Settings> = {
  path: `/dev/${string}`
  /** Whether the process has no account with the real service. */
  replaces: (env: Env) => boolean
  /** The settings by which the product's adapter reaches it. */
  settings: (url: string) => Settings
  open: (mount: Mount) => Pick<Hono, 'routes'>
}
