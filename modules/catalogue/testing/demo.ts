import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { loadDemo } from '#migrations/demo/load.ts'
import { type CourseTakers, courseTakers } from '#modules/catalogue/media/course-takers.ts'
import { namesCatalogueFile } from '#modules/catalogue/media/names-file.ts'
import { openUploads, uploadStore } from '#modules/catalogue/media/upload-store.ts'
import { agencyNeeds } from '#modules/catalogue/programs/agency-needs.ts'
import { websitePromoCodes } from '#modules/catalogue/websites/fetch-website-by-id.ts'
import { isTaskInputFile } from '#modules/identity/entry.ts'
import type { Actor, Role } from '#platform/actor.ts'
import { movableClock } from '#platform/clock.ts'
import type { Ctx } from '#platform/ctx.ts'
import { fileNames } from '#platform/files/file-claims.ts'
import { openFiles } from '#platform/files/files.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts, openCtx, type Services } from '#platform/open-ctx.ts'
import { filesPort, secretPort, siteUrlPort } from '#platform/ports.ts'
import { testDatabase } from '#platform/testing/database.ts'
import type { Locale } from '#platform/texts.ts'

/** A database with the demo data, and contexts on the sites of its organizations. */
export async function openDemo() {
  const { db, app } = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'waypost-catalogue-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const files = openFiles({ folder })
  await db.tx((sql) => loadDemo({ sql, files }))
  const ports = fillPorts(
    [filesPort, files],
    [fileNames, [namesCatalogueFile, isTaskInputFile]],
    [secretPort, 'a secret of thirty-two characters'],
    [
      siteUrlPort,
      (code: string | null, path: string) => `https://${code ? `${code.toLowerCase()}.` : ''}waypost.example${path}`,
    ],
    [websitePromoCodes, async () => []],
    [uploadStore, openUploads(join(folder, 'uploads'))],
    [courseTakers, studentsTakeVersion1],
    [agencyNeeds, async () => []],
  )
  const services: Services = { database: app, clock: movableClock(), log: silentLog, facts: { async send() {} }, ports }

  async function ctx(code = 'SSD', actor: Actor = { kind: 'anonymous' }, locale: Locale = 'en-us'): Promise<Ctx> {
    const [organization] = await db.read<Ctx['organization']>`
      select o.organization_id, o.code, o.name,
             array(select descendant_id from identity.v_organization_scope s
                   where s.organization_id = o.organization_id) as scope
      from identity.v_organization o where o.code = ${code}`
    return openCtx(services, { actor, organization: organization!, locale })
  }
  return { db, files, folder, services, ctx }
}

/** Enrollments are known only to higher modules; here every student is on version 1. */
const studentsTakeVersion1: CourseTakers = async ({ actor }, versions) =>
  actor.kind === 'user' && actor.role === 'Student' && versions.includes(1)

/** A signed-in user without a person row. */
export const someone = (role: Role, organization_id = 1, permissions: string[] = []): Actor => ({
  kind: 'user',
  user_id: 1,
  role,
  organization_id,
  session_id: 1,
  permissions: new Set(permissions),
  viewed_by: null,
})
