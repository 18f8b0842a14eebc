import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import { agencyName } from '#modules/learning/reporting/agencies/index.ts'
import { type AccountLayout, readAccountLayout } from '#modules/learning/reporting/agencies/layout/layout.schema.ts'
import { lineFaults, writeLayout } from '#modules/learning/reporting/agencies/layout/write-layout.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff, userOf } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { stockTexts as t } from './stock.texts.ts'
import { SellingAgency } from './stock-numbers.ts'

/** A number of the account: bought, used, voided, or assigned by the agency. */
export type AccountRow = {
  number: string
  /** `superseded`: a correction has another number. */
  use: 'unused' | 'voided' | 'original' | 'duplicate' | 'superseded'
  /** YYYY-MM-DD. */
  day: string
  student: string
  course: string
  note: string
}

/** Sample numbers, one for each use. */
const sampleRows: readonly AccountRow[] = [
  { number: '1000001', use: 'original', day: '2026-01-05', student: 'Ana Sample', course: 'Sample course', note: '' },
  { number: '1000002', use: 'duplicate', day: '2026-01-09', student: 'Ana Sample', course: 'Sample course', note: '' },
  { number: '1000003', use: 'voided', day: '2026-02-02', student: '', course: '', note: 'Printed twice' },
  { number: '1000004', use: 'superseded', day: '2026-02-11', student: 'Leo Sample', course: 'Sample course', note: '' },
  { number: '1000005', use: 'unused', day: '2026-03-01', student: '', course: '', note: '' },
]

/** A template to fill in: the null values and the columns come from the agency's standard. */
const template = JSON.stringify(
  { form: null, encoding: 'ascii', line_end: null, file_name: 'numbers-{date:YYYYMMDD}.txt', fields: [] },
  null,
  2,
)

const Preview = z.object({
  /** The faults in the columns themselves, and in the sample file. */
  faults: z.array(z.string()),
  /** The file of sample numbers; null if there is a fault. */
  file: z.object({ name: z.string(), text: z.string() }).nullable(),
})

const Text = z.string().trim().max(20_000)

export const fetchAccountLayout = operation({
  call: 'GET /certificate/numbers/accountLayout',
  added: true,
  summary: "The columns of the ASCII account of an agency's certificate numbers, with a file of made-up numbers",
  may: staff('MANAGE_SETTINGS:READ'),
  takes: z.object({ agency: SellingAgency }),
  gives: z.object({
    agency_name: z.string(),
    /** '' for our own columns. */
    layout: z.string(),
    template: z.string(),
    preview: Preview.nullable(),
  }),
  async run(ctx, { agency }) {
    const layout = await findAccountLayoutText(ctx, agency)
    return {
      agency_name: agencyName({ agency, state_code: '' }, ctx.locale),
      layout,
      template,
      preview: layout === '' ? null : previewOf(ctx, layout),
    }
  },
})

export const previewAccountLayout = operation({
  call: 'POST /certificate/numbers/accountLayout/preview',
  added: true,
  summary: 'Tries columns of the account with made-up numbers, and saves nothing',
  may: staff('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({ agency: SellingAgency, layout: Text }),
  gives: Preview,
  run: async (ctx, { layout }) => previewOf(ctx, layout),
})

export const saveAccountLayout = operation({
  call: 'POST /certificate/numbers/accountLayout',
  added: true,
  summary: "Saves the columns of the account, as the agency's standard has them; '' returns to our own",
  may: staff('MANAGE_SETTINGS:UPDATE'),
  takes: z.object({ agency: SellingAgency, layout: Text }),
  gives: z.object({}),
  async run(ctx, { agency, layout }) {
    const { organization_id } = ctx.organization
    const { faults } = layout === '' ? { faults: [] } : previewOf(ctx, layout)
    if (faults.length > 0) throw errors.invalid({}, {}, [{ path: 'layout', message: faults.join(' ') }])
    if (layout === '')
      await ctx.sql`
        delete from learning.number_account_layout where organization_id = ${organization_id} and agency = ${agency}`
    else
      await ctx.sql`
        insert into learning.number_account_layout ${ctx.sql({
          organization_id,
          agency,
          layout,
          updated_by: userOf(ctx).user_id,
        })}
        on conflict (organization_id, agency) do update
        set layout = excluded.layout, updated_by = excluded.updated_by, updated_at = platform.now()`
    await ctx.audit({
      action: 'certificateNumbers.columns',
      subject: `agency:${agency}`,
      after: { own_columns: layout === '' },
    })
    return { message: localize(ctx.locale, t.columnsSaved) }
  },
})

async function findAccountLayoutText({ sql, organization }: Ctx, agency: Agency): Promise<string> {
  const [row] = await sql<{ layout: string }>`
    select layout from learning.number_account_layout
    where organization_id = ${organization.organization_id} and agency = ${agency}`
  return row?.layout ?? ''
}

function previewOf(ctx: Ctx, text: string): z.output<typeof Preview> {
  const layout = readAccountLayout(text)
  if ('faults' in layout) return { faults: layout.faults, file: null }
  try {
    const faults = faultsOf(ctx, layout, sampleRows)
    if (faults.length > 0) return { faults, file: null }
    const { name, bytes } = writeLayout(layout, sampleRows, factsOf(ctx))
    return {
      faults,
      file: { name, text: Buffer.from(bytes).toString(layout.encoding === 'utf-8' ? 'utf8' : 'latin1') },
    }
  } catch (error) {
    // The header or trailer could not be written.
    return { faults: [(error as Error).message], file: null }
  }
}

const factsOf = ({ now, organization }: Ctx) => ({ number: 1, now, time_zone: organization.time_zone })

/** The first lines that don't fit the columns, by number and field. */
function faultsOf(ctx: Ctx, layout: AccountLayout, rows: readonly AccountRow[]): string[] {
  const facts = { ...factsOf(ctx), count: rows.length }
  return rows
    .flatMap((row, index) =>
      lineFaults(layout, row, { ...facts, line: index + 1 }).map(({ field }) =>
        localize(ctx.locale, t.columnFault, { number: row.number, field }),
      ),
    )
    .slice(0, 5)
}

/**
 * The account in the organization's columns; null for an organization that uses ours. Throws 400 for numbers that don't
 * fit, because no line may be dropped silently.
 */
export async function writeAccount(ctx: Ctx, agency: Agency, rows: readonly AccountRow[]) {
  const text = await findAccountLayoutText(ctx, agency)
  const layout = text === '' ? null : readAccountLayout(text)
  if (layout === null || 'faults' in layout) return null
  const faults = faultsOf(ctx, layout, rows)
  if (faults.length > 0) throw errors.invalid({}, {}, [{ path: 'format', message: faults.join(' ') }])
  return writeLayout(layout, rows, factsOf(ctx))
}
