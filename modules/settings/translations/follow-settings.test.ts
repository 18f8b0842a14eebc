import { expect, it } from 'vitest'
import { defaultOptions, openDatabase } from '#platform/db/database.ts'
import { silentLog } from '#platform/log.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { syncSettings } from './follow-settings.ts'

const { db, url } = await testDatabase()

/** The texts that a separate process knows. */
async function openProcess() {
  const database = openDatabase({ ...defaultOptions, url })
  let listener: Parameters<NonNullable<Parameters<typeof syncSettings>[2]>>[0] | undefined
  const stop = await syncSettings(database, silentLog, (textsOfStaff) => {
    listener = textsOfStaff
  })
  return {
    known: () => listener,
    close: async () => {
      stop()
      await database.close()
    },
  }
}

it('every process learns of a change on commit, and a new one loads the current state', async () => {
  const [first, other] = [await openProcess(), await openProcess()]
  expect(first.known()).toEqual({ revision: '0', byLanguage: {}, languages: [] })
  const [change] = await db.tx(async (sql) => {
    const rows = await sql<{ id: number }>`
      insert into settings.text_change (kind) values ('save') returning text_change_id::int as id`
    await sql`
      insert into settings.translation (key, language, msgstr, english, spanish, state, text_change_id)
      values ('a', 'es-es', 'Hola', 'Hello', 'Buenas', 'approved', ${rows[0]!.id}),
             ('b', 'es-es', 'Adiós', 'Bye', 'Chao', 'review', ${rows[0]!.id})`
    return rows
  })
  const expected = {
    revision: String(change!.id),
    byLanguage: { 'es-es': [['Hello', 'Buenas', 'Hola']] },
    languages: [],
  }
  for (const process of [first, other]) await expect.poll(process.known, { timeout: 5_000 }).toEqual(expected)
  const newcomer = await openProcess()
  expect(newcomer.known()).toEqual(expected)
  await Promise.all([first, other, newcomer].map(({ close }) => close()))
})
