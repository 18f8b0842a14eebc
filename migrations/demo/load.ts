import { fileURLToPath } from 'node:url'
import { seedDemoPromoCodes } from '#modules/checkout/entry.ts'
import { seedDemoPeople } from '#modules/identity/entry.ts'
import { seedDemoNotices } from '#modules/settings/entry.ts'
import type { Sql } from '#platform/db/sql.ts'
import type { Files } from '#platform/files/files.ts'
import { loadCourse } from './load-course.ts'
import { loadMedia } from './load-media.ts'
import { loadOrganizations, loadWebsites } from './load-organizations.ts'
import { moveSequences } from './move-sequences.ts'
import { courseFiles, type DemoCourse, type DemoOrganization, readJson } from './source.ts'

/** `sql` of one transaction. `cost` makes the passwords of the demo people cheap to hash, for tests. */
export type DemoOptions = {
  sql: Sql
  files: Files
  folder?: string
  cost?: NonNullable<Parameters<typeof seedDemoPeople>[2]>['cost']
}

const demoFolder = fileURLToPath(new URL('.', import.meta.url))
/** The default organization, which owns all demo courses. */
const owner = 1

/**
 * Adds the demo organizations, courses, media and people with the ids of their files; a second run adds nothing and
 * undoes no later change. Answers the user ids of the demo people.
 */
export async function loadDemo({ sql, files, folder = demoFolder, cost }: DemoOptions) {
  const { organizations } = await readJson<{ organizations: DemoOrganization[] }>(folder, 'organizations.json')
  await loadOrganizations(sql, organizations)
  const images = await loadMedia({ sql, files, folder }, owner)
  for (const slug of courseFiles) {
    await loadCourse(sql, await readJson<DemoCourse>(folder, 'courses', `${slug}.json`), images)
  }
  await loadWebsites(sql, organizations)
  await moveSequences(sql)
  await seedDemoPromoCodes(sql, organizations)
  await seedDemoNotices(sql, owner)
  return seedDemoPeople(sql, owner, cost ? { cost } : {})
}
