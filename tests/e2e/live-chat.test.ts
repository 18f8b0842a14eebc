import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultOptions, openDatabase } from '#platform/db/database.ts'
import { emptyCopy } from '#platform/testing/database.ts'
import { runTalk } from '#tests/chaos/talk/run.ts'
import { openTalkWorld } from '#tests/chaos/talk/world.ts'

/** Over the hubs, and over a real Centrifugo if CENTRIFUGO_BIN is its binary. */
const binary = process.env.CENTRIFUGO_BIN
const places = [
  { by: 'the hubs', centrifugo: undefined },
  ...(binary ? [{ by: 'Centrifugo', centrifugo: binary }] : []),
]

test.each(places)(
  'shows every message of a ticket once and in order by $by, although processes are killed meanwhile',
  { timeout: 300_000 },
  async ({ centrifugo }) => {
    const { url, drop } = await emptyCopy()
    const folder = await mkdtemp(join(tmpdir(), 'waypost-talk-'))
    const killer = openDatabase({ ...defaultOptions, name: 'killer', url })
    // All tests share the cluster, so the crash ends only this database's sessions.
    const crashDatabase = async () => {
      await killer.read`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name not like '%killer%'`
    }
    const world = await openTalkWorld({ url, folder, crashDatabase, centrifugo })
    try {
      const run = await runTalk(world, { people: 8, threads: 3, messages: 160, every: 32, seed: 20_261_125 })
      expect(run.wrong).toEqual([])
      expect(run.messages).toBe(160)
      expect(Object.keys(run.faults)).toHaveLength(world.faults.length)
    } finally {
      await world.close()
      await killer.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
