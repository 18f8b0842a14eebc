import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dumpSchema } from '../platform/db/schema-dump.ts'
import { testDatabase } from '../platform/testing/database.ts'

const { db, url } = await testDatabase()

it('migrations/schema.sql is what the migrations make (make gen writes it)', async () => {
  expect(await dumpSchema(url)).toBe(readFileSync(join(import.meta.dirname, '../migrations/schema.sql'), 'utf8'))
})

it('every tenant table names its organization', async () => {
  const shared = ['platform', 'settings', 'queue']
  const global = new Set([
    // One row for all tenants, or a part of a published course, which several organizations sell.
    'identity.organization',
    'identity.organization_closure',
    'identity.sign_in_failure',
    'catalogue.course',
    'catalogue.course_version',
    'catalogue.course_state',
    'catalogue.component',
    'catalogue.question',
    'catalogue.faq',
    'catalogue.course_shipping_method',
  ])
  const tables = await db.read<{ name: string; tenant: boolean }>`
    select format('%s.%s', n.nspname, c.relname) as name,
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as tenant
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not n.nspname = any(${shared})`
  expect(tables.filter(({ name, tenant }) => !tenant && !global.has(name)).map(({ name }) => name)).toEqual([])
})
