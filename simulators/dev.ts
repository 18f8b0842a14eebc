import type { Hono } from 'hono'
import { readEnv } from '#platform/env.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { openLog, sinkOf } from '#platform/log.ts'
import { prepare } from '#web/prepare.ts'
import { openServer, type Server } from '#web/server.ts'
import { simulation } from './index.ts'

// Every edit evaluates this file again: the previous evaluation's resources are closed, the database stays.
const kept = globalThis as { waypostDatabase?: ReturnType<typeof prepare>; waypostServer?: Promise<Server> }
const env = readEnv(process.env)
kept.waypostDatabase ??= prepare(env)

async function reopen(last: Promise<Server> | undefined): Promise<Server> {
  await last?.then((server) => server.close())
  const prepared = { ...env, ...(await kept.waypostDatabase) }
  return openServer(prepared, openLog(sinkOf(env.LOG)), env.production ? null : simulation)
}

kept.waypostServer = reopen(kept.waypostServer)
export const app: Hono<HttpEnv> = (await kept.waypostServer).app
