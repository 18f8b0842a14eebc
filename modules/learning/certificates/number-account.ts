import { type Agency, agencyName, assignsNumber } from '#modules/learning/reporting/agencies/index.ts'
import { toEncoding } from '#modules/learning/reporting/agencies/layout/layout-value.ts'
import { csvLine } from '#platform/csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { aboutExport } from '#platform/grid/about-export.ts'
import { writeXlsx } from '#platform/grid/xlsx.ts'
import { binary, operation } from '#platform/operation.ts'
import { NumberedPages } from '#platform/paper/numbered-pages.ts'
import { staff } from '#platform/permissions.ts'
import { day, z } from '#platform/schema.ts'
import { localize, type Text } from '#platform/texts.ts'
import { addDays, startOfDay } from '#platform/zone.ts'
import { type AccountRow, writeAccount } from './account-layout.ts'
import { certificateErrors } from './errors.ts'
import { stockTexts as t } from './stock.texts.ts'
import { SellingAgency } from './stock-numbers.ts'

const formats = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const
const types = { ...formats, pdf: 'application/pdf', txt: 'text/plain' } as const
const maxRows = 50_000

export const downloadNumberAccount = operation({
  call: 'GET /certificate/numbers/account',
  added: true,
  summary: "The sequential account of an agency's certificate numbers: every number with its use, in ascending order",
  may: staff('MANAGE_CERTIFICATES:READ'),
  takes: z.object({
    agency: SellingAgency,
    /** Numbers that were used, voided or added on these days, and with `until` those still unused. */
    from: day(),
    until: day(),
    format: z.enum(['csv', 'xlsx', 'pdf', 'txt']),
  }),
  gives: binary(types.csv, types.xlsx, types.pdf, types.txt),
  fails: [certificateErrors.accountTooLong],
  changes: true,
  audit: ({ agency, from, until, format }) => ({
    action: 'certificateNumbers.account',
    subject: `agency:${agency}`,
    after: { from, until, format },
  }),
  async run(ctx, { agency, from, until, format }) {
    if (until < from) throw errors.invalid({}, {}, [{ path: 'until', message: localize(ctx.locale, t.datesWrong) }])
    const rows = await listAccount(ctx, agency, from, until)
    if (rows.length > maxRows) throw certificateErrors.accountTooLong()
    const layoutFile = format === 'txt' ? await writeAccount(ctx, agency, rows) : null
    if (layoutFile) return { body: layoutFile.bytes, name: layoutFile.name, type: types.txt }
    const name = `certificate-numbers-${agency}-${from}-${until}.${format}`
    return { body: await formatAccount(ctx, { agency, from, until }, name, format, rows), name, type: types[format] }
  },
})

/**
 * The numbers as they stood at the end of `until`, in the organization's zone: what happens later does not change the
 * account of a quarter. Numbers that the agency assigned are listed along with those of the stock; one whose report was
 * corrected is superseded by the number of the correction, and one that was refused is voided.
 */
function listAccount({ sql, organization }: Ctx, agency: Agency, from: string, until: string): Promise<AccountRow[]> {
  const { organization_id, time_zone } = organization
  const first = startOfDay(time_zone, from)
  const end = startOfDay(time_zone, addDays(until, 1))
  return sql<AccountRow>`
    with stock as (
      select n.number, n.student_course_id, n.version, n.added_at,
             case when n.voided_at < ${end} then n.voided_at end as voided_at, n.void_reason,
             case when n.taken_at < ${end} then n.taken_at end as taken_at
      from learning.certificate_stock_number n
      where n.organization_id = ${organization_id} and n.agency = ${agency} and n.added_at < ${end}
    ), assigned as (
      select r.certificate_number as number, r.student_course_id, 
             r.state = 'rejected' and r.updated_at < ${end} as refused, r.message,
             coalesce(r.accepted_at, r.sent_at, r.updated_at) as at,
             exists (select from learning.completion_report later
                     where later.student_course_id = r.student_course_id and later.agency = r.agency
                       and later.completion_report_id > r.completion_report_id
                       and later.certificate_number is not null and later.accepted_at < ${end}) as superseded
      from learning.completion_report r
      where ${assignsNumber(agency)} and r.organization_id = ${organization_id} and r.agency = ${agency}
        and r.certificate_number is not null
        and not exists (select from learning.certificate_stock_number n
                        where n.agency = r.agency and n.number = r.certificate_number)
    ), account as (
      select number, student_course_id, coalesce(voided_at, taken_at, added_at) as at,
             case when voided_at is not null then 'voided' when taken_at is null then 'unused'
                  when version > 1 then 'duplicate' else 'original' end as use,
             case when voided_at is not null then coalesce(void_reason, '') else '' end as note
      from stock
      union all
      select number, student_course_id, at,
             case when refused then 'voided' when superseded then 'superseded' else 'original' end,
             case when refused then coalesce(message, '') else '' end
      from assigned where at < ${end}
    )
    select a.number, a.use, to_char(a.at at time zone ${time_zone}, 'YYYY-MM-DD') as day,
           case when a.use = 'unused' then '' else coalesce(trim(p.first_name || ' ' || p.last_name), '') end as student,
           case when a.use = 'unused' then '' else coalesce(v.name, '') end as course, a.note
    from account a
    left join learning.student_course s using (student_course_id)
    left join identity.v_person p on p.user_id = s.user_id
    left join catalogue.v_course_version v on v.course_version_id = s.course_version_id
    where a.at >= ${first} or a.use = 'unused'
    order by length(a.number), a.number
    limit ${maxRows + 1}`
}

async function formatAccount(
  ctx: Ctx,
  { agency, from, until }: { agency: Agency; from: string; until: string },
  name: string,
  format: keyof typeof types,
  rows: readonly AccountRow[],
): Promise<Uint8Array> {
  const translate = (text: Text) => localize(ctx.locale, text)
  const headings = [t.number, t.use, t.date, t.student, t.course, t.note].map(translate)
  const agency_name = agencyName({ agency, state_code: '' }, ctx.locale)
  const ownColumns = localize(ctx.locale, t.ownColumnsLine, { agency: agency_name, from, until })
  const uses = {
    unused: t.unused,
    voided: t.isVoided,
    original: t.original,
    duplicate: t.duplicate,
    superseded: t.superseded,
  }
  const cells = rows.map((row) => [row.number, translate(uses[row.use]), row.day, row.student, row.course, row.note])
  if (format === 'csv') return Buffer.from([headings, ...cells].map(csvLine).join(''))
  if (format === 'txt') return Buffer.from([[ownColumns], headings, ...cells].map(asciiLine).join(''), 'ascii')
  if (format === 'xlsx') {
    const parts: Uint8Array[] = []
    for await (const part of writeXlsx(headings, [cells], await aboutExport(ctx, name))) parts.push(part)
    return Buffer.concat(parts)
  }
  const about = await aboutExport(ctx, name)
  const title = translate(t.account)
  const info = { title, author: ctx.organization.name, language: ctx.locale, created: ctx.now }
  const paper = new NumberedPages(info, (page) => `${page} · ${about.foot}`)
  paper.title(title, agency_name)
  const shares = [3, 2, 2, 4, 4, 3]
  await paper.table(
    headings.map((heading, index) => ({ heading, share: shares[index]! })),
    [cells],
  )
  return paper.end()
}

/** Tab-separated, without diacritics: agencies' older programs read nothing else. */
const asciiLine = (values: readonly string[]): string =>
  `${values.map((value) => toEncoding(value.replaceAll(/\s+/g, ' '), 'ascii') ?? value.replaceAll(/[^ -~]/g, '?')).join('\t')}\r\n`
