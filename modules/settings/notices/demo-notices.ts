import { systemNoticeType } from '#modules/settings/lookups.shared.ts'
import type { Sql } from '#platform/db/sql.ts'

const welcomeNotice = {
  text: {
    'en-us':
      'Welcome to the demo. The people, courses and payments are made up, and we may reset everything at any time.',
    'es-es':
      'Le damos la bienvenida a la demostración. Las personas, los cursos y los pagos son ficticios, y podemos reiniciarlo todo en cualquier momento.',
  },
}
const staffBanner = {
  kind: 'attention',
  text: {
    'en-us': "This is a demo organization. Don't enter information about real people.",
    'es-es': 'Esta es una organización de demostración. No escriba datos de personas reales.',
  },
}

/** Adds a notice for everyone and a banner for administrators to an organization that has none. */
export async function seedDemoNotices(sql: Sql, organization_id: number): Promise<void> {
  const notice = {
    organization_id,
    lk_system_notice_type_id: systemNoticeType.Global,
    message: sql.json(welcomeNotice),
  }
  await sql`
    insert into settings.system_notice (organization_id, lk_system_notice_type_id, message)
    select ${notice.organization_id}, ${notice.lk_system_notice_type_id}, ${notice.message}
    where not exists (select from settings.system_notice where organization_id = ${organization_id})`
  await sql`
    insert into settings.banner ${sql({ organization_id, group: 'admin', message: sql.json(staffBanner) })}
    on conflict do nothing`
}
