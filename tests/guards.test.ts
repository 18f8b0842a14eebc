import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { guardsOf, listGuards } from './support/guards.ts'

/**
 * The guards of each file (locks, requirements, refusals) and its effects besides the response (events of the audit log,
 * facts). A test of the response alone passes without them, so people review `guards.matrix.txt`: a dropped one fails here
 * until the table is updated (UPDATE_MATRIX=1 writes it; read the diff). A new guard has a test of its own as well.
 */
const root = resolve(import.meta.dirname, '..')
const file = join(import.meta.dirname, 'guards.matrix.txt')

it('the guards, events and facts of each file match the table', () => {
  const table = `${listGuards(root).join('\n')}\n`
  if (process.env.UPDATE_MATRIX) writeFileSync(file, table)
  expect(table, 'tests/guards.matrix.txt').toBe(readFileSync(file, 'utf8'))
})

it('a guard is found in each of its forms, and not in a comment or its declaration', () => {
  const text = `
    // await lockOrder(ctx)
    export async function lockOrder(ctx: Ctx) { if (!row) throw checkoutErrors.orderGone() }
    const requireOpen = (order: Order) => {}
    await lockOrder(ctx); await lockOrder(inner)
    requireOpen(order)
    await ctx.audit({ action: 'order.pay', after })
    await inner.audit(entry)
    await routeTicket(ctx, ticket)
    const next = await findNext(ctx)
    await ctx.emit(orderPaid, { order_id })
    await fetch(url, { redirect: 'error' })`
  expect(guardsOf({ text })).toEqual([
    'audit',
    'audit order.pay',
    'checkoutErrors.orderGone',
    'emit orderPaid',
    'fetch',
    'lockOrder × 2',
    "redirect: 'error'",
    'requireOpen',
    'routeTicket',
  ])
})
