import type postgres from 'postgres'

const ofVersion = `course_version_id in
  (select course_version_id from catalogue.course_version where organization_id = any($1::integer[]))`

/**
 * Conditions for tables without `organization_id`: the rows that belong to the organizations in `$1`. Null for rows of
 * the installation, which each cell has separately.
 */
const withoutOrganization: Readonly<Record<string, string | null>> = {
  'catalogue.certificate_background': 'owner_id = any($1::integer[])',
  'catalogue.certificate_template': 'owner_id = any($1::integer[])',
  'catalogue.certificate_template_version': `certificate_template_id in
    (select certificate_template_id from catalogue.certificate_template where owner_id = any($1::integer[]))`,
  'catalogue.course_bundle': ofVersion,
  'catalogue.course_shipping_method': ofVersion,
  'catalogue.course_state': ofVersion,
  'catalogue.course_upsell': ofVersion,
  'catalogue.program_rule': null,
  'catalogue.revision': 'seller_id = any($1::integer[])',
  'checkout.authorization_key_secret': null,
  'checkout.gateway_notification': null,
  'checkout.settlement_comparison': null,
  'identity.account_guess': null,
  'identity.organization_closure': 'descendant_id = any($1::integer[])',
  'identity.person_letters':
    'user_id in (select user_id from identity.person where organization_id = any($1::integer[]))',
  'identity.sign_in_failure': null,
  'platform.audit_archive': 'chain = any($1::integer[])',
  'platform.audit_key': null,
  'platform.audit_verification': null,
  'platform.backup': null,
  'platform.clock': null,
  'platform.file_claim': null,
  'platform.installation': null,
  'platform.migration': null,
  'platform.outgoing_email': null,
  'platform.process': null,
  'platform.realtime_epoch': null,
  'platform.realtime_log': null,
  'platform.realtime_outbox': null,
  'platform.scheduled_run': null,
  'settings.system_language': null,
  'settings.text_change': null,
  'settings.translation': null,
  'settings.translation_event': null,
}

/** `where` chooses the rows of the organizations in `$1`; a replicated table has `organization_id`. */
export type MovedTable = { name: string; where: string; replicated: boolean }

/** Every table with rows of organizations. Throws for a table that is not classified. */
export async function listMovedTables(sql: postgres.Sql): Promise<MovedTable[]> {
  const tables = await sql<{ name: string; replicated: boolean }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
           exists (select from pg_attribute a
                   where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped) as replicated
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and n.nspname in ('backoffice', 'catalogue', 'checkout', 'identity', 'learning', 'platform', 'security', 'settings',
                        'support')
    order by 1`
  const unknown = tables.filter(({ name, replicated }) => !replicated && withoutOrganization[name] === undefined)
  if (unknown.length > 0)
    throw new Error(
      `scripts/cells/tables.ts does not say whose rows are in ${unknown.map(({ name }) => name).join(', ')}`,
    )
  return tables.flatMap(({ name, replicated }) => {
    const condition = replicated ? 'organization_id = any($1::integer[])' : withoutOrganization[name]
    return condition ? [{ name, where: condition, replicated }] : []
  })
}

/** An array for `$1::integer[]`. */
export const arrayText = (ids: readonly number[]) => `{${ids.join(',')}}`

/** The reason why nothing was moved. */
export class MoveRefused extends Error {
  override name = 'MoveRefused'
}
