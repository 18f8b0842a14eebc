import { expect, it } from 'vitest'
import { operation } from './operation.ts'
import { personIdOf, staff, userOf } from './permissions.ts'
import { z } from './schema.ts'

it('an operation that is open to clients cannot ask for the user, and every other one can', () => {
  const about = { summary: 'x', may: staff('MANAGE_STUDENTS:READ'), takes: z.object({}), gives: z.object({}) }
  const closed = operation({
    ...about,
    call: 'GET /trial/closed',
    run: async (ctx) => {
      userOf(ctx)
      return {}
    },
  })
  const open = operation({
    ...about,
    call: 'GET /trial/open',
    clients: 'getTrial',
    run: async (ctx) => {
      personIdOf(ctx)
      // @ts-expect-error the actor may be a client
      userOf(ctx)
      // @ts-expect-error the same in a transaction
      await ctx.tx(async (inner) => userOf(inner))
      return {}
    },
  })
  expect([closed.may.clients, open.may.clients]).toEqual([undefined, true])
})
