import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { appRole, defaultOptions, openDatabase } from '#platform/db/database.ts'
import { migrate } from '#platform/db/migrate.ts'
import { dumpSchema } from '#platform/db/schema-dump.ts'
import { emptyCopy, testDatabase } from '#platform/testing/database.ts'
import { asAdmin } from '#platform/testing/server.ts'

const { db, app, url } = await testDatabase()

it('migrations/schema.sql matches the migrations (make gen writes it)', async () => {
  expect(await dumpSchema(url)).toBe(readFileSync(join(import.meta.dirname, '../migrations/schema.sql'), 'utf8'))
})

/** Tables without a tenant, with the reason. */
const shared: Record<string, string> = {
  'identity.organization_closure': 'ids of the tree alone; sign-in walks it upwards from the visited site',
  'identity.person_letters':
    'letters of people under their ids; only its owner reads it, and identity.find_people returns those of the scope',
  'identity.sign_in_failure': 'hashes; failures are counted over all sites together',
  'identity.account_guess': 'networks and numbers; guesses are counted over all sites together',
  'platform.outgoing_email': 'hashes and numbers; emails are counted over all sites together',
  'catalogue.course_state': 'part of a course, which several organizations sell',
  'catalogue.certificate_template': 'part of a course, which several organizations sell; ours have no owner',
  'catalogue.certificate_template_version': 'part of a course, which several organizations sell; ours have no owner',
  'catalogue.certificate_background': 'part of a course, which several organizations sell; ours have no owner',
  'catalogue.course_shipping_method': 'part of a course, which several organizations sell',
  'catalogue.course_bundle': 'part of a course, which several organizations sell',
  'catalogue.course_upsell': 'part of a course, which several organizations sell',
  'catalogue.program_rule': 'the rules of programs, for all schools of the product',
  'catalogue.revision': 'only numbers; changed for sellers that the editor of a course cannot see',
  'settings.system_language': 'the languages of the product',
  'settings.text_change': 'changes of the texts of the product',
  'settings.translation': 'texts of the product',
  'settings.translation_event': 'changes of the texts of the product',
  'checkout.authorization_key_secret': 'one row for the product, sealed',
  'checkout.settlement_comparison': 'a row for each gateway, which all sites share',
  'checkout.gateway_notification': 'whose transaction it is about is asked of the gateway afterwards',
  'platform.realtime_outbox': 'names of channels and ids; the rows of a moment, which one consumer takes for all sites',
  'platform.realtime_log': 'names of channels and ids; delivered by processes that serve all sites',
  'platform.realtime_epoch': 'one row for the product',
  'platform.file_claim': 'keys of stored files alone; equal content may be named by rows of several organizations',
  'platform.rate_limit': 'callers and numbers; calls are counted over all sites together',
  'platform.audit_archive': 'files of old events, for the product; the verifier reads it',
  'platform.audit_verification': 'results of the product as a whole; the system page shows them to its operators',
  'platform.backup': 'backups of the product',
  'platform.clock': 'one row for the product',
  'platform.installation': 'one row for the product',
  'platform.process': 'the processes of the product',
  'platform.scheduled_run': 'the last run of each job of the clock',
  'platform.audit_key': 'keys of the audit log, sealed, for the product',
  'platform.migration': 'what was applied',
}

const tablesWithout = (column: string) => db.read`
  ${db.read(column)} !~ '^pg_' and ${db.read(column)} not in ('information_schema', 'queue', 'public')`

it('every table names its organization or has a reason for none', async () => {
  const tables = await db.read<{ name: string }>`
    select format('%s.%s', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and ${tablesWithout('n.nspname')}
      and not exists (select from pg_attribute a
                      where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull)`
  expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(shared).toSorted())
})

it('every column that names a stored file is checked before deletion, or its files are never released', async () => {
  const columns = await db.read<{ name: string }>`
    select format('%s.%s.%s', n.nspname, c.relname, a.attname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and ${tablesWithout('n.nspname')} and a.attname ~ '(file|thumbnail|jpg|pdf|signature)_key$|^profile_pic$'`
  expect(columns.map(({ name }) => name).toSorted()).toEqual([
    'catalogue.attachment.file_key',
    'catalogue.attachment.thumbnail_key',
    'catalogue.certificate_background.file_key',
    // Every current and former signature of an organization, since certificates show them.
    'catalogue.certificate_signature.file_key',
    'catalogue.certificate_signer.signature_key',
    'catalogue.document.file_key',
    // Files of tasks and certificates are stored without a claim.
    'identity.person.profile_pic',
    'identity.stored_task_file.file_key',
    'identity.task.file_key',
    'learning.registration_document.file_key',
    'learning.student_certificate.jpg_key',
    'learning.student_certificate.pdf_key',
    'platform.file_claim.file_key',
    'support.chat_image.file_key',
  ])
})

it('every tenant table has a policy that binds its owner, too', async () => {
  const open = await db.read`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relkind in ('r', 'p') and ${tablesWithout('n.nspname')}
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (
        select from pg_policies p
        where p.schemaname = n.nspname and p.tablename = c.relname and p.policyname = 'tenant' and p.cmd = 'ALL'
          and p.permissive = 'PERMISSIVE' and p.roles = '{public}'
          and p.qual like '%platform.tenants()%@> organization_id%' and p.with_check is null))`
  expect(open).toEqual([])
})

it('views of data of other tenants are listed here and are read-only', async () => {
  const policies = await db.read`
    select schemaname || '.' || tablename as name, policyname, cmd from pg_policies
    where policyname <> 'tenant' and schemaname <> 'queue' order by 1`
  expect(policies).toEqual([
    { name: 'catalogue.attachment', policyname: 'sold', cmd: 'SELECT' },
    { name: 'catalogue.attachment_use', policyname: 'sold', cmd: 'SELECT' },
    { name: 'catalogue.chapter', policyname: 'published', cmd: 'SELECT' },
    { name: 'catalogue.component', policyname: 'published', cmd: 'SELECT' },
    { name: 'catalogue.course', policyname: 'sold', cmd: 'SELECT' },
    { name: 'catalogue.course_question_bank', policyname: 'published', cmd: 'SELECT' },
    { name: 'catalogue.course_version', policyname: 'published', cmd: 'SELECT' },
    { name: 'catalogue.course_words', policyname: 'published', cmd: 'SELECT' },
    { name: 'catalogue.faq', policyname: 'published', cmd: 'SELECT' },
    { name: 'catalogue.question', policyname: 'published', cmd: 'SELECT' },
    { name: 'catalogue.section', policyname: 'published', cmd: 'SELECT' },
    { name: 'checkout.checkout_settings', policyname: 'inherited', cmd: 'SELECT' },
    { name: 'identity.instructor_organization', policyname: 'with_person', cmd: 'SELECT' },
    { name: 'identity.role_permission', policyname: 'inherited', cmd: 'SELECT' },
    { name: 'settings.banner', policyname: 'inherited', cmd: 'SELECT' },
    { name: 'settings.email_sender', policyname: 'inherited', cmd: 'SELECT' },
    { name: 'settings.email_words', policyname: 'inherited', cmd: 'SELECT' },
    { name: 'settings.support_settings', policyname: 'inherited', cmd: 'SELECT' },
    { name: 'settings.system_notice', policyname: 'inherited', cmd: 'SELECT' },
  ])
})

it("every view runs with the caller's permissions", async () => {
  const views = await db.read`
    select c.oid::regclass::text as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and ${tablesWithout('n.nspname')}
      and not coalesce(c.reloptions, '{}') && '{security_invoker=true,security_invoker=on}'`
  expect(views).toEqual([])
})

it("a function that runs with its owner's permissions is listed here, with what it returns", async () => {
  const functions = await db.read`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and ${tablesWithout('n.nspname')} order by 1`
  expect(functions).toEqual([
    // Ids of rows in the scope of the connection: checkout/find-rows.test.ts.
    { name: 'checkout.find_authorization_keys(text[])' },
    { name: 'checkout.find_payments(text[])' },
    { name: 'checkout.find_promo_codes(text[])' },
    { name: 'checkout.find_storefront_lines(text[])' },
    { name: 'identity.find_people(text[])' },
    { name: 'identity.find_people(text[],boolean)' },
    // Returns nothing: writes the search letters of the person in the statement.
    { name: 'identity.write_person_letters()' },
    // Ids of certificates in the scope of the connection: backoffice/certificates/find-certificates.test.ts.
    { name: 'learning.find_certificates(text[],integer[])' },
    // Returns nothing: makes statistics of the tables with partitions.
    { name: 'platform.analyze_months()' },
    // A number: makes the partitions of the next months (platform/db/months.test.ts).
    { name: 'platform.make_months()' },
    // Ids of tickets in the scope of the connection: support/tickets/search-ticket.test.ts.
    { name: 'support.find_tickets(text[],tsquery,integer,integer[])' },
  ])
})

it('a function with a wider scope than its caller is listed here, with what it returns', async () => {
  const functions = await db.read`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where (p.prosrc like '%set_config%' or p.proconfig::text like '%waypost%') and ${tablesWithout('n.nspname')}`
  expect(functions.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual([
    // Shows the names of an organization's staff to readers of the audit log at or below it.
    { name: 'identity.staff_name(integer,integer)' },
    // Looks for rows of every organization before it drops a month; for the owner of the tables alone.
    { name: 'platform.drop_empty_months()' },
    // A number: moves rows of every organization between the partitions of their table.
    { name: 'platform.make_months()' },
  ])
})

it("the application's role owns nothing and bypasses nothing", async () => {
  expect(await app.read`select current_user::text as name`).toEqual([{ name: appRole }])
  const [role] = await db.read`
    select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin,
           (select count(*)::int from pg_class where relowner = r.oid) as owned,
           (select count(*)::int from pg_auth_members where member = r.oid) as memberships
    from pg_roles r where rolname = ${appRole}`
  const unprivileged = {
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolcanlogin: false,
  }
  expect(role).toEqual({ ...unprivileged, owned: 0, memberships: 0 })
})

it('the application reads and writes every table, except a few that are append-only or read-only', async () => {
  const less = await db.read`
    select format('%s.%s', n.nspname, c.relname) as name, array(
      select held from unnest(array['select', 'insert', 'update', 'delete']) held
      where has_table_privilege(${appRole}, c.oid, held)) as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v') and not c.relispartition and ${tablesWithout('n.nspname')}
      and not (c.relkind = 'v' or has_table_privilege(${appRole}, c.oid, 'select')
        and has_table_privilege(${appRole}, c.oid, 'insert') and has_table_privilege(${appRole}, c.oid, 'update')
        and has_table_privilege(${appRole}, c.oid, 'delete'))
    order by 1`
  expect(less).toEqual([
    { name: 'identity.person_letters', rights: [] },
    { name: 'platform.audit_archive', rights: ['select'] },
    { name: 'platform.audit_event', rights: ['select', 'insert'] },
    { name: 'platform.audit_key', rights: ['select'] },
    { name: 'platform.audit_seal', rights: ['select', 'insert'] },
    { name: 'platform.audit_unsealed', rights: ['select', 'insert', 'delete'] },
    { name: 'platform.audit_verification', rights: ['select', 'insert'] },
    { name: 'platform.backup', rights: ['select'] },
    { name: 'platform.clock', rights: ['select'] },
    { name: 'platform.installation', rights: ['select'] },
    { name: 'platform.migration', rights: ['select'] },
    { name: 'settings.translation_event', rights: ['select', 'insert'] },
  ])
  await expect(app.read`truncate platform.audit_event`).rejects.toMatchObject({ code: '42501' })
  await expect(app.read`alter table identity.person disable row level security`).rejects.toMatchObject({
    code: '42501',
  })
  await expect(app.read`create table identity.mine (id int)`).rejects.toMatchObject({ code: '42501' })
})

it("the application's role has no right to a partition by its own name", async () => {
  const partitions = await db.read<{ open: boolean }>`
    select has_table_privilege(${appRole}, c.oid, 'select, insert, update, delete, truncate, references, trigger') as open
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relispartition and ${tablesWithout('n.nspname')}`
  expect(partitions.length).toBeGreaterThan(5)
  expect(partitions.filter(({ open }) => open)).toEqual([])
})

/** References from a tenant's row that may lead to another tenant's, with the reason. */
const loose: Record<string, string> = {
  'backoffice.bulk_run (site_id) -> identity.organization':
    'staff of an organization above act on the lists of this site',
  'identity.organization (parent_organization_id) -> identity.organization': 'the tree of tenants itself',
  'identity.organization (manager_user_id) -> identity.person': 'staff of an organization above manage it',
  'identity.linked_account (related_user_id) -> identity.person':
    'accounts of several organizations are linked; both proved themselves',
  'checkout.loosened_refund_approval (loosened_by) -> identity.person':
    'staff of an organization above change its settings',
  'identity.client (created_by) -> identity.person': 'an Admin, who may belong to a parent organization',
  'identity.client (ended_by) -> identity.person': 'an Admin, who may belong to a parent organization',
  'identity.client_key (created_by) -> identity.person': 'an Admin, who may belong to a parent organization',
  'identity.client_link (client_id) -> identity.client': 'a client of an organization above signs its students in',
  'identity.client_token (site_id) -> identity.organization': 'the site of a sub-organization, where it was requested',
  'identity.webhook_delivery (event_id) -> platform.event':
    'the event of an organization below that of its endpoint, whose client works for both',
  'identity.webhook_endpoint (created_by) -> identity.person': 'an Admin, who may belong to a parent organization',
  'identity.hand_over (site_id) -> identity.organization': 'the site that a session is carried to',
  'identity.letter (sent_by) -> identity.person': 'staff of an organization above write to its people',
  'identity.sign_in_link (user_id) -> identity.person': 'people of organizations above sign in on this site',
  'identity.session (viewed_by) -> identity.person': 'staff of a parent organization view as a person',
  'identity.session (viewed_by_session_id) -> identity.session': 'staff of a parent organization view as a person',
  'identity.passkey_challenge (user_id) -> identity.person':
    'people of organizations above prove themselves on this site',
  'identity.instructor_organization (user_id) -> identity.person':
    'an instructor of one organization teaches for others',
  'identity.recruiter (user_id) -> identity.person': 'who recruited an organization belongs to another one',
  'identity.invitation (invited_by) -> identity.person': 'staff of an organization above invite for this one',
  'identity.invitation (user_id) -> identity.person': 'an invited instructor may have an account elsewhere',
  'backoffice.entity_note (created_by) -> identity.person': 'staff of an organization above write about it',
  'backoffice.grid_view (user_id) -> identity.person': 'staff of an organization above save views on this site',
  'backoffice.grid_layout (user_id) -> identity.person': 'staff of an organization above work on this site',
  'catalogue.document (uploaded_by) -> identity.person': 'staff of an organization above upload for it',
  'catalogue.attachment (uploaded_by) -> identity.person': 'staff of an organization above upload for it',
  'catalogue.media_upload (user_id) -> identity.person': 'staff of an organization above upload for it',
  'catalogue.attachment_use (course_version_id, component_id) -> catalogue.component':
    'written by a trigger of the component, for files of its owner',
  'catalogue.section (course_version_id, chapter_id) -> catalogue.chapter':
    'both are of one version, which has one owner',
  'catalogue.component (course_version_id, section_id) -> catalogue.section':
    'both are of one version, which has one owner',
  'catalogue.question (course_version_id, course_question_bank_id) -> catalogue.course_question_bank':
    'both are of one version, which has one owner',
  'learning.student_course (course_version_id) -> catalogue.course_version':
    'a course is sold by several organizations',
  'checkout.order_item (course_version_id) -> catalogue.course_version': 'a course is sold by several organizations',
  'catalogue.course_version (published_by) -> identity.person': 'staff of an organization above publish for it',
  'catalogue.course_version (updated_by) -> identity.person': 'staff of an organization above write for it',
  'catalogue.course_website (course_id) -> catalogue.course': 'a course is sold by several organizations',
  'checkout.cart_item (course_id) -> catalogue.course': 'a course is sold by several organizations',
  'checkout.cart (user_id) -> identity.person': 'people of organizations above buy on this site',
  'checkout.cart (referred_by_user_id) -> identity.person': 'staff of an organization above refer buyers to this site',
  'checkout.customer_order (user_id) -> identity.person': 'people of organizations above buy on this site',
  'checkout.customer_order (referred_by_user_id) -> identity.person':
    'staff of an organization above refer buyers to this site',
  'checkout.customer_order (created_by) -> identity.person': 'staff of an organization above write orders here',
  'checkout.leaver_letter (user_id) -> identity.person': 'people of organizations above buy on this site',
  'checkout.leaver_refusal (user_id) -> identity.person': 'people of organizations above buy on this site',
  'checkout.payment (user_id) -> identity.person': 'people of organizations above buy on this site',
  'checkout.payment_attempt (decided_by) -> identity.person': 'staff of an organization above decide what is held',
  'checkout.invoice (created_by) -> identity.person': 'staff of the organization above settle with it',
  'checkout.invoice (voided_by) -> identity.person': 'staff of the organization above settle with it',
  'checkout.invoice_payment (created_by) -> identity.person': 'staff of the organization above settle with it',
  'checkout.storefront_course (created_by) -> identity.person': 'staff of an organization above look after its shop',
  'checkout.authorization_key_batch (created_by) -> identity.person': 'staff of an organization above make keys here',
  'checkout.authorization_key (authorization_key_batch_id) -> checkout.authorization_key_batch':
    'keys are handed on to other organizations',
  'checkout.authorization_key (course_id) -> catalogue.course': 'a course is sold by several organizations',
  'checkout.authorization_key (redeemed_by) -> identity.person': 'people of organizations above redeem keys here',
  'checkout.authorization_key (revoked_by) -> identity.person': 'staff of an organization above revoke its keys',
  'checkout.refund_attempt (created_by) -> identity.person': 'staff of an organization above give money back',
  'checkout.refund_approval (asked_by) -> identity.person': 'staff of an organization above give money back',
  'checkout.refund_approval (decided_by) -> identity.person': 'staff of an organization above give money back',
  'security.risk_assessment (annotated_by) -> identity.person': 'staff of an organization above say what it was',
  'checkout.chargeback (entered_by) -> identity.person': 'staff of an organization above enter what a bank writes',
  'checkout.chargeback (decided_by) -> identity.person': 'staff of an organization above enter how a case ended',
  'checkout.chargeback_course (student_course_id) -> learning.student_course':
    'a course belongs to the organization of its student, the payment to the site that sold',
  'checkout.discrepancy (resolved_by) -> identity.person': 'staff of an organization above look at the books',
  'support.ticket (reporter_user_id) -> identity.person': 'people of organizations above ask on this site',
  'support.ticket (reporter_organization_id) -> identity.organization': 'a check makes it the organization of the row',
  'support.ticket (created_by) -> identity.person': 'staff of an organization above open tickets here',
  'support.ticket (assigned_to) -> identity.person': 'staff of an organization above answer here',
  'support.message (sender_user_id) -> identity.person': 'staff of an organization above answer here',
  'support.reading (user_id) -> identity.person': 'staff of an organization above answer here',
  'support.internal_note (written_by) -> identity.person': 'staff of an organization above answer here',
  'support.chat_image (uploaded_by) -> identity.person': 'staff of an organization above answer here',
  'support.saved_reply (created_by) -> identity.person': 'staff of an organization above write replies for it',
  'learning.student_course (course_website_id) -> catalogue.course_website':
    'people of organizations above buy on this site',
  'learning.student_certificate (student_course_id, version) -> learning.certificate_reservation':
    'both are held to the same student_course',
}

it('a row of one tenant cannot reference a row of another', async () => {
  const references = await db.read<{ name: string }>`
    select format('%s (%s) -> %s', f.conrelid::regclass, string_agg(a.attname, ', ' order by k.at), f.confrelid::regclass) as name
    from pg_constraint f
    cross join unnest(f.conkey) with ordinality k (attnum, at)
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum
    where f.contype = 'f'
      and exists (select from pg_attribute t where t.attrelid = f.conrelid and t.attname = 'organization_id')
      and exists (select from pg_attribute t where t.attrelid = f.confrelid and t.attname = 'organization_id')
    group by f.oid, f.conrelid, f.confrelid
    having not bool_or(a.attname = 'organization_id')`
  expect(references.map(({ name }) => name).toSorted()).toEqual(Object.keys(loose).toSorted())
})

it('a login without superuser rights migrates and prepares, and sees no rows without a scope', async () => {
  const copy = await emptyCopy('nothing')
  const login = `plain_${randomBytes(6).toString('hex')}`
  const loginUrl = Object.assign(new URL(copy.url), { username: login, password: 'plain' }).href
  await asAdmin(copy.url, async (sql) => {
    await sql.unsafe(`create role ${login} login password 'plain'`)
    await sql.unsafe(`grant ${appRole} to ${login}`)
    await sql`alter database ${sql(new URL(copy.url).pathname.slice(1))} owner to ${sql(login)}`
  })
  const owner = openDatabase({ ...defaultOptions, url: loginUrl })
  const served = openDatabase({ ...defaultOptions, url: loginUrl, role: appRole })
  try {
    expect((await migrate(loginUrl, join(import.meta.dirname, '../migrations'))).length).toBeGreaterThan(10)
    await owner.read`insert into identity.organization (organization_id, code, name) values (1, 'AAA', 'A'), (2, 'BBB', 'B')`
    const codes = (rows: readonly { code?: unknown }[]) => rows.map(({ code }) => code)
    expect(codes(await asAdmin(loginUrl, (sql) => sql`select code from identity.organization`))).toEqual([])
    expect(codes(await served.read.within([2])`select code from identity.organization`)).toEqual(['BBB'])
  } finally {
    await Promise.all([owner.close(1_000), served.close(1_000)])
    await copy.drop()
    await asAdmin(inject('testServer').url, (sql) => sql.unsafe(`drop role ${login}`))
  }
})
