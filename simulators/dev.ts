import type { Hono } from 'hono'
import { readEnv } from '#platform/env.ts'
import type { HttpEnv } from '#platform/http/http-env.ts'
import { openLog, sinkOf } from '#platform/log.ts'
import { prepare } from '#web/prepare.ts'
import { openServer, type Server } from '#web/server.ts'
import { simulation } from './index.ts'

// Every edit evaluates this file again: the previous evaluation's resources are closed, the database stays.
const globals = globalThis as { waypostDatabase?: ReturnType<typeof prepare>; waypostServer?: Promise<Server> }
const env = readEnv(process.env)
globals.waypostDatabase ??= prepare(env)

async function reopen(last: Promise<Server> | undefined): Promise<Server> {
  await last?.then((server) => server.close())
  const prepared = { ...env, ...(await globals.waypostDatabase)?.database }
  return openServer(prepared, openLog(sinkOf(env.LOG)), env.production ? null : simulation)
}

globals.waypostServer = reopen(globals.waypostServer)
export const app: Hono<HttpEnv> = (await globals.waypostServer).app
