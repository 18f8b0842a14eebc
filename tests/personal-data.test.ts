import { expect, test } from 'vitest'
import { eraseHeld } from '#modules/backoffice/people/personal-data.ts'
import { clearVersionCache } from '#modules/catalogue/versions/version-cache.ts'
import type { OwnerColumn } from '#platform/personal-data/personal-table.ts'
import { listPersonalTables } from '#web/personal-tables.ts'
import { until } from './fixtures/platform/queue.ts'
import { openTestApp } from './support/app.ts'

const app = await openTestApp()
const { read } = app.database
const personalTable = listPersonalTables()
const names = personalTable.map(({ table }) => table)
const admin = await app.as(await app.userId('admin@example.com'))
const instructor = await app.as(await app.userId('instructor@example.com'))

/** Tables that name people although their rows are not about them, with the reason. */
const others: Readonly<Record<string, string>> = {
  'identity.organization': 'its manager; the organization is not a person',
  'identity.person_letters': 'derived from the name: a trigger writes it with every change of identity.person',
  'identity.client': 'staff who opened it',
  'identity.webhook_endpoint': 'staff who made it',
  'identity.client_key': 'staff who made it',
  'backoffice.bulk_run': 'staff who started it',
  'backoffice.report_run': 'staff who ran it',
  'backoffice.skipped_step': 'staff who skipped it',
  'backoffice.student_upload': 'staff who uploaded it',
  'catalogue.attachment': 'staff who uploaded it',
  'catalogue.course_version': 'staff who wrote it',
  'catalogue.media_upload': 'staff who upload it',
  'catalogue.program_rule': 'staff who entered it',
  'checkout.authorization_key_batch': 'staff who made it',
  'checkout.chargeback': 'the bank and staff; the payment is the person’s',
  'checkout.chargeback_course': 'a course of it',
  'checkout.discrepancy': 'staff who resolved it',
  'checkout.invoice': 'an organization’s',
  'checkout.invoice_payment': 'an organization’s',
  'checkout.loosened_refund_approval': 'staff who changed the limit',
  'checkout.refund_approval': 'staff who asked and decided',
  'checkout.refund_attempt': 'the gateway; the payment is the person’s',
  'checkout.storefront_course': 'staff who linked it',
  'checkout.wallet_approval': 'the gateway; the order is the person’s',
  'learning.agency_file': 'staff who took it; it lists reports',
  'learning.agency_hold': 'staff who held it',
  'learning.certificate_wait': 'a course waits for a number',
  'support.saved_reply': 'staff who wrote it',
}

test('every table that names a person declares its part in exports and erasures', async () => {
  const rows = await read<{ name: string }>`
    select distinct format('%s.%s', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)
      and k.confrelid in ('identity.person'::regclass, 'learning.student_course'::regclass,
                          'checkout.customer_order'::regclass, 'support.ticket'::regclass, 'identity.session'::regclass)
    where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and n.nspname in ('identity', 'catalogue', 'security', 'learning', 'checkout', 'support', 'backoffice', 'settings')
      and (k.oid is not null or a.attname in ('user_id', 'student_course_id'))`
  const tables = rows.map(({ name }) => name)
  expect(tables.length).toBeGreaterThan(90)
  expect(tables.filter((name) => !names.includes(name) && !(name in others)).sort()).toEqual([])
  expect(Object.keys(others).filter((name) => names.includes(name) || !tables.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('declared columns exist, and every byte column of a declared table is secret', async () => {
  const rows = await read<{ name: string; column: string; type: string; filled: boolean }>`
    select format('%s.%s', n.nspname, c.relname) as name, a.attname::text as column,
           format_type(a.atttypid, null) as type, a.attnotnull as filled
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where a.attnum > 0 and not a.attisdropped and format('%s.%s', n.nspname, c.relname) = any(${read.array(names)}::text[])`
  const columnsOf = Map.groupBy(rows, ({ name }) => name)
  const chain = (rule: OwnerColumn, table: string): string[] => [
    `${table}.${rule.column}`,
    ...(rule.in ? [`${rule.in.table}.${rule.in.key}`, ...chain(rule.in.whose, rule.in.table)] : []),
  ]
  const usedNames = personalTable.flatMap(({ table, whose, where = {}, secret = [], files = [], erase }) => [
    ...chain(whose, table),
    ...[...Object.keys(where), ...secret, ...files].map((column) => `${table}.${column}`),
    ...(typeof erase === 'object' && 'set' in erase
      ? Object.keys(erase.set).map((column) => `${table}.${column}`)
      : []),
  ])
  const columnNames = new Set(rows.map(({ name, column }) => `${name}.${column}`))
  expect(usedNames.filter((column) => !columnNames.has(column))).toEqual([])
  const emptied = personalTable.flatMap(({ table, erase }) =>
    typeof erase === 'object' && 'set' in erase
      ? Object.entries(erase.set).flatMap(([column, value]) => (value === null ? [`${table}.${column}`] : []))
      : [],
  )
  const filled = new Set(rows.flatMap(({ name, column, filled }) => (filled ? [`${name}.${column}`] : [])))
  expect(emptied.length).toBeGreaterThan(10)
  expect(emptied.filter((column) => filled.has(column))).toEqual([])
  const columns = personalTable.flatMap(({ table, secret = [] }) =>
    columnsOf.get(table)!.flatMap(({ column, type }) => (type === 'bytea' && !secret.includes(column) ? [column] : [])),
  )
  const words = personalTable.flatMap(({ table, shows, secret = [] }) =>
    columnsOf
      .get(table)!
      .flatMap(({ column }) =>
        !shows && /(^|_)(notes?|reason|remarks|annotation)$/.test(column) && !secret.includes(column)
          ? [`${table}.${column}`]
          : [],
      ),
  )
  // A note to the student, and the code of the cause of a check; every other reason or note belongs to staff.
  expect(words.sort()).toEqual(['checkout.customer_order.note', 'learning.identity_check.reason'])
  // A hash of a published text, and measurements, which are withheld like all bytes.
  expect(columns.sort()).toEqual(['text_hash', 'timings'])
})

const open = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Download
type Download = { user_id: number; cut: string[]; tables: Record<string, Record<string, unknown>[]> }

test('people download their own data without secrets, and the download is in their history', async () => {
  const user_id = await app.userId('student@example.com')
  const client = await app.as(user_id)
  const { status, headers, bytes } = await client.get('/user/personalData')
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining(`personal-data-${user_id}.json`),
  ])
  const { tables, ...rest } = open(bytes)
  expect(rest).toMatchObject({ user_id, cut: [] })
  expect(tables['identity.person']).toMatchObject([
    { user_id, email: 'student@example.com', password_hash: '(withheld)', notes: '(withheld)' },
  ])
  expect(tables['identity.session']![0]).toMatchObject({ user_id, reference_hash: '(withheld)' })
  expect(new TextDecoder().decode(bytes)).not.toMatch(/\$argon2|\\\\x[0-9a-f]{8}/)
  const quizzes = tables['learning.quiz_answer'] ?? []
  expect(quizzes.filter(({ correct }) => correct !== '(withheld)')).toEqual([])
  const people = Object.values(tables).flatMap((rows) => rows.flatMap((row) => ('user_id' in row ? [row.user_id] : [])))
  expect(new Set(people)).toEqual(new Set([user_id]))
  const [event] = await read`
    select actor_user_id, subject_user_id from platform.audit_event where action = 'personalData.export' order by audit_event_id desc limit 1`
  expect(event).toEqual({ actor_user_id: user_id, subject_user_id: user_id })
})

test('an export contains neither notes of staff nor their address or browser', async () => {
  const user_id = await addStudent('noted@example.com')
  const student = await app.as(user_id)
  const [session] = await read<{ session_id: number }>`
    select session_id from identity.session where user_id = ${user_id}`
  const note = await admin.post('/user/addEntityNotes', {
    lk_entity_type_id: 1,
    entity_id: user_id,
    note: 'Secretly written',
    request_id: crypto.randomUUID(),
  })
  expect(note.status).toBe(200)
  await read`
    insert into platform.audit_event (organization_id, action, subject, subject_user_id, actor_kind, actor_user_id, viewed_by, address, user_agent, request_id, after)
    select 1, one.action, 'thing:1', ${user_id}, 'user', one.actor, one.viewer, one.address, one.address, 'r', '{"note": "Secretly written"}'
    from (values ('user.edit', 1, null, '192.0.2.1'), ('cart.change', ${user_id}::int, 1, '192.0.2.2'),
                 ('cart.change', ${user_id}::int, null, '192.0.2.3')) one (action, actor, viewer, address)`
  await read`
    insert into identity.session (reference_hash, user_id, organization_id, expires_at, idle_seconds, viewed_by, viewed_by_session_id, view_reason, address)
    select sha256('a view'), ${user_id}, 1, now() + interval '1 hour', 600, user_id, session_id, 'Secretly written', '192.0.2.4'
    from identity.session where user_id = ${await app.userId('admin@example.com')} limit 1`
  const { bytes } = await student.get('/user/personalData')
  const text = new TextDecoder().decode(bytes)
  const { tables } = open(bytes)
  expect(text).not.toMatch(/Secretly|192\.0\.2\.[124]/)
  expect(tables['identity.session']!.map(({ session_id }) => session_id)).toEqual([session!.session_id])
  const events = tables['platform.audit_event']!.filter(({ subject }) => subject === 'thing:1')
  const event = { at: expect.any(String), subject: 'thing:1' }
  expect(events).toHaveLength(3)
  expect(events).toEqual(
    expect.arrayContaining([
      { ...event, action: 'user.edit', address: null, user_agent: null },
      { ...event, action: 'cart.change', address: null, user_agent: null },
      { ...event, action: 'cart.change', address: '192.0.2.3', user_agent: '192.0.2.3' },
    ]),
  )
})

test("Admins download the data of people in their organizations; other staff and students download no one's", async () => {
  const user_id = await addStudent('reached@example.com')
  const path = `/user/personalData?user_id=${user_id}`
  expect((await admin.get(path)).status).toBe(200)
  const other = await app.as(await addStudent('other@example.com'))
  expect((await other.get(path)).status).toBe(404)
  const instructor_id = await app.userId('instructor@example.com')
  await read`delete from identity.permission where user_id = ${instructor_id}`
  const foreignId = await addStudent('foreign@example.com', 3)
  expect((await instructor.get(`/user/personalData?user_id=${foreignId}`)).status).toBe(404)
  await read`
    insert into identity.permission (user_id, organization_id, key, granted)
    values (${instructor_id}, 1, 'MANAGE_STUDENTS:READ', true)`
  expect((await instructor.get(path)).body).toMatchObject({ code: 'FORBIDDEN' })
  expect((await instructor.get('/user/personalData')).status).toBe(200)
})

test('a download requires a recent proof, also of one’s own data; the pages lead to it and back', async () => {
  const user_id = await addStudent('proving@example.com')
  const admin_id = await app.userId('admin@example.com')
  const [student, bossClient] = [await app.as(user_id), await app.as(admin_id)]
  const manage = `/manage/personal-data/${user_id}`
  const forms = async () => [
    (await student.visit('/settings/personal-data', {})).headers.get('location'),
    (await bossClient.visit(manage, { action: 'download' })).headers.get('location'),
  ]
  expect(await forms()).toEqual(['/api/user/personalData', `/api/user/personalData?user_id=${user_id}`])
  await read`update identity.session set proved_at = null where user_id in (${user_id}, ${admin_id})`
  expect((await student.get('/user/personalData')).body.code).toBe('PROOF_NEEDED')
  expect((await bossClient.get(`/user/personalData?user_id=${user_id}`)).body.code).toBe('PROOF_NEEDED')
  expect((await forms()).map((to) => decodeURIComponent(to!))).toEqual([
    '/prove?redirect=/settings/personal-data',
    `/prove?redirect=${manage}`,
  ])
  await read`update identity.session set proved_at = platform.now() where user_id in (${user_id}, ${admin_id})`
})

let counter = 0
async function addStudent(email: string, organization_id = 1, word = 'Kept'): Promise<number> {
  counter += 1
  const [row] = await read<{ user_id: number }>`
    insert into identity.person (organization_id, lk_user_role_id, loginid, email, first_name, last_name, address1, notes, dob)
    values (${organization_id}, 3, ${email}, ${email}, ${`${word}first`}, ${`${word}last${counter}`}, ${`1 ${word} Street`}, ${`${word}note`}, '1990-04-09')
    returning user_id`
  return row!.user_id
}

const erase = (user_id: number, reason = 'They asked for it by letter.') =>
  admin.post('/user/erase', { user_id, reason })

async function addCourse(user_id: number, lk_student_course_status_id: number): Promise<void> {
  await read`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id, lk_student_course_status_id)
    select 1, ${user_id}, course_version_id, course_website_id, ${lk_student_course_status_id}
    from catalogue.v_course_website where course_website_id = 1001`
}

/** Every place of the database that contains the text, as table and column. */
async function findText(text: string): Promise<string[]> {
  const columns = await read<{ name: string; column: string }>`
    select format('%I.%I', n.nspname, c.relname) as name, quote_ident(a.attname) as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and format_type(a.atttypid, null) in ('text', 'jsonb', 'text[]', 'tsvector')`
  const union = columns
    .map(({ name, column }) => `select '${name}.${column}' as place from ${name} where ${column}::text ilike $1`)
    .join(' union ')
  const rows = await read.text<{ place: string }>(union, [`%${text}%`])
  return rows.map(({ place }) => place)
}

test('an erasure removes name, contact data, messages and documents everywhere but in the sealed history', async () => {
  const user_id = await addStudent('canary-person@example.com', 1, 'Canary')
  const student = await app.as(user_id)
  await read`insert into identity.phone (organization_id, user_id, phone_number) values (1, ${user_id}, '8135550177')`
  const responses = [
    await admin.post('/user/addEntityNotes', {
      lk_entity_type_id: 1,
      entity_id: user_id,
      note: 'Canary note of staff',
      request_id: crypto.randomUUID(),
    }),
    await student.post('/support/createSupportTicket', { details: 'Canary question', client_id: crypto.randomUUID() }),
    await student.post('/cart/addToCart', { course_website_id: 1001 }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  await read`
    insert into checkout.customer_order ${read({
      organization_id: 1,
      user_id,
      intent_id: crypto.randomUUID(),
      lk_order_status_id: 3,
      subtotal_cents: 1_995,
      add_on_cents: 0,
      shipping_cents: 0,
      discount_cents: 0,
      total_cents: 1_995,
      first_name: 'Canary',
      last_name: 'Buyer',
      email: 'canary-person@example.com',
      dob: '1990-04-09',
      address1: '1 Canary Street',
      address2: 'Canary',
      billing_address1: '1 Canary Street',
      billing_address2: 'Canary',
      note: 'Canary note of an order',
    })}`
  await read`
    insert into identity.letter (organization_id, user_id, kind, to_email, subject, message, sent_by)
    values (1, ${user_id}, 'written', 'canary-person@example.com', 'Canary subject', 'Canary letter', ${user_id})`
  await addCourse(user_id, 10)
  await read`
    insert into identity.external_person (organization_id, external_id, user_id) values (1, 'Canary-driver', ${user_id})`
  await read`
    insert into learning.external_enrollment (organization_id, external_id, student_course_id)
    select 1, 'Canary-enrollment', student_course_id from learning.student_course where user_id = ${user_id}`
  await read`
    insert into checkout.external_order (organization_id, external_id, order_id)
    select organization_id, 'Canary-order', order_id from checkout.customer_order where user_id = ${user_id}`
  const before = await findText('canary')
  for (const place of [
    'identity.person.first_name',
    'support.message.message',
    'backoffice.entity_note.note',
    'identity.letter.message',
    'identity.person_letters.letters',
    'identity.external_person.external_id',
    'learning.external_enrollment.external_id',
    'checkout.external_order.external_id',
  ])
    expect(before).toContain(place)
  const { status, body } = await erase(user_id)
  expect([status, body.message]).toEqual([200, "The student's data was erased."])
  expect((await findText('canary')).filter((place) => !place.startsWith('platform.audit_event.'))).toEqual([])
  expect(await findText('8135550177')).toEqual([])
  const [person] = await read`
    select loginid, email, first_name, last_name, dob, deleted_at is not null as removed from identity.person where user_id = ${user_id}`
  expect(person).toEqual({
    loginid: `erased-${user_id}`,
    email: `erased-${user_id}@erased.invalid`,
    first_name: '',
    last_name: `#${user_id}`,
    dob: null,
    removed: true,
  })
  expect((await student.get('/user/personalData')).status).toBe(401)
  const [event] = await read`
    select subject_user_id, after from platform.audit_event where action = 'personalData.erase' order by audit_event_id desc limit 1`
  expect(event).toMatchObject({ subject_user_id: user_id, after: { reason: 'They asked for it by letter.' } })
})

test('an erasure also empties a row that someone else is changing', async () => {
  const user_id = await addStudent('changing@example.com')
  await read`
    insert into identity.invitation (organization_id, seed, token_hash, email, first_name, last_name, lk_user_role_id, invited_by, user_id, expires_at)
    select 1, sha256('seed'), sha256('token'), 'changing@example.com', 'Changing', 'Row', 2, user_id, ${user_id}, now() + interval '1 day'
    from identity.person where email = 'admin@example.com' limit 1`
  let erasing: ReturnType<typeof erase> | null = null
  await app.database.tx(async (sql) => {
    await sql`update identity.invitation set revoked_at = now() where user_id = ${user_id}`
    erasing = erase(user_id)
    await until(async () => {
      const waitingRows = await read`
        select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'update identity.invitation'
          and datname = current_database()`
      return waitingRows.length > 0
    })
  })
  expect((await erasing!).status).toBe(200)
  const [row] = await read`
    select email, first_name, revoked_at is not null as revoked from identity.invitation where user_id = ${user_id}`
  expect(row).toEqual({ email: `erased-${user_id}@erased.invalid`, first_name: '', revoked: true })
})

test('an erased student can neither be erased again nor restored', async () => {
  const user_id = await addStudent('twice@example.com')
  const responses = await Promise.all([erase(user_id), erase(user_id)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await erase(user_id)).body.code).toBe('ALREADY_ERASED')
  expect((await admin.put('/user/restore', { user_id })).status).toBe(404)
})

test('a removed student can be erased', async () => {
  const user_id = await addStudent('removed-first@example.com')
  expect((await admin.delete('/student', { student: user_id })).status).toBe(200)
  expect((await erase(user_id)).status).toBe(200)
})

test('a course in progress and a saved card prevent erasure, and nothing is changed', async () => {
  const taking = await addStudent('taking@example.com')
  await addCourse(taking, 1)
  const carded = await addStudent('carded@example.com')
  await read`
    insert into checkout.customer_profile (organization_id, user_id, customer_profile_id) values (1, ${carded}, 'c-1')`
  await read`
    insert into checkout.payment_profile (organization_id, user_id, gateway_profile_id, brand, last_4)
    values (1, ${carded}, 'p-1', 'Visa', '1111')`
  for (const user_id of [taking, carded]) {
    expect((await erase(user_id)).body.code).toBe('NOT_ERASABLE')
    const [person] = await read`select first_name, deleted_at from identity.person where user_id = ${user_id}`
    expect(person).toEqual({ first_name: 'Keptfirst', deleted_at: null })
  }
})

test('answers of a certified course stay, and those of another course are erased', async () => {
  const user_id = await addStudent('certified@example.com')
  await addCourse(user_id, 7)
  await addCourse(user_id, 10)
  const courses = await read<{ student_course_id: number }>`
    select student_course_id from learning.student_course where user_id = ${user_id} order by 1`
  const [certified, plain] = courses.map(({ student_course_id }) => student_course_id) as [number, number]
  await app.database.tx(async (sql) => {
    await sql`set local session_replication_role = replica`
    for (const student_course_id of [certified, plain])
      await sql`
        insert into learning.registration_answer (student_course_id, organization_id, question_id, answer)
        values (${student_course_id}, 1, 1, '"x"')`
    await sql`
      insert into learning.student_certificate ${sql({
        organization_id: 1,
        student_course_id: certified,
        user_id,
        version: 1,
        certificate_template_id: 1,
        certificate_number: 'ERASED-1',
        check_code: 'ERASED-1',
        model: sql.json({}),
        content_hash: '0'.repeat(64),
        jpg_key: 'x',
        pdf_key: 'x',
        issued_at: new Date(),
      })}`
  })
  expect((await erase(user_id)).status).toBe(200)
  const remaining = await read`
    select student_course_id from learning.registration_answer where student_course_id = any(${read.array([certified, plain])})`
  expect(remaining).toEqual([{ student_course_id: certified }])
})

test('a program keeps answers and identity records for its retention period; a job erases the rest the day after', async () => {
  await read`
    update catalogue.course_version set program_id = 'il-adult' where course_version_id =
      (select course_version_id from catalogue.v_course_website where course_website_id = 1001)`
  clearVersionCache()
  const user_id = await addStudent('retained@example.com')
  await addCourse(user_id, 10)
  const [course] = await read<{ student_course_id: number }>`
    select student_course_id from learning.student_course where user_id = ${user_id}`
  const { student_course_id } = course!
  await app.database.tx(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into learning.registration_answer (student_course_id, organization_id, question_id, answer)
      values (${student_course_id}, 1, 1, '"x"')`
    await sql`
      insert into learning.identity_answer (student_course_id, organization_id, question_id, answer_hash)
      values (${student_course_id}, 1, 1, sha256('x'))`
  })
  const remainingRows = async () =>
    (
      await read<{ answers: number; secrets: number; held_erasures: number }>`
        select (select count(*)::int from learning.registration_answer where student_course_id = ${student_course_id}) as answers,
               (select count(*)::int from learning.identity_answer where student_course_id = ${student_course_id}) as secrets,
               (select count(*)::int from learning.held_erasure where user_id = ${user_id}) as held_erasures`
    )[0]
  const page = await admin.visit(`/manage/personal-data/${user_id}`)
  expect(page.text).toContain('92 Ill. Adm. Code 1066.50(a)')
  expect((await erase(user_id)).status).toBe(200)
  expect(await remainingRows()).toEqual({ answers: 1, secrets: 1, held_erasures: 1 })
  const system = await app.ctx({ kind: 'system', name: 'test' })
  // Illinois keeps records for 36 months, including the last day.
  await read`
    update learning.student_course set updated_at = platform.now() - interval '36 months' + interval '1 day'
    where student_course_id = ${student_course_id}`
  await read`update learning.held_erasure set until = current_date - 1 where user_id = ${user_id}`
  await eraseHeld(system)
  expect(await remainingRows()).toEqual({ answers: 1, secrets: 1, held_erasures: 1 })
  await read`
    update learning.student_course set updated_at = platform.now() - interval '36 months' - interval '2 days'
    where student_course_id = ${student_course_id}`
  await eraseHeld(system)
  expect(await remainingRows()).toEqual({ answers: 1, secrets: 1, held_erasures: 1 })
  await read`update learning.held_erasure set until = current_date - 1 where user_id = ${user_id}`
  await eraseHeld(system)
  expect(await remainingRows()).toEqual({ answers: 0, secrets: 0, held_erasures: 0 })
  const [event] = await read`
    select organization_id, subject_user_id from platform.audit_event
    where action = 'personalData.eraseHeld' order by audit_event_id desc limit 1`
  expect(event).toEqual({ organization_id: 1, subject_user_id: user_id })
})

test('only staff who may remove students erase one, after a recent proof, and never staff', async () => {
  const user_id = await addStudent('kept@example.com')
  const student = await app.as(user_id)
  expect((await student.post('/user/erase', { user_id, reason: 'x' })).status).toBe(403)
  expect(
    (await admin.post('/user/erase', { user_id: await app.userId('instructor@example.com'), reason: 'x' })).status,
  ).toBe(404)
  expect((await admin.post('/user/erase', { user_id, reason: ' ' })).status).toBe(400)
  const signedIn = await app.as(await app.userId('admin@example.com'))
  await read`update identity.session set proved_at = null where user_id = ${await app.userId('admin@example.com')}`
  expect((await signedIn.post('/user/erase', { user_id, reason: 'x' })).body.code).toBe('PROOF_NEEDED')
  expect(await read`select from identity.person where user_id = ${user_id} and deleted_at is null`).toHaveLength(1)
})
