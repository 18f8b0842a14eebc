import { findPeople, findPeopleByPhone } from '#modules/identity/index.ts'
import { userRole } from '#modules/identity/lookups.shared.ts'
import { composed } from '#platform/composed.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, staff } from '#platform/permissions.ts'
import type { Rate } from '#platform/rate-class.ts'
import { z } from '#platform/schema.ts'
import { searchForm, searchPattern } from '#platform/search-form.ts'
import { localText } from '#platform/texts.ts'
import { paletteTexts } from './palette.texts.ts'

/** The most of each kind. */
const max = 5
const minLength = 2
/** Two requests per second for someone typing; the list waits between letters. */
const rate: Rate = { name: 'find-records', perMinute: 120, burst: 40 }

const FoundRecord = z.object({
  kind: z.enum(['student', 'staff', 'organization', 'order', 'ticket', 'key']),
  id: z.int(),
  label: z.string(),
  /** Distinguishes the record from others of the same name. */
  detail: z.string(),
  href: z.string(),
})
export type FoundRecord = z.output<typeof FoundRecord>

/**
 * Finds records by a few letters or a number: only those that the caller may see, in the visited site's organizations.
 */
export const findRecords = operation({
  call: 'GET /find/records',
  summary:
    'Finds up to five of each kind: students by phone number, name or email, staff by name or email, organizations by name or code, orders and tickets by number, and keys by the last group of their code',
  added: true,
  may: staff(),
  rate,
  takes: z.object({ text: z.string().max(100) }),
  gives: z.object({ found: z.array(FoundRecord) }),
  async run(ctx, { text }) {
    const query = composed(text).trim().replaceAll(/\s+/g, ' ').toLowerCase()
    if (query.length < minLength && !/^\d$/.test(query)) return { found: [] }
    const number = Number(/^#?(\d{1,9})$/.exec(query)?.[1] ?? 0)
    const { actor } = ctx
    const people = await findPeople(ctx, searchForm(query).split(' '))
    const lists = await Promise.all([
      holds(actor, 'MANAGE_STUDENTS:READ') ? students(ctx, query, number, people) : [],
      staffMembers(ctx, query, people),
      holds(actor, 'MANAGE_ORGANIZATION:READ') ? organizations(ctx, query) : [],
      holds(actor, 'MANAGE_PAYMENTS:READ') ? orders(ctx, text.trim(), number) : [],
      holds(actor, 'MANAGE_SUPPORT:READ') && number > 0 ? tickets(ctx, number) : [],
      holds(actor, 'MANAGE_AUTHORIZATION_KEYS:READ') ? keys(ctx, query) : [],
    ])
    return { found: lists.flat() }
  },
})

/** The upper bound of texts with this prefix, in code point order. */
const endOf = (text: string): string => `${text}\u{10FFFF}`

/** All people with the words of a text, or null if they are many. */
type FewPeople = readonly number[] | null

type Student = { user_id: number; first_name: string; last_name: string; email: string }

/** The patterns of a text's words. A search text has a middle name, or two spaces, between first and last name. */
const patternsOf = (text: string) => searchForm(text).split(' ').map(searchPattern)

/** The students among these people whose letters match the text. */
const studentsOf = ({ sql, organization }: Ctx, ids: readonly number[], text: string) => sql<Student>`
  select p.user_id, p.first_name, p.last_name, p.email from identity.v_person p
  where p.user_id = any(${sql.array(ids)}::int[]) and p.deleted_at is null and p.lk_user_role_id = ${userRole.Student}
    and p.organization_id = any(${sql.array([...organization.scope])}::int[])
    and p.search_text like all(${sql.array(patternsOf(text))}::text[])
  order by p.last_name, p.first_name, p.user_id limit ${max}::int`

/**
 * Students whose name begins with the text: each organization separately, so that an index over organization and name
 * is read from the first match.
 */
function studentsFrom({ sql, organization }: Ctx, text: string) {
  const end = endOf(text)
  return sql<Student>`
    select distinct on (found.last_first_key, found.user_id)
      found.user_id, found.first_name, found.last_name, found.email
    from unnest(${sql.array([...organization.scope])}::int[]) as tenant (organization_id)
    cross join lateral (
      (select user_id, first_name, last_name, email, last_first_key from identity.v_student_name s
       where s.organization_id = tenant.organization_id and s.last_first_key >= ${text} and s.last_first_key < ${end}
       order by s.last_first_key limit ${max}::int)
      union all
      (select user_id, first_name, last_name, email, last_first_key from identity.v_student_name s
       where s.organization_id = tenant.organization_id and s.first_last_key >= ${text} and s.first_last_key < ${end}
       order by s.first_last_key limit ${max}::int)) found
    order by found.last_first_key, found.user_id
    limit ${max}::int`
}

/**
 * Students with all words anywhere in a name or an address, if they are few; otherwise those whose name begins with the
 * text. Emails are compared in their stored form, lower case, phone numbers by their digits.
 */
async function students(ctx: Ctx, text: string, number: number, people: FewPeople): Promise<FoundRecord[]> {
  const { sql, organization } = ctx
  const rows = people ? await studentsOf(ctx, people, text) : await studentsFrom(ctx, text)
  const exactMatches = await sql<Student>`
    select user_id, first_name, last_name, email from identity.v_student_name s
    where ${text.includes('@') ? sql`s.email_key = ${text}` : sql`s.user_id = ${number}`}
      and s.organization_id = any(${sql.array([...organization.scope])}::int[])
    limit ${max}::int`
  const peopleByPhone = await findPeopleByPhone(ctx, text)
  const byPhone = peopleByPhone && peopleByPhone.length > 0 ? await studentsOf(ctx, peopleByPhone, '') : []
  const all = new Map([...byPhone, ...exactMatches, ...rows].map((row) => [row.user_id, row]))
  return [...all.values()].slice(0, max).map(({ user_id, first_name, last_name, email }) => ({
    kind: 'student',
    id: user_id,
    label: `${first_name} ${last_name}`.trim() || email,
    detail: email,
    href: pathTo('/manage/student/:id', { id: user_id }),
  }))
}

const staffRoles = [
  { role: userRole.Admin, key: 'MANAGE_ADMIN:READ' },
  { role: userRole.Instructor, key: 'MANAGE_INSTRUCTORS:READ' },
  { role: userRole.Support, key: 'MANAGE_INSTRUCTORS:READ' },
] as const

const accountOf = {
  [userRole.Admin]: (id: number) => pathTo('/manage/administrator/:id/account', { id }),
  [userRole.Instructor]: (id: number) => pathTo('/manage/instructor/:id/account', { id }),
  [userRole.Support]: (id: number) => pathTo('/manage/support/:id/account', { id }),
}

/**
 * All words anywhere in the name or the address, also where too many people have them, because staff are few; of the roles
 * that the caller may see.
 */
async function staffMembers(
  { sql, actor, organization }: Ctx,
  text: string,
  people: FewPeople,
): Promise<FoundRecord[]> {
  const visibleRoles = staffRoles.filter(({ key }) => holds(actor, key))
  if (visibleRoles.length === 0 || !/\p{L}/u.test(text)) return []
  const rows = await sql<{ user_id: number; first_name: string; last_name: string; email: string; role: number }>`
    select p.user_id, p.first_name, p.last_name, p.email, p.lk_user_role_id as role from identity.v_person p
    where p.deleted_at is null and p.lk_user_role_id = any(${sql.array(visibleRoles.map(({ role }) => role))}::int[])
      and p.organization_id = any(${sql.array([...organization.scope])}::int[])
      ${people ? sql`and p.user_id = any(${sql.array([...people])}::int[])` : sql``}
      and p.search_text like all(${sql.array(patternsOf(text))}::text[])
    order by p.last_name, p.first_name, p.user_id limit ${max}::int`
  return rows.map(({ user_id, first_name, last_name, email, role }) => ({
    kind: 'staff',
    id: user_id,
    label: `${first_name} ${last_name}`.trim() || email,
    detail: email,
    href: accountOf[role as keyof typeof accountOf](user_id),
  }))
}

async function organizations({ sql, organization }: Ctx, text: string): Promise<FoundRecord[]> {
  const rows = await sql<{ organization_id: number; code: string; name: string }>`
    select o.organization_id, o.code, o.name from identity.v_organization_name o
    where (o.code = ${text.toUpperCase()} or platform.search_form(o.name) like ${searchPattern(text)})
      and o.organization_id = any(${sql.array([...organization.scope])}::int[])
    order by (o.code = ${text.toUpperCase()}) desc, strpos(platform.search_form(o.name), ${searchForm(text)}),
      o.name_key limit ${max}::int`
  return rows.map(({ organization_id, code, name }) => ({
    kind: 'organization',
    id: organization_id,
    label: name,
    detail: code,
    href: pathTo('/manage/organization/:id/overview', { id: organization_id }),
  }))
}

/** Finds orders by their number or their payment's transaction. */
async function orders({ sql, organization, locale }: Ctx, text: string, number: number): Promise<FoundRecord[]> {
  const rows = await sql<{ order_id: number; payment_id: number; first_name: string; last_name: string }>`
    select p.order_id, p.payment_id, p.first_name, p.last_name from checkout.v_payment p
    where ${number > 0 ? sql`p.order_id = ${number}` : sql`p.transaction_id = ${text}`}
      and p.organization_id = any(${sql.array([...organization.scope])}::int[])
    order by p.payment_id limit ${max}::int`
  return rows.map(({ order_id, payment_id, first_name, last_name }) => ({
    kind: 'order',
    id: payment_id,
    label: localText(locale, paletteTexts, 'orderNamed', { number: order_id }),
    detail: `${first_name} ${last_name}`.trim(),
    href: pathTo('/manage/payments', { query: { payment_id: `exact:${payment_id}` } }),
  }))
}

/** Finds a ticket by its own or its thread's number. */
async function tickets({ sql, organization, locale }: Ctx, number: number): Promise<FoundRecord[]> {
  const rows = await sql<{ issue_id: number; chat_thread_id: number; issue_name: string }>`
    select t.issue_id, t.chat_thread_id, t.issue_name from support.v_ticket t
    where (t.issue_id = ${number} or t.chat_thread_id = ${number})
      and t.organization_id = any(${sql.array([...organization.scope])}::int[])
    order by t.issue_id limit ${max}::int`
  return rows.map(({ issue_id, chat_thread_id, issue_name }) => ({
    kind: 'ticket',
    id: issue_id,
    label: `${localText(locale, paletteTexts, 'ticketNamed', { number: chat_thread_id })}: ${issue_name}`,
    detail: '',
    href: pathTo('/support/:id', { id: chat_thread_id }),
  }))
}

/** Finds keys by their last four characters, the visible part; a whole key ends with them. */
async function keys({ sql, organization }: Ctx, text: string): Promise<FoundRecord[]> {
  const last = /(?:^|-)([0-9a-hjkmnp-tv-z]{4})$/.exec(text)?.[1]?.toUpperCase()
  if (!last) return []
  const rows = await sql<{ authorization_key_id: number; last_group: string; course_name: string }>`
    select k.authorization_key_id, k.last_group, k.course_name from checkout.v_authorization_key k
    where k.last_group = ${last} and k.organization_id = any(${sql.array([...organization.scope])}::int[])
    order by k.authorization_key_id desc limit ${max}::int`
  return rows.map(({ authorization_key_id, last_group, course_name }) => ({
    kind: 'key',
    id: authorization_key_id,
    label: `****-****-****-${last_group}`,
    detail: course_name,
    href: pathTo('/manage/authorizationKeys', { query: { authorization_key_id: `exact:${authorization_key_id}` } }),
  }))
}
