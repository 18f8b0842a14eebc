import type { Database } from '#platform/db/database.ts'
import type { Sql } from '#platform/db/sql.ts'

/** Two tenants with the same kinds of rows: a small one that is checked row by row, and one too large to count. */
export const small = { organization_id: 901, rows: 137 }
export const large = { organization_id: 902, rows: 12_000 }
/** The small tenant's organizations, itself included: one for each of its rows, for the list of organizations. */
export const companies = [901, ...Array.from({ length: small.rows - 1 }, (_, n) => 1_001 + n)]

/** The companies' courses; the last has no version. Each is on every website that it fits, or only once. */
const soldBy = {
  night: (o: number) => o % 6 === 3 && o % 5 !== 0,
  bird: (o: number) => o % 4 === 0 && o % 5 !== 0,
  draft: (o: number) => o % 7 === 0 && o % 5 !== 0,
}
const company = (sells: (o: number) => boolean) => (row: Record<string, unknown>) =>
  row.organization_id !== small.organization_id && sells(Number(row.organization_id))
type Narrowed = { readonly filter: string | string[]; readonly holds: (row: Record<string, unknown>) => boolean }

const awaitsReview = (row: Record<string, unknown>): boolean => {
  const courseStatus = Number(row.lk_student_course_status_id)
  return (
    [5, 14, 15].includes(courseStatus) ||
    (Number(row.waiting) > 0 && ![6, 7, 8, 9, 10, 16, 17, 18, 19].includes(courseStatus))
  )
}
const reviews: readonly Narrowed[] = [
  { filter: 'exact:true', holds: awaitsReview },
  { filter: 'false', holds: (row) => !awaitsReview(row) },
]

/** Filters without a column, by call and name, each with a check of the resulting seeded rows. */
export const narrowed: Readonly<Record<string, Readonly<Record<string, readonly Narrowed[]>>>> = {
  'GET /certificate/fetch': {
    viewShipped: [
      { filter: 'true', holds: (row) => row.shipped_at !== null },
      { filter: 'exact:false', holds: (row) => row.shipped_at === null },
    ],
  },
  'GET /quiz/submissions/fetch': { awaiting: reviews },
  'GET /attachment/submissions/fetch': { awaiting: reviews },
  'GET /course/fetch': {
    instructor_id: [
      // Two courses of the small tenant are only on other companies' websites.
      { filter: '90160001', holds: (row) => Number(row.course_id) > 904 },
      { filter: 'exact:90160002', holds: (row) => Number(row.course_id) > 904 },
      // A student, an administrator, and an instructor of another tenant.
      { filter: '90100001', holds: () => false },
      { filter: '90130001', holds: () => false },
      { filter: '90260001', holds: () => false },
    ],
  },
  'GET /student/fetch': {
    label: [
      { filter: 'progress', holds: (row) => row.course_status === 4 },
      { filter: 'exact:certificate issued', holds: (row) => row.course_status === 7 },
      { filter: 'start:sin pag', holds: (row) => row.course_status === 2 },
      { filter: 'contains:%', holds: () => false },
    ],
  },
  'GET /organization/fetch': {
    contact_name: [
      { filter: 'ñand', holds: company((o) => o % 4 === 0) },
      { filter: 'exact:100% contact', holds: company((o) => o % 3 === 0) },
      { filter: 'contains:%', holds: company((o) => o % 3 === 0) },
      { filter: 'start:contact', holds: () => false },
    ],
    course_name: [
      { filter: 'night driv', holds: company(soldBy.night) },
      // The small tenant sells other courses by night.
      { filter: 'contains:NIGHT', holds: (row) => row.organization_id === 901 || company(soldBy.night)(row) },
      { filter: 'exact:el ñandú', holds: company(soldBy.bird) },
      { filter: 'start:dra', holds: company(soldBy.draft) },
      { filter: ['exact:draft', 'contains:100%'], holds: company((o) => soldBy.draft(o) || soldBy.night(o)) },
      { filter: 'contains:%', holds: company(soldBy.night) },
      { filter: 'exact:night', holds: () => false },
    ],
  },
}

/** Both tenants with their websites and first two courses. */
export async function openTenants(sql: Sql): Promise<void> {
  await sql`insert into identity.organization (organization_id, code, name) values (901, 'SML', 'Small School'), (902, 'LRG', 'Large School')`
  await sql`insert into identity.organization_closure values (901, 901, 0), (902, 902, 0)`
  await sql`insert into catalogue.website (website_id, organization_id, name) values (901, 901, 'small'), (902, 902, 'large')`
  await sql`insert into catalogue.course (course_id, organization_id, slug) values (901, 901, 'a'), (902, 901, 'b')`
  await sql`
    insert into catalogue.course_version (course_version_id, course_id, version_number, name, published_at)
    values (901, 901, 1, 'Basic Driver Improvement', '2026-01-15 12:00:00Z'), (902, 902, 1, 'Manejo 100%', '2026-01-16 12:00:00Z')`
  await sql`
    insert into catalogue.course_website (course_website_id, organization_id, website_id, course_id, price_cents)
    select o * 10 + c, o, o, c, 1995 from (values (901), (902)) o (o), (values (901), (902)) c (c)`
}

/**
 * Fills both tenants with students, enrollments and payments. Names contain characters that could break filters, sheets
 * and sorting.
 */
export async function seedGrids({ tx, read }: Database): Promise<void> {
  await tx(async (sql) => {
    await openTenants(sql)
    // Names and contacts contain hostile characters here, too.
    await sql`
      insert into identity.organization (organization_id, code, name, manager_first_name, manager_last_name, email,
        phone_number, lk_organization_status_id, hosting_ind, created_at, updated_at)
      select o, (o - 900)::text, (array['Zebra', 'alpha', '=1+1', 'Bo%b', 'Ñandú'])[1 + o % 5] || ' ' || o,
             (array['Ana', '', '-2+3'])[1 + o % 3], (array['Müller', ''])[1 + o % 2], 'office' || o || '@example.com',
             '555' || o, 1 + o % 3, o % 2 = 0,
             timestamptz '2026-03-01 00:00:00.123456Z' + (o / 4) * interval '37 minutes 1 microsecond',
             timestamptz '2026-04-01 00:00:00Z' + o % 9 * interval '1 day'
      from unnest(${sql.array(companies.slice(1))}::int[]) o`
    await sql`
      insert into identity.organization_address (organization_id, lk_address_type_id, city, lk_state_id)
      select o, 2, (array['Tampa', 'tampa', 'St. Louis', '100%'])[1 + o % 4], 1 + o % 3
      from unnest(${sql.array(companies.slice(1))}::int[]) o where o % 5 > 0`
    await sql`
      insert into identity.organization_contact (organization_id, lk_contact_type_id, name)
      select o, 1, name from unnest(${sql.array(companies.slice(1))}::int[]) o
      join (values (4, 'Zoë Ñandú'), (3, '100% Contact')) contact (every, name) on o % every = 0`
    // Every fifth company has no website anymore; of those with the night course, every other one removed it again.
    await sql`
      insert into catalogue.course (course_id, organization_id, slug)
      values (903, 901, 'night'), (904, 901, 'bird'), (905, 901, 'draft')`
    await sql`
      insert into catalogue.course_version (course_version_id, course_id, version_number, name, published_at)
      values (903, 903, 1, 'Night Driving 100%', '2026-01-17 12:00:00Z'), (904, 904, 1, 'El Ñandú', '2026-01-18 12:00:00Z')`
    await sql`update catalogue.course set published_version_id = course_id where course_id in (903, 904)`
    await sql`
      insert into catalogue.website (website_id, organization_id, name, deleted_at)
      select o, o, 'company', case when o % 5 = 0 then platform.now() end
      from unnest(${sql.array(companies.slice(1))}::int[]) o`
    await sql`
      insert into catalogue.course_website (organization_id, website_id, course_id, price_cents, deleted_at)
      select o, o, course_id, 1995, case when course_id = 903 and o % 2 = 0 then platform.now() end
      from unnest(${sql.array(companies.slice(1))}::int[]) o
      join (values (903, 3), (904, 4), (905, 7)) course (course_id, every) on o % every = 0`
    // Without fresh statistics, foreign key checks keep using plans made for empty tables.
    const sow: typeof sql = Object.assign(
      async (...statement: Parameters<typeof sql>) => [await sql(...statement), await sql`analyze`][0],
      sql,
    ) as never
    for (const tenant of [small, large]) await seedTenant(sow, tenant)
  })
  await read`analyze`
}

export type Tenant = {
  readonly organization_id: number
  readonly rows: number
  /** The number of its courses and websites; the number of rows by default. */
  readonly courses?: number
  /** The distance of the IDs of each staff role from those of the one before, and of the first from students. */
  readonly apart?: number
}

/** The number before the first ID of a tenant's rows. */
export const firstOf = ({ organization_id }: Pick<Tenant, 'organization_id'>): number => organization_id * 100_000

/** Fills every list of one tenant, whose organization and first two courses already exist. */
export async function seedTenant(sow: Sql, tenant: Tenant): Promise<void> {
  const { organization_id, rows, courses = rows, apart = 30_000 } = tenant
  const first = firstOf(tenant)
  // The two courses on the first website already exist; the others have websites and their own prices.
  await sow`
    with site as (
      insert into catalogue.website (website_id, organization_id, name, url)
      select ${first}::int + n, ${organization_id}::int, (array['Shop', 'escuela', '=1+1'])[1 + n % 3] || n,
             case when n % 4 > 0 then 'https://shop' || n || '.example.com' else '' end
      from generate_series(1, ${courses}::int - 2) n returning website_id, organization_id),
    course as (
      insert into catalogue.course (course_id, organization_id, slug)
      select website_id, organization_id, (array['speed', 'alpha', 'z-night'])[1 + website_id % 3] || '-' || website_id from site)
    insert into catalogue.course_website (course_website_id, organization_id, website_id, course_id, price_cents,
                                          admin_fee_cents, min_price_cents, max_price_cents, updated_at)
    select website_id, organization_id, website_id, website_id, 2000 + website_id % 50, website_id % 7 * 100,
           case when website_id % 3 = 0 then 1000 + website_id % 5 end, case when website_id % 4 = 0 then 5000 end,
           timestamptz '2026-05-03 09:00:00.5Z' + (website_id - ${first}::int) / 3 * interval '5 minutes 1 microsecond'
    from site`
  // Drafts; with the published ones, there are as many courses as rows, one of them with a long history.
  await sow`
    insert into catalogue.course_version (course_version_id, course_id, version_number, name, updated_at)
    select ${first}::int + n, ${first}::int + n, 0, (array['Winter 100%', 'ana_', '=1+1'])[1 + n % 3] || n,
           timestamptz '2026-05-04 09:00:00.5Z' + (n / 3) * interval '5 minutes 1 microsecond'
    from generate_series(1, ${courses}::int - 2) n`
  await sow`
    insert into platform.audit_event (organization_id, at, action, subject, actor_kind, actor_user_id, before, after)
    select ${organization_id}::int, timestamptz '2026-05-01 08:00:00.25Z' + (n / 3) * interval '11 minutes 3 microseconds',
           (array['course.create', 'course.overview', 'course.publish', 'course.outline'])[1 + n % 4],
           'course_id:' || ${first}::int + 1, 'user', ${first}::int + 2 + n % 7, '{"name": "a"}', '{"name": "b"}'
    from generate_series(1, ${rows}::int) n`
  await sow`
    insert into identity.person (user_id, organization_id, lk_user_role_id, lk_user_status_id, loginid, email,
                                 first_name, last_name, dob, created_at)
    select ${first}::int + n, ${organization_id}::int, 3, 1 + n % 3, 'user' || ${first}::int + n,
           'user' || n || '@example.com',
           (array['ana', 'Ana', 'Bo%b', 'Bo_b', 'Ñandú', '=1+1', '', 'Zoë\\'])[1 + n % 8],
           (array['O''Neil', 'de la Cruz', 'Müller', 'smith', 'Smith'])[1 + n % 5],
           case when n % 7 <> 0 then date '1980-01-01' + n % 9000 end,
           -- Several a microsecond: the key alone tells them apart.
           timestamptz '2026-03-01 00:00:00.123456Z' + (n / 4) * interval '37 minutes 1 microsecond'
    from generate_series(1, ${rows}::int) n`
  // As many administrators, instructors and support staff, changed in a different order.
  await sow`
    insert into identity.person (user_id, organization_id, lk_user_role_id, lk_user_status_id, loginid, email,
                                 first_name, last_name, dob, created_at, updated_at)
    select user_id + place * ${apart}::int, organization_id, role, lk_user_status_id, 'staff' || user_id + place * ${apart}::int, email,
           first_name, last_name, dob, created_at, created_at + interval '1 day' * (user_id % 9)
    from identity.person, unnest(array[1, 2, 4]) with ordinality as staff (role, place)
    where organization_id = ${organization_id}::int and lk_user_role_id = 3`
  await sow`
    insert into identity.phone (organization_id, user_id, phone_number)
    select ${organization_id}::int, ${first}::int + n, '555' || lpad(n::text, 7, '0')
    from generate_series(1, ${rows}::int, 3) n`
  await sow`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                         lk_student_course_status_id, audio_ind, purchased_via)
    select ${organization_id}::int, ${first}::int + n, 901 + n % 2, ${organization_id}::int * 10 + 901 + n % 2, 1 + n % 22, n % 2 = 0,
           case when n % 5 = 0 then 'Shop' end
    from generate_series(1, ${rows}::int) n where n % 6 <> 0`
  await sow`
    insert into learning.course_assignment (student_course_id, organization_id, group_name, due_on)
    select student_course_id, organization_id,
           case when user_id % 4 > 0 then (array['Tampa', 'day_ 100%', '=1+1', 'Ñandú'])[1 + user_id % 4] end,
           case when user_id % 3 > 0 then platform.now()::date - 40 + user_id % 90 end
    from learning.student_course where organization_id = ${organization_id}::int and user_id % 5 > 0`
  await sow`
    insert into learning.completion_report (organization_id, student_course_id, number, agency, state_code, record, state, due_at,
                                            accepted_at, code)
    select organization_id, student_course_id, 1, (array['fl-dhsmv', 'fmcsa-tpr', 'dmv'])[1 + user_id % 3], 'FL', '{}',
           (array['due', 'sending', 'retry', 'accepted', 'rejected'])[1 + user_id % 5], platform.now(),
           case when user_id % 5 = 3 then platform.now() end, case when user_id % 5 > 2 then 'CC' || user_id % 4 end
    from learning.student_course where organization_id = ${organization_id}::int and user_id % 2 = 0`
  await sow`
    insert into learning.certificate_reservation (student_course_id, version, organization_id, certificate_number, check_code)
    select student_course_id, version, organization_id, user_id || '-' || version,
           translate(lpad((user_id::bigint * 2 + version)::text, 12, '2'), '01', 'AB')
    from learning.student_course, generate_series(1, 2) version
    where organization_id = ${organization_id}::int and user_id % 4 = 0`
  await sow`
    insert into learning.student_certificate (organization_id, student_course_id, user_id, version, certificate_template_id,
      certificate_number, check_code, model, content_hash, jpg_key, pdf_key, issued_at, deleted_at)
    select r.organization_id, r.student_course_id, s.user_id, r.version, 1, r.certificate_number, r.check_code, '{}', repeat('0', 64),
           'a', 'b', platform.now(), case when r.version = 1 then platform.now() end
    from learning.certificate_reservation r join learning.student_course s using (student_course_id)
    where r.organization_id = ${organization_id}::int`
  await sow`
    insert into checkout.customer_order (order_id, organization_id, user_id, intent_id, lk_order_status_id,
      subtotal_cents, add_on_cents, shipping_cents, discount_cents, total_cents, first_name, last_name, email, paid_at)
    select ${first}::int + n, ${organization_id}::int, ${first}::int + n, gen_random_uuid(), 2, 2000 + n, 0, n % 3 * 500, n % 4 * 100,
           2000 + n + n % 3 * 500 - n % 4 * 100, (array['ana', '-2+3', 'Bob'])[1 + n % 3], 'Buyer' || n % 9,
           'user' || n || '@example.com', platform.now()
    from generate_series(1, ${rows}::int) n`
  await sow`
    insert into checkout.order_item (order_id, organization_id, course_website_id, course_version_id, name, price_cents)
    select ${first}::int + n, ${organization_id}::int, ${organization_id}::int * 10 + 901 + n % 2, 901 + n % 2,
           (array['Basic Driver Improvement', 'Manejo 100%'])[1 + n % 2], 2000 + n
    from generate_series(1, ${rows}::int) n`
  await sow`
    insert into checkout.external_order (organization_id, external_id, order_id)
    select ${organization_id}::int, (array['ana-', '=1+', 'PO_'])[1 + n % 3] || n, ${first}::int + n
    from generate_series(1, ${rows}::int) n where n % 4 > 0`
  await sow`
    insert into checkout.payment_attempt (payment_attempt_id, order_id, organization_id, attempt, state, amount_cents)
    select ${first}::int + n, ${first}::int + n, ${organization_id}::int, 'T' || ${first}::int + n, 'approved', 2000
    from generate_series(1, ${rows}::int) n`
  await sow`
    insert into checkout.payment (order_id, organization_id, user_id, transaction_id, payment_attempt_id, lk_payment_status_id, total_cents,
                                  refund_cents, created_at)
    select ${first}::int + n, ${organization_id}::int, ${first}::int + n, 'trx' || ${first}::int + n, ${first}::int + n, 1 + n % 7, 2000 + n,
           case when n % 7 = 2 then 500 else 0 end, timestamptz '2026-04-01 10:00:00.5Z' + (n / 3) * interval '13 minutes 7 microseconds'
    from generate_series(1, ${rows}::int) n`
  await sow`
    insert into checkout.authorization_key_batch (authorization_key_batch_id, organization_id, quantity, request_id, created_by)
    values (${organization_id}::int, ${organization_id}::int, 1000, gen_random_uuid(), ${first}::int + 1)`
  await sow`
    insert into checkout.authorization_key (organization_id, authorization_key_batch_id, course_website_id, course_id, course_name,
      code_hash, last_group, lk_authorization_key_status_id, redeemed_by, redeemed_at, order_item_id, revoked_by, revoked_at,
      revoke_reason, created_at)
    select organization_id, organization_id, course_website_id, 901 + n % 2, name, sha256(order_item_id::text::bytea),
           lpad((n % 10000)::text, 4, '0'), 1 + n % 3, case n % 3 when 1 then ${first}::int + n end,
           case n % 3 when 1 then timestamptz '2026-06-01 09:00:00Z' + n * interval '7 minutes' end,
           case n % 3 when 1 then order_item_id end, case n % 3 when 2 then ${first}::int + 1 end,
           case n % 3 when 2 then platform.now() end, case n % 3 when 2 then 'Lost' end,
           timestamptz '2026-05-01 09:00:00.75Z' + (n / 3) * interval '5 minutes 1 microsecond'
    from (select *, order_id - ${first}::int as n from checkout.order_item) i
    where organization_id = ${organization_id}::int`
  await sow`
    insert into checkout.promo_code (organization_id, website_id, code, dollar_amount_off_cents, percent_off, starts_at,
                                     expires_at, usage_limit, once_per_customer, enabled, created_at)
    select ${organization_id}::int, case when n % 3 > 0 then ${organization_id}::int end,
           (array['ANA-', 'SUMMER_', '-1'])[1 + n % 3] || n, case when n % 2 = 0 then 100 + n end,
           case when n % 2 = 1 then 1 + n % 100 end,
           case when n % 5 = 1 then timestamptz '2020-01-01 00:00:00Z' + n * interval '7 hours' end,
           case when n % 4 = 1 then timestamptz '2021-01-01 00:00:00Z' + n * interval '9 hours' end,
           case when n % 6 = 0 then n % 18 end, n % 2 = 0, n % 7 > 0,
           timestamptz '2026-05-02 09:00:00.75Z' + (n / 3) * interval '5 minutes 1 microsecond'
    from generate_series(1, ${rows}::int) n`
  await sow`
    insert into checkout.invoice (organization_id, number, website_id, period_start, period_end, lk_invoice_status_id,
      lk_invoice_language_id, total_cents, paid_cents, due_at, created_by, created_at, updated_at, voided_by, voided_at)
    select ${organization_id}::int, n, ${organization_id}::int, date '2026-01-01' + n % 90, date '2026-04-01' + n % 200,
           1 + n % 4, 1 + n % 2, 5000 - n, case n % 4 when 1 then abs(5000 - n) else 0 end,
           timestamptz '2026-07-01 00:00:00Z' + n * interval '3 hours', ${first}::int + 1,
           timestamptz '2026-06-01 09:00:00.25Z' + (n / 3) * interval '5 minutes 1 microsecond',
           timestamptz '2026-06-02 09:00:00Z' + n % 9 * interval '1 day',
           case n % 4 when 3 then ${first}::int + 1 end, case n % 4 when 3 then platform.now() end
    from generate_series(1, ${rows}::int) n`
  await sow`
    insert into identity.storefront_order (storefront_order_id, organization_id, provider, order_name, order_key, external_id, email,
      customer_name, paid_at, user_id)
    select ${first}::int + n, ${organization_id}::int, 'shopify', '#' || n, n::text, 'gid://shopify/Order/' || n,
           'user' || n || '@example.com', (array['ana', '=1+1', 'Bo%b'])[1 + n % 3], platform.now(),
           case when n % 4 > 0 then ${first}::int + n end
    from generate_series(1, ${rows}::int) n`
  await sow`
    insert into checkout.storefront_line (organization_id, storefront_order_id, external_id, copy, sku, title,
      lk_storefront_line_status_id, order_item_id, ended_at, created_at)
    select organization_id, order_id, 'line', 1 + order_id % 5, 'sku-' || order_id % 11, name, 2 + order_id % 4,
           case order_id % 4 when 2 then order_item_id end, case order_id % 4 when 3 then platform.now() end,
           timestamptz '2026-06-05 09:00:00.5Z' + (order_id - ${first}::int) / 3 * interval '5 minutes 1 microsecond'
    from checkout.order_item where organization_id = ${organization_id}::int`
  // One person with a long history; staff caused some of it, one of them while viewing as the person.
  await sow`
    insert into platform.audit_event (organization_id, at, action, subject, subject_user_id, actor_kind, actor_user_id,
                                      viewed_by, request_id, after)
    select ${organization_id}::int, timestamptz '2026-05-01 08:00:00.25Z' + (n / 3) * interval '11 minutes 3 microseconds',
           (array['user.login', 'mail.sent', 'permission.update', 'course.next', 'of.nobody'])[1 + n % 5],
           (array['user_id:' || ${first}::int + 1, 'student_course:' || n, 'quiz_attempt:' || n, null])[1 + n % 4],
           ${first}::int + 1, 'user', ${first}::int + 1 + n % 3, case when n % 7 = 0 then ${first}::int + 4 end,
           case when n % 6 > 0 then 'request ' || n end,
           case when n % 5 = 1 then '{"letter": "identity.password-link"}'::jsonb end
    from generate_series(1, ${rows}::int) n`
  // Emails to the others, so that there are as many emails as rows.
  await sow`
    insert into platform.audit_event (organization_id, at, action, subject_user_id, actor_kind, after)
    select ${organization_id}::int, timestamptz '2026-05-02 08:00:00.25Z' + (n / 3) * interval '11 minutes 3 microseconds',
           'mail.sent', ${first}::int + 2 + n % 9, 'system',
           jsonb_build_object('letter', (array['checkout.receipt', 'identity.welcome', 'identity.written'])[1 + n % 3])
    from generate_series(1, ${rows}::int) n where n % 5 <> 1`
  // For every student without a course, another one has an additional, older one: as many courses as rows.
  await sow`
    insert into learning.student_course (organization_id, user_id, course_version_id, course_website_id,
                                         lk_student_course_status_id, audio_ind, created_at)
    select ${organization_id}::int, ${first}::int + n - 5, 901, ${organization_id}::int * 10 + 901, 1 + n % 22, false,
           timestamptz '2025-01-01'
    from generate_series(6, ${rows}::int, 6) n`
  await sow`
    insert into learning.completion_report (organization_id, student_course_id, number, agency, state_code, record, state, due_at,
                                            accepted_at, receipt, code)
    select c.organization_id, c.student_course_id, 1, (array['fl-dhsmv', 'fmcsa-tpr', 'dmv'])[1 + n % 3], 'FL', '{}',
           (array['due', 'sending', 'retry', 'accepted', 'rejected'])[1 + n % 5],
           timestamptz '2026-05-01 08:00:00.25Z' + (n / 4) * interval '7 minutes 1 microsecond',
           case when n % 5 = 3 then platform.now() end, case when n % 5 = 3 then 'R-' || n % 7 end,
           case when n % 5 > 2 then 'CC' || n % 4 end
    from learning.student_course c, lateral (select c.student_course_id as n) numbered
    where c.organization_id = ${organization_id}::int
      and not exists (select from learning.completion_report r where r.student_course_id = c.student_course_id)`
  await sow`
    insert into learning.certificate_reservation (student_course_id, version, organization_id, certificate_number, check_code)
    select student_course_id, 1, organization_id, 'C-' || student_course_id,
           translate(lpad(student_course_id::text, 12, 'Z'), '01', 'AB')
    from learning.student_course c
    where organization_id = ${organization_id}::int
      and not exists (select from learning.certificate_reservation r where r.student_course_id = c.student_course_id)`
  await sow`
    insert into learning.student_certificate (organization_id, student_course_id, user_id, version, certificate_template_id,
      certificate_number, check_code, model, content_hash, jpg_key, pdf_key, issued_at, deleted_at, shipped_at, dispatched_at)
    select r.organization_id, r.student_course_id, s.user_id, r.version, 1, r.certificate_number, r.check_code, '{}', repeat('0', 64),
           'a', 'b', timestamptz '2026-05-01 08:00:00.25Z' + (r.student_course_id / 4) * interval '7 minutes 1 microsecond',
           case when r.student_course_id % 5 = 0 then platform.now() end,
           case when r.student_course_id % 3 = 0 then platform.now() end,
           case when r.student_course_id % 6 = 0 then platform.now() end
    from learning.certificate_reservation r join learning.student_course s using (student_course_id)
    where r.organization_id = ${organization_id}::int and r.certificate_number = 'C-' || r.student_course_id`
  await sow`
    with lines as (
      update checkout.order_item set tracking_number = case when order_item_id % 3 = 0 then '1Z ' || order_item_id % 9 end
      where organization_id = ${organization_id}::int
      returning order_item_id),
    numbered as (select order_item_id, row_number() over (order by order_item_id) as n from lines),
    courses as (
      select student_course_id, row_number() over (order by student_course_id) as n
      from learning.student_course where organization_id = ${organization_id}::int)
    update learning.student_course c set order_item_id = numbered.order_item_id
    from numbered join courses using (n)
    where c.student_course_id = courses.student_course_id
      and numbered.n % 5 > 0`
  await sow`
    with charged as (
      update checkout.order_item i set student_course_id = c.student_course_id
      from learning.student_course c
      where c.order_item_id = i.order_item_id and i.organization_id = ${organization_id}::int and i.order_item_id % 4 = 0
      returning i.order_id)
    insert into checkout.chargeback (organization_id, payment_id, case_number, origin, amount_cents, received_on)
    select p.organization_id, p.payment_id, 'case', 'staff', 100, '2026-04-02'
    from checkout.payment p join charged using (order_id)`
  await sow`
    update learning.student_course set lk_shipping_type_id = 1 + student_course_id % 4
    where organization_id = ${organization_id}::int and student_course_id % 7 > 0`
  await sow`
    insert into learning.external_exam (student_course_id, organization_id, kind, state, provider, provider_attempt, score,
                                        created_at, decided_at)
    select student_course_id, organization_id, (array['proctored', 'interactive'])[1 + student_course_id % 2],
           (array['authorized', 'started', 'passed', 'failed', 'violation', 'cancelled'])[1 + student_course_id % 6],
           'exams' || student_course_id % 4, 'a', case when student_course_id % 3 = 0 then 50 + student_course_id % 50 end,
           timestamptz '2026-05-01 08:00:00.25Z' + (student_course_id / 4) * interval '7 minutes 1 microsecond',
           case when student_course_id % 6 > 1 then platform.now() end
    from learning.student_course where organization_id = ${organization_id}::int`
  await sow`
    insert into learning.submission (student_course_id, kind, organization_id, finished_at, waiting)
    select student_course_id, kind, organization_id,
           timestamptz '2026-05-01 08:00:00.25Z' + (student_course_id / 4) * interval '7 minutes 1 microsecond',
           student_course_id % 3
    from learning.student_course, unnest(array['quiz', 'document']) kind
    where organization_id = ${organization_id}::int`
}
