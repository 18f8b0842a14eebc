import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyCopy } from '#platform/testing/database.ts'
import { openSite, type Site } from './open-site.ts'
import type { Runtime } from './server.ts'

export type { Site } from './open-site.ts'

/** A site with its own database and data folder; `stop` removes both. */
export async function startSite({ runtime = 'node' }: { runtime?: Runtime } = {}): Promise<Site> {
  const { url, drop } = await emptyCopy()
  const folder = await mkdtemp(join(tmpdir(), 'waypost-site-'))
  const site = await openSite(url, folder, runtime)
  return {
    ...site,
    async stop() {
      await site.stop()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
