import type { Sql } from '../../../platform/db/sql.ts'
import { systemNoticeType } from '../../../platform/lookups.ts'

const welcome = {
  text: {
    'en-us': 'Welcome to the demo. Its people, courses and payments are made up, and it may be reset at any time.',
    'es-es':
      'Bienvenido a la demostración. Sus personas, cursos y pagos son ficticios y puede reiniciarse en cualquier momento.',
  },
}
const forStaff = {
  kind: 'attention',
  text: {
    'en-us': 'Demo organization: do not enter data of real people.',
    'es-es': 'Organización de demostración: no introduzca datos de personas reales.',
  },
}

/** Adds a notice for everybody and a banner for administrators to an organization that has none. */
export async function seedDemoNotices(sql: Sql, organization_id: number): Promise<void> {
  const notice = { organization_id, lk_system_notice_type_id: systemNoticeType.Global, message: sql.json(welcome) }
  await sql`
    insert into settings.system_notice (organization_id, lk_system_notice_type_id, message)
    select ${notice.organization_id}, ${notice.lk_system_notice_type_id}, ${notice.message}
    where not exists (select from settings.system_notice where organization_id = ${organization_id})`
  await sql`
    insert into settings.banner ${sql({ organization_id, group: 'admin', message: sql.json(forStaff) })}
    on conflict do nothing`
}
