import { expect, test } from 'vitest'
import { demo, openShop } from '#modules/checkout/checkout.fixture.ts'
import { addAccountant, generate, sellCourse } from './invoices.fixture.ts'

const shop = await openShop()
const { app } = shop
const accountant = await addAccountant(shop, 'SSD')
const sql = app.database.read

const invoices = () => sql<{ number: number; lines: number; total: number }>`
  select i.number, count(l.invoice_line_id)::integer as lines, i.total_cents as total
  from checkout.invoice i left join checkout.invoice_line l using (invoice_id)
  group by i.invoice_id order by i.number`
const lastNumber = async () => {
  const [row] = await sql<{ last_number: number }>`select last_number from checkout.invoice_counter`
  return row?.last_number ?? 0
}

/** Kills the backend that waits for a table, as an administrator or a crash would. */
async function killWaiting(): Promise<void> {
  for (;;) {
    const killed = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    if (killed.length > 0) return
  }
}

/** Locks the table until the invoice writer waits for it and is killed. */
const killAt = (table: string) =>
  app.database.tx(async (inner) => {
    await inner`lock table ${inner(table)} in share mode`
    const [response] = await Promise.all([generate(accountant, demo.spanish), killWaiting()])
    return response
  })

/** The tables in the order in which an invoice writes to them. */
const tables = ['checkout.invoice_counter', 'checkout.invoice', 'checkout.invoice_line', 'platform.audit_event']

test.each(tables)(
  'an invoice whose connection dies at %s leaves nothing, and the next one takes its number',
  async (table) => {
    await sellCourse(shop, demo.spanish)
    const before = { invoices: await invoices(), number: await lastNumber() }
    const killed = await killAt(table)
    expect(killed.status).toBeGreaterThanOrEqual(500)
    expect({ invoices: await invoices(), number: await lastNumber() }).toEqual(before)

    const results = await Promise.all([generate(accountant, demo.spanish), generate(accountant, demo.spanish)])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await invoices()).toEqual([
      ...before.invoices,
      expect.objectContaining({ number: before.number + 1, lines: 1 }),
    ])
    expect(await lastNumber()).toBe(before.number + 1)
    const [doubled] = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select order_item_id from checkout.invoice_line group by order_item_id having count(*) > 1) twice`
    expect(doubled).toEqual({ n: 0 })
  },
)
