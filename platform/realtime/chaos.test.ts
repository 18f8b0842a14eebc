import { expect, it } from 'vitest'
import { testDatabase } from '#platform/testing/database.ts'
import { type Delivery, openClient, startHub, until } from './conformance.fixture.ts'
import { insertPublication } from './publish.ts'

const { db, app } = await testDatabase()
await db.read`create table public.written (thread int not null, n int not null, primary key (thread, n))`
await db.read`grant select, insert on public.written to waypost_app`

const threads = [1, 2, 3]
const messages = 120
const readers = 8

/** A page: on every hint and every reported gap it fetches everything newer than what it has. */
function openReader(url: () => string, thread: number, session: number) {
  const received: number[] = []
  let isFetching = false
  let again = false
  async function refresh() {
    again = true
    if (isFetching) return
    isFetching = true
    while (again) {
      again = false
      const rows = await app.read<{ n: number }>`
        select n from public.written where thread = ${thread} and n > ${received.at(-1) ?? 0} order by n`
      received.push(...rows.map(({ n }) => n))
    }
    isFetching = false
  }
  const openedClient = openClient(url, session)
  const { subscription } = openedClient.subscribe(`thread:1.${thread}`)
  subscription.on('subscribed', ({ recovered }) => {
    if (!recovered) void refresh()
  })
  subscription.on('publication', () => void refresh())
  openedClient.client.connect()
  return { client: openedClient.client, lines: openedClient.lines, received }
}

it('shows every committed message once and in order while connections and processes are killed', {
  timeout: 120_000,
}, async () => {
  let hubs: Delivery[] = [await startHub(app), await startHub(app)]
  let turn = 0
  const url = () => hubs[turn++ % hubs.length]!.url
  const pages = Array.from({ length: readers }, (_, index) =>
    openReader(url, threads[index % threads.length]!, 100 + index),
  )
  const rolledBack = new Set<string>()

  async function write(thread: number) {
    for (let n = 1; n <= messages; n++) {
      // Every tenth message is first written and rolled back: no one may see it before it is committed.
      if (n % 10 === 0)
        await app
          .tx(async (sql) => {
            await sql`insert into public.written (thread, n) values (${thread}, ${n})`
            await insertPublication(sql, `thread:1.${thread}`, { n: -n })
            throw new Error('rolled back')
          })
          .catch(() => rolledBack.add(`${thread}.${n}`))
      await app.tx(async (sql) => {
        await sql`insert into public.written (thread, n) values (${thread}, ${n})`
        await insertPublication(sql, `thread:1.${thread}`, { n })
      })
    }
  }
  async function disturb() {
    for (let round = 0; round < 4; round++) {
      await new Promise((resolve) => setTimeout(resolve, 150))
      for (const page of pages.filter((_, index) => index % 4 === round % 4)) page.lines.at(-1)?.terminate()
      const delivery = hubs[round % 2]!
      const next = await startHub(app)
      hubs = hubs.map((hub) => (hub === delivery ? next : hub))
      await delivery.stop()
    }
  }

  const allNumbers = Array.from({ length: messages }, (_, index) => index + 1)
  try {
    await Promise.all([...threads.map(write), disturb()])
    await until(() => pages.every(({ received }) => received.length >= messages))
    for (const { received } of pages) expect(received).toEqual(allNumbers)
    expect(rolledBack.size).toBe((threads.length * messages) / 10)
  } finally {
    for (const { client } of pages) client.disconnect()
    for (const hub of hubs) await hub.stop()
  }
})
