import {
  type Agency,
  agencies,
  agencyName,
  isAgency,
  sellsNumbers,
} from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff, userOf } from '#platform/permissions.ts'
import { list, wording, z } from '#platform/schema.ts'
import { say } from '#platform/texts.ts'
import { findLevel, lockStock, type Stock } from './stock.sql.ts'
import { stockTexts } from './stock.texts.ts'

/** The most numbers that one request may add or remove. */
const most = 5000

const SellingAgency = z.string().refine((name): name is Agency => isAgency(name) && sellsNumbers(name), {
  error: wording(stockTexts.unknownAgency),
})
const Numbers = list(
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{4,20}$/, { error: wording(stockTexts.malformed) }),
  most,
).min(1, { error: wording(stockTexts.noNumbers) })

export const fetchCertificateNumbers = operation({
  call: 'GET /certificate/numbers',
  added: true,
  summary: "The organization's remaining certificate numbers, by agency that sells them",
  may: staff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({}),
  gives: z.object({
    stocks: z.array(
      z.object({
        agency: z.string(),
        agency_name: z.string(),
        left: z.int(),
        taken: z.int(),
        /** Certificates that wait for a number. */
        waiting: z.int(),
        /** The number that is taken next. */
        next: z.string().nullable(),
      }),
    ),
  }),
  async run(ctx) {
    const stocks = []
    for (const agency of agencies.filter(sellsNumbers)) {
      const stock = { organization_id: ctx.organization.organization_id, agency }
      const { left, taken } = (await findLevel(ctx, stock)) ?? { left: 0, taken: 0 }
      const agency_name = agencyName({ agency, state_code: '' }, ctx.locale)
      stocks.push({ agency, agency_name, left, taken, ...(await findQueue(ctx, stock)) })
    }
    return { stocks }
  },
})

async function findQueue({ sql }: Ctx, { organization_id, agency }: Stock) {
  const [row] = await sql<{ waiting: number; next: string | null }>`
    select (select count(*)::int from learning.certificate_wait
            where organization_id = ${organization_id} and agency = ${agency}) as waiting,
           (select number from learning.certificate_stock_number
            where organization_id = ${organization_id} and agency = ${agency} and taken_at is null
            order by certificate_stock_number_id limit 1) as next`
  return row!
}

export const addCertificateNumbers = operation({
  call: 'POST /certificate/numbers',
  added: true,
  summary: 'Adds certificate numbers that were bought from an agency; a number that is known already is passed over',
  may: ofVisited(staff('MANAGE_CERTIFICATES:UPDATE')),
  takes: z.object({ agency: SellingAgency, numbers: Numbers }),
  gives: z.object({ added: z.int(), known: z.int() }),
  async run(ctx, { agency, numbers }) {
    const { organization_id } = ctx.organization
    await lockStock(ctx, { organization_id, agency })
    // In the order given, which is the order in which they are used.
    const distinct = [...new Set(numbers)]
    const { count: added } = await ctx.sql`
      insert into learning.certificate_stock_number (organization_id, agency, number, added_by)
      select ${organization_id}, ${agency}, number, ${userOf(ctx).user_id}
      from unnest(${ctx.sql.array(distinct)}::text[]) with ordinality given (number, place) order by place
      on conflict (agency, number) do nothing`
    const known = distinct.length - added
    if (added > 0) await auditNumbers(ctx, 'certificateNumbers.add', agency, distinct, added)
    return { added, known, message: say(ctx.locale, stockTexts, 'added', { added, known }) }
  },
})

export const removeCertificateNumbers = operation({
  call: 'PUT /certificate/numbers/remove',
  added: true,
  summary: 'Removes certificate numbers that no certificate bears',
  may: ofVisited(staff('MANAGE_CERTIFICATES:DELETE')),
  takes: z.object({ agency: SellingAgency, numbers: Numbers }),
  gives: z.object({ removed: z.int(), kept: z.int() }),
  async run(ctx, { agency, numbers }) {
    const { organization_id } = ctx.organization
    await lockStock(ctx, { organization_id, agency })
    const distinct = [...new Set(numbers)]
    const { count: removed } = await ctx.sql`
      delete from learning.certificate_stock_number
      where organization_id = ${organization_id} and agency = ${agency} and taken_at is null
        and number = any(${ctx.sql.array(distinct)}::text[])`
    const kept = distinct.length - removed
    if (removed > 0) await auditNumbers(ctx, 'certificateNumbers.remove', agency, distinct, removed)
    return { removed, kept, message: say(ctx.locale, stockTexts, 'removed', { removed, kept }) }
  },
})

const auditNumbers = (
  ctx: Ctx,
  action: 'certificateNumbers.add' | 'certificateNumbers.remove',
  agency: Agency,
  numbers: readonly string[],
  changed: number,
) =>
  ctx.audit({
    action,
    subject: `organization_id:${ctx.organization.organization_id}`,
    after: { agency, changed, first: numbers[0], last: numbers.at(-1) },
  })
