import { listWaiting } from '#modules/backoffice/advance/advance-request.sql.ts'
import { advanceKey } from '#modules/backoffice/advance/advance-right.ts'
import { countReviewsSql } from '#modules/backoffice/tiles/tile-types.ts'
import { countImpacted } from '#modules/catalogue/index.ts'
import { shippingType } from '#modules/catalogue/lookups.shared.ts'
import { countOpenInvoices, countPending, selectPendingAges } from '#modules/checkout/index.ts'
import { listOnePerson } from '#modules/identity/index.ts'
import {
  ageReviews,
  countAwaiting,
  countCertificatesDue,
  countMissingNumbers,
  countWaitingNumbers,
  findLowStock,
  isLateUnsent,
  lateUnsentReports,
} from '#modules/learning/index.ts'
import { status as ticketStatus } from '#modules/support/tickets/status-rules.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment } from '#platform/db/sql.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { holds, type PermissionKey, staff, userOf } from '#platform/permissions.ts'
import { type CountedRows, rowCountSql } from '#platform/row-count.ts'
import { z } from '#platform/schema.ts'
import { localText, type PlainKey } from '#platform/texts.ts'
import { homeTexts } from './home.texts.ts'

/** The highest exact count: the page costs the same however much work waits. */
const maxCount = 10_000
const newTicket = ticketStatus.awaiting

type Kind = {
  key: PlainKey<typeof homeTexts>
  href: string | ((ctx: Ctx) => Promise<string>)
  may: PermissionKey
  count: (ctx: Ctx) => Promise<number | null>
  /** The whole days that the oldest item has waited. */
  age?: (ctx: Ctx) => Promise<number | null>
  /** The level of a stock, where 0 is the most urgent. Null shows nothing. */
  stock?: true
}

async function countUpToMax({ sql }: Ctx, rows: Fragment): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 ${rows} limit ${maxCount + 1}) counted`
  return row!.n
}

/** Counts made by the database. */
const countRows =
  (...rows: CountedRows[]): Kind['count'] =>
  async ({ sql, organization }) => {
    const [row] = await sql<{ n: number }>`${rowCountSql(sql, organization.scope, rows)}`
    return row!.n
  }

async function ageOf({ sql }: Ctx, instant: Fragment, rows: Fragment): Promise<number | null> {
  const [row] = await sql<{ age: number | null }>`
    select floor(extract(epoch from platform.now() - min(${instant})) / 86400)::int as age ${rows}`
  return row!.age
}

const scopeOf = ({ sql, organization }: Ctx) => sql.array(organization.scope)

const rejectedSql = (ctx: Ctx): Fragment => ctx.sql`
  from learning.v_completion_report r where r.organization_id = any(${scopeOf(ctx)}) and r.state = 'rejected'`

const lateReportsSql = (ctx: Ctx): Fragment => ctx.sql`
  from learning.v_completion_report r
  where r.organization_id = any(${scopeOf(ctx)}) and ${isLateUnsent(ctx.sql)}`

const toShipSql = (ctx: Ctx): Fragment => ctx.sql`
  from learning.v_student_certificate t join learning.v_student_course c using (student_course_id)
  where t.organization_id = any(${scopeOf(ctx)}) and t.shipped_at is null and t.deleted_at is null
    and c.lk_shipping_type_id in (${shippingType.Mail}, ${shippingType.MailOvernight})`

/** The kinds of waiting work, most urgent first; each leads to its page. */
const kinds: readonly Kind[] = [
  {
    key: 'held',
    href: pathTo('/manage/payments/held'),
    may: 'MANAGE_PAYMENTS:UPDATE',
    count: async (ctx) => (await countPending(ctx)).held,
    age: async (ctx) => (await selectPendingAges(ctx)).held,
  },
  {
    key: 'refunds',
    href: pathTo('/manage/payments/awaiting'),
    may: 'MANAGE_PAYMENTS:UPDATE',
    count: async (ctx) => (await countPending(ctx)).awaiting,
    age: async (ctx) => (await selectPendingAges(ctx)).awaiting,
  },
  {
    key: 'discrepancies',
    href: pathTo('/manage/payments/discrepancies'),
    may: 'MANAGE_PAYMENTS:UPDATE',
    count: async (ctx) => (await countPending(ctx)).discrepancies,
    age: async (ctx) => (await selectPendingAges(ctx)).discrepancies,
  },
  {
    key: 'chargebacks',
    href: pathTo('/manage/payments/chargebacks'),
    may: 'MANAGE_PAYMENTS:UPDATE',
    count: async (ctx) => (await countPending(ctx)).chargebacks,
    age: async (ctx) => (await selectPendingAges(ctx)).chargebacks,
  },
  {
    key: 'reports',
    href: pathTo('/manage/completion-reports', { query: { report_state: 'exact:5' } }),
    may: 'MANAGE_STUDENTS:READ',
    count: (ctx) => countUpToMax(ctx, rejectedSql(ctx)),
    age: (ctx) => ageOf(ctx, ctx.sql`r.updated_at`, rejectedSql(ctx)),
  },
  {
    key: 'lateReports',
    href: pathTo('/manage/completion-reports', { query: lateUnsentReports }),
    may: 'MANAGE_STUDENTS:READ',
    count: (ctx) => countUpToMax(ctx, lateReportsSql(ctx)),
    age: (ctx) => ageOf(ctx, ctx.sql`r.due_at`, lateReportsSql(ctx)),
  },
  {
    key: 'advances',
    href: pathTo('/manage/advances'),
    may: advanceKey,
    // The caller's own request waits for someone else.
    count: async (ctx) => {
      const ownIds = await listOnePerson(ctx, userOf(ctx).user_id)
      return (await listWaiting(ctx, null)).filter(
        ({ asked_by, user_id }) => !ownIds.has(asked_by) && !ownIds.has(user_id),
      ).length
    },
  },
  {
    key: 'submissions',
    // The list that has some: the first one may be empty.
    async href(ctx) {
      const { quizzes, documents } = await countAwaiting(ctx)
      return pathTo(quizzes === 0 && documents > 0 ? '/manage/submissions/documents' : '/manage/submissions')
    },
    may: 'MANAGE_COURSES:READ',
    async count(ctx) {
      const [row] = await ctx.sql<{ n: number }>`${countReviewsSql(ctx, {})}`
      return row!.n
    },
    age: ageReviews,
  },
  {
    key: 'programChanges',
    href: pathTo('/manage/programs'),
    may: 'MANAGE_COURSES:READ',
    count: countImpacted,
  },
  {
    key: 'tickets',
    href: pathTo('/support', { query: { lk_issue_status_id: newTicket } }),
    may: 'MANAGE_SUPPORT:READ',
    count: countRows('tickets'),
    age: (ctx) =>
      ageOf(
        ctx,
        ctx.sql`created_at`,
        ctx.sql`from support.v_ticket
                where organization_id = any(${scopeOf(ctx)}) and lk_issue_status_id = ${newTicket}`,
      ),
  },
  {
    key: 'ship',
    href: pathTo('/manage/certificates/issued'),
    may: 'MANAGE_CERTIFICATES:READ',
    count: (ctx) => countUpToMax(ctx, toShipSql(ctx)),
    age: (ctx) => ageOf(ctx, ctx.sql`t.issued_at`, toShipSql(ctx)),
  },
  {
    key: 'certificatesDue',
    href: pathTo('/manage/completion-reports/calendar'),
    may: 'MANAGE_STUDENTS:READ',
    count: countCertificatesDue,
  },
  {
    key: 'numbersToEnter',
    href: pathTo('/manage/completion-reports', { query: { report_state: 'exact:4' } }),
    may: 'MANAGE_STUDENTS:READ',
    count: countMissingNumbers,
  },
  {
    key: 'waitingNumbers',
    href: pathTo('/manage/certificates/numbers'),
    may: 'MANAGE_CERTIFICATES:READ',
    count: (ctx) => countWaitingNumbers(ctx, ctx.organization.organization_id),
  },
  {
    key: 'numbers',
    href: pathTo('/manage/certificates/numbers'),
    may: 'MANAGE_CERTIFICATES:READ',
    count: (ctx) => findLowStock(ctx, ctx.organization.organization_id),
    stock: true,
  },
  {
    key: 'invoices',
    href: pathTo('/manage/invoices'),
    may: 'MANAGE_INVOICE_PAYMENTS:READ',
    count: countOpenInvoices,
  },
]

export const fetchWaiting = operation({
  call: 'GET /user/waiting',
  added: true,
  summary: "Counts the caller's pending work, by their permissions, with the page for each kind",
  may: staff(),
  takes: z.object({}),
  gives: z.object({
    waiting: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        count: z.int(),
        /** There are more; counting stopped here. */
        more_ind: z.boolean(),
        /** How many whole days the oldest item has waited; null if unknown. */
        age_days: z.int().nullable(),
        href: z.string(),
      }),
    ),
  }),
  async run(ctx) {
    const visible = kinds.filter(({ may }) => holds(ctx.actor, may))
    const counts = await Promise.all(
      visible.map(async ({ key, href, count, stock, age }) => {
        const n = await count(ctx)
        if (n === null || (n === 0 && !stock)) return []
        const label = localText(ctx.locale, homeTexts, key)
        const age_days = age ? await age(ctx) : null
        const to = typeof href === 'string' ? href : await href(ctx)
        return [{ kind: key, label, count: Math.min(n, maxCount), more_ind: n > maxCount, age_days, href: to }]
      }),
    )
    return { waiting: counts.flat() }
  },
})
