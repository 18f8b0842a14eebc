import { courseCounter } from '#modules/catalogue/courses/course-figures.ts'
import { nameActor } from '#modules/identity/entry.ts'
import { countCourses } from '#modules/learning/entry.ts'
import type { Actor } from '#platform/actor.ts'
import { systemClock } from '#platform/clock.ts'
import type { Ctx } from '#platform/ctx.ts'
import { exporterName } from '#platform/grid/about-export.ts'
import { silentLog } from '#platform/log.ts'
import { fillPorts, openCtx, type Services } from '#platform/open-ctx.ts'
import { secretPort, siteUrlPort } from '#platform/ports.ts'
import { testDatabase } from '#platform/testing/database.ts'

export type Row = Record<string, unknown>
type Who = 'staff' | 'student' | 'keyless' | 'nobody'

/** A database for this test file, and contexts of people of any organization. */
export async function openGridContexts() {
  const { db, app } = await testDatabase()
  const ports = fillPorts(
    [secretPort, 'a secret of this test file'],
    [exporterName, nameActor],
    [courseCounter, countCourses],
    [siteUrlPort, (code: string | null, path: string) => `https://${code}.example.com${path}`],
  )
  const services: Services = {
    database: app,
    clock: systemClock,
    log: silentLog,
    facts: { send: async () => {} },
    ports,
  }

  /** An Instructor with every READ and UPDATE permission (or someone with fewer) on the organization's site. */
  function staffOf(organization_id: number, buyer: Who = 'staff', scope = [organization_id]): Ctx {
    const organization = { organization_id, code: 'TST', name: 'Test', scope, time_zone: 'America/New_York' }
    return openCtx(services, { actor: actorOf(organization_id, buyer), organization, locale: 'en-us' })
  }
  return { db, app, staffOf }
}

const managed = ['STUDENTS', 'PAYMENTS', 'CERTIFICATES', 'COURSES', 'INSTRUCTORS', 'ADMIN', 'ORGANIZATION']
const keys = [...managed, 'AUTHORIZATION_KEYS', 'SETTINGS', 'INVOICE_PAYMENTS'].flatMap((name) => [
  `MANAGE_${name}:READ`,
  `MANAGE_${name}:UPDATE`,
])

function actorOf(organization_id: number, buyer: Who): Actor {
  if (buyer === 'nobody') return { kind: 'anonymous' }
  const role = buyer === 'student' ? 'Student' : 'Instructor'
  const permissions = new Set(buyer === 'keyless' ? [] : keys)
  return { kind: 'user', user_id: organization_id, role, organization_id, session_id: 1, permissions, viewed_by: null }
}
