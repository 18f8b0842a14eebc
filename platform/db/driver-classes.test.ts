import { setFlagsFromString } from 'node:v8'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { openCtx, type Services } from '../open-ctx.ts'
import { quicken } from './driver-classes.ts'
import type { Sql } from './sql.ts'

setFlagsFromString('--allow-natives-syntax')
const isDictionary = new Function('made', 'return !%HasFastProperties(made)') as (made: object) => boolean

test("the driver's queries are made the short way", () => {
  const query = postgres({ fetch_types: false })``
  expect(isDictionary(query.constructor)).toBe(true)
  quicken(query)
  expect(isDictionary(query.constructor)).toBe(false)
})

test("a request's context is no dictionary, and the wider one is its own wider one", () => {
  const sql: Pick<Sql, 'within'> = { within: () => sql as Sql }
  const services = {
    database: { read: sql, exports: sql },
    clock: { now: () => new Date() },
    log: { with: () => ({}) },
  }
  const organization = { organization_id: 1, code: 'SSD', name: 'Safety School', scope: [1] }
  const caller = { actor: { kind: 'anonymous' }, organization, locale: 'en-us' } as const
  const contexts = Array.from({ length: 3 }, () => openCtx(services as unknown as Services, caller))
  expect(contexts.map(isDictionary)).toEqual([false, false, false])
  expect(contexts[0]!.beyond.beyond).toBe(contexts[0]!.beyond)
})
