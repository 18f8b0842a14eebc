import { isProgram, programs } from '#modules/catalogue/programs/programs.shared.ts'
import {
  type Agency,
  agencies,
  agencyName,
  isAgency,
  sellsNumbers,
} from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { ofVisited, staff, userOf } from '#platform/permissions.ts'
import { list, requiredText, wording, z } from '#platform/schema.ts'
import { localize, localText } from '#platform/texts.ts'
import { certificateErrors } from './errors.ts'
import {
  confirmStock,
  daysLeft,
  findLevel,
  isInDoubt,
  type LastUsed,
  listUnknown,
  lockStock,
  type Stock,
} from './stock.sql.ts'
import { stockTexts } from './stock.texts.ts'

/** The most numbers that one request may add or remove. */
const maxNumbers = 5000

export const SellingAgency = z.string().refine((name): name is Agency => isAgency(name) && sellsNumbers(name), {
  error: wording(stockTexts.unknownAgency),
})
const Numbers = list(
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{4,20}$/, { error: wording(stockTexts.malformed) }),
  maxNumbers,
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
        /** Whole days until they are used up at the pace of the last 30 days; null if none was used. */
        days_left: z.int().nullable(),
        /** The programs that numbers may be bought for; '' is any course of the agency. */
        programs: z.array(z.object({ program_id: z.string(), name: z.string(), left: z.int() })),
        /** Certificates that wait for a number. */
        waiting: z.int(),
        /** The next number to be taken. */
        next: z.string().nullable(),
        /** Set after a restore: no number is taken until staff confirm which ones were used since. */
        in_doubt: z.boolean(),
        /** Whether the ASCII account has columns that the organization entered, instead of ours. */
        entered_columns: z.boolean(),
      }),
    ),
  }),
  async run(ctx) {
    const stocks = []
    for (const agency of agencies.filter(sellsNumbers)) {
      const stock = { organization_id: ctx.organization.organization_id, agency }
      const level = (await findLevel(ctx, stock)) ?? { left: 0, taken: 0, recent: 0 }
      const agency_name = agencyName({ agency, state_code: '' }, ctx.locale)
      const { left, taken } = level
      const programLevels = await listProgramLevels(ctx, stock)
      stocks.push({
        agency,
        agency_name,
        left,
        taken,
        days_left: daysLeft(level),
        programs: programLevels,
        ...(await findQueue(ctx, stock)),
        in_doubt: await isInDoubt(ctx, stock),
      })
    }
    return { stocks }
  },
})

/** The programs of the agency's state, with the numbers that are left for each. */
async function listProgramLevels({ sql, locale }: Ctx, { organization_id, agency }: Stock) {
  const rows = await sql<{ program_id: string; left: number }>`
    select program_id, count(*)::int as left from learning.certificate_stock_number
    where organization_id = ${organization_id} and agency = ${agency} and taken_at is null and voided_at is null
    group by program_id`
  return Object.entries(programs)
    .filter(([program_id]) => isProgramOfAgency(agency, program_id))
    .map(([program_id, name]) => ({
      program_id,
      name: localize(locale, name),
      left: rows.find((row) => row.program_id === program_id)?.left ?? 0,
    }))
}

/** Whether a program belongs to the agency's state, which both names start with. */
const isProgramOfAgency = (agency: Agency, program_id: string): boolean => program_id.slice(0, 3) === agency.slice(0, 3)

async function findQueue({ sql }: Ctx, { organization_id, agency }: Stock) {
  const [row] = await sql<{ waiting: number; next: string | null; entered_columns: boolean }>`
    select (select count(*)::int from learning.certificate_wait
            where organization_id = ${organization_id} and agency = ${agency} and not for_answer_ind) as waiting,
           (select number from learning.certificate_stock_number
            where organization_id = ${organization_id} and agency = ${agency} and taken_at is null
              and voided_at is null
            order by length(number), number limit 1) as next,
           exists (select from learning.number_account_layout
                   where organization_id = ${organization_id} and agency = ${agency}) as entered_columns`
  return row!
}

export const addCertificateNumbers = operation({
  call: 'POST /certificate/numbers',
  added: true,
  summary: 'Adds certificate numbers that were bought from an agency; existing numbers are skipped',
  may: ofVisited(staff('MANAGE_CERTIFICATES:UPDATE')),
  takes: z
    .object({
      agency: SellingAgency,
      numbers: Numbers,
      /** The program that the numbers were sold for; without one, they are for any course of the agency. */
      program_id: z.string().max(50).default(''),
    })
    .refine(
      ({ agency, program_id }) => program_id === '' || (isProgram(program_id) && isProgramOfAgency(agency, program_id)),
      {
        path: ['program_id'],
        error: wording(stockTexts.unknownProgram),
      },
    ),
  gives: z.object({ added: z.int(), known: z.int() }),
  async run(ctx, { agency, numbers, program_id }) {
    const { organization_id } = ctx.organization
    await lockStock(ctx, { organization_id, agency })
    const distinct = [...new Set(numbers)]
    const { count: addedCount } = await ctx.sql`
      insert into learning.certificate_stock_number (organization_id, agency, number, program_id, added_by)
      select ${organization_id}, ${agency}, number, ${program_id}, ${userOf(ctx).user_id}
      from unnest(${ctx.sql.array(distinct)}::text[]) number
      on conflict (agency, number) do nothing`
    const duplicates = distinct.length - addedCount
    if (addedCount > 0) await auditNumbers(ctx, 'certificateNumbers.add', agency, distinct, addedCount)
    return {
      added: addedCount,
      known: duplicates,
      message: localText(ctx.locale, stockTexts, 'added', { added: addedCount, known: duplicates }),
    }
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
    const { count: removedCount } = await ctx.sql`
      delete from learning.certificate_stock_number
      where organization_id = ${organization_id} and agency = ${agency} and taken_at is null and voided_at is null
        and number = any(${ctx.sql.array(distinct)}::text[])`
    const remaining = distinct.length - removedCount
    if (removedCount > 0) await auditNumbers(ctx, 'certificateNumbers.remove', agency, distinct, removedCount)
    return {
      removed: removedCount,
      kept: remaining,
      message: localText(ctx.locale, stockTexts, 'removed', { removed: removedCount, kept: remaining }),
    }
  },
})

export const voidCertificateNumbers = operation({
  call: 'PUT /certificate/numbers/void',
  added: true,
  summary: 'Voids unused numbers: no certificate takes them, and the account of all numbers shows the reason',
  may: ofVisited(staff('MANAGE_CERTIFICATES:DELETE')),
  takes: z.object({
    agency: SellingAgency,
    numbers: Numbers,
    reason: requiredText(stockTexts.reasonMissing, 500),
  }),
  gives: z.object({ voided: z.int(), kept: z.int() }),
  async run(ctx, { agency, numbers, reason }) {
    const { organization_id } = ctx.organization
    await lockStock(ctx, { organization_id, agency })
    const distinct = [...new Set(numbers)]
    const { count: voided } = await ctx.sql`
      update learning.certificate_stock_number
      set voided_at = platform.now(), voided_by = ${userOf(ctx).user_id}, void_reason = ${reason}
      where organization_id = ${organization_id} and agency = ${agency} and taken_at is null and voided_at is null
        and number = any(${ctx.sql.array(distinct)}::text[])`
    const remaining = distinct.length - voided
    if (voided > 0) await auditNumbers(ctx, 'certificateNumbers.void', agency, distinct, voided)
    return {
      voided,
      kept: remaining,
      message: localText(ctx.locale, stockTexts, 'voided', { voided, kept: remaining }),
    }
  },
})

export const confirmCertificateNumbers = operation({
  call: 'PUT /certificate/numbers/confirm',
  added: true,
  summary:
    'Confirms the unused numbers after a restore: those of a series up to its last one used are void, the others are taken again',
  may: ofVisited(staff('MANAGE_CERTIFICATES:DELETE')),
  takes: z.object({
    agency: SellingAgency,
    /**
     * The highest number of each series that a certificate or the agency's records show. A series that is left out had
     * no number used since.
     */
    last_used: list(
      z.object({
        /** The program that the numbers were bought for; '' is any course of the agency. */
        program_id: z.string().max(50).default(''),
        number: z.string().trim().toUpperCase().max(20),
      }),
      100,
    )
      .refine((entries) => new Set(entries.map(({ program_id }) => program_id)).size === entries.length, {
        error: wording(stockTexts.seriesTwice),
      })
      .default([]),
  }),
  gives: z.object({ voided: z.int() }),
  fails: [certificateErrors.notInDoubt],
  async run(ctx, { agency, last_used }) {
    const stock = { organization_id: ctx.organization.organization_id, agency }
    await lockStock(ctx, stock)
    if (!(await isInDoubt(ctx, stock))) throw certificateErrors.notInDoubt()
    await requireKnown(ctx, stock, last_used)
    const reason = localize(ctx.locale, stockTexts.usedBeforeRestore)
    const voided = await confirmStock(ctx, stock, { user_id: userOf(ctx).user_id, last_used, reason })
    await ctx.audit({
      action: 'certificateNumbers.confirm',
      subject: `organization_id:${stock.organization_id}`,
      after: { agency, last_used, voided },
    })
    return { voided, message: localText(ctx.locale, stockTexts, 'confirmed', { voided }) }
  },
})

/** Throws 400 for a number outside its series, which would void the wrong numbers. */
async function requireKnown(ctx: Ctx, stock: Stock, last_used: readonly LastUsed[]): Promise<void> {
  const unknown = new Set((await listUnknown(ctx, stock, last_used)).map(({ program_id }) => program_id))
  const issues = last_used.flatMap(({ program_id }, index) =>
    unknown.has(program_id)
      ? [{ path: `last_used.${index}.number`, message: localize(ctx.locale, stockTexts.notInSeries) }]
      : [],
  )
  if (issues.length > 0) throw errors.invalid({}, {}, issues)
}

const auditNumbers = (
  ctx: Ctx,
  action: 'certificateNumbers.add' | 'certificateNumbers.remove' | 'certificateNumbers.void',
  agency: Agency,
  numbers: readonly string[],
  changedCount: number,
) =>
  ctx.audit({
    action,
    subject: `organization_id:${ctx.organization.organization_id}`,
    after: { agency, changed: changedCount, first: numbers[0], last: numbers.at(-1) },
  })
