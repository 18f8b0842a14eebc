import { type Agency, agencyName, answersWithNumber } from '#modules/learning/reporting/agencies/index.ts'
import { encodable } from '#modules/learning/reporting/agencies/layout/layout-value.ts'
import { csvLine } from '#platform/csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { aboutExport } from '#platform/grid/about-export.ts'
import { writeXlsx } from '#platform/grid/xlsx.ts'
import { binary, operation } from '#platform/operation.ts'
import { NumberedPages } from '#platform/paper/numbered-pages.ts'
import { staff } from '#platform/permissions.ts'
import { day, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { startOfDay } from '#platform/zone.ts'
import { stockTexts as t } from './stock.texts.ts'
import { SellingAgency } from './stock-numbers.ts'

/** A number of the account: bought, used, voided, or assigned by the agency. */
type AccountRow = {
  number: string
  use: 'unused' | 'voided' | 'original' | 'duplicate'
  /** YYYY-MM-DD. */
  day: string
  student: string
  course: string
  note: string
}

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
  changes: true,
  audit: ({ agency, from, until, format }) => ({
    action: 'certificateNumbers.account',
    subject: `agency:${agency}`,
    after: { from, until, format },
  }),
  async run(ctx, { agency, from, until, format }) {
    if (until < from) throw errors.invalid({}, {}, [{ path: 'until', message: localize(ctx.locale, t.datesWrong) }])
    const rows = await listAccount(ctx, agency, from, until)
    const name = `certificate-numbers-${agency}-${from}-${until}.${format}`
    return { body: await write(ctx, agency, name, format, rows), name, type: types[format] }
  },
})

/** Numbers that the agency assigned are listed along with those of the stock. */
function listAccount({ sql, organization }: Ctx, agency: Agency, from: string, until: string): Promise<AccountRow[]> {
  const { organization_id, time_zone } = organization
  const first = startOfDay(time_zone, from)
  const zone = time_zone
  return sql<AccountRow>`
    with counted as (
      select n.number, coalesce(n.taken_at, n.voided_at, n.added_at) as at, n.taken_at, n.voided_at,
             coalesce(n.void_reason, '') as note, n.student_course_id, n.version
      from learning.certificate_stock_number n
      where n.organization_id = ${organization_id} and n.agency = ${agency}
      union all
      select r.certificate_number, r.accepted_at, r.accepted_at, null, '', r.student_course_id, 1
      from learning.completion_report r
      where ${answersWithNumber(agency)} and r.organization_id = ${organization_id} and r.agency = ${agency}
        and r.certificate_number is not null
        and not exists (select from learning.certificate_stock_number n
                        where n.agency = r.agency and n.number = r.certificate_number))
    select c.number,
           case when c.voided_at is not null then 'voided' when c.taken_at is null then 'unused'
                when c.version > 1 then 'duplicate' else 'original' end as use,
           to_char(c.at at time zone ${zone}, 'YYYY-MM-DD') as day,
           coalesce(trim(p.first_name || ' ' || p.last_name), '') as student, coalesce(v.name, '') as course, c.note
    from counted c
    left join learning.student_course s using (student_course_id)
    left join identity.v_person p on p.user_id = s.user_id
    left join catalogue.v_course_version v on v.course_version_id = s.course_version_id
    where (c.at >= ${first} and (c.at at time zone ${zone})::date <= ${until}::date)
       or (c.taken_at is null and c.voided_at is null and (c.at at time zone ${zone})::date <= ${until}::date)
    order by length(c.number), c.number
    limit ${maxRows}`
}

async function write(
  ctx: Ctx,
  agency: Agency,
  name: string,
  format: keyof typeof types,
  rows: readonly AccountRow[],
): Promise<Uint8Array> {
  const say = (text: (typeof t)[keyof typeof t]) => localize(ctx.locale, text)
  const headings = [t.number, t.use, t.date, t.student, t.course, t.note].map(say)
  const uses = { unused: t.unused, voided: t.isVoided, original: t.original, duplicate: t.duplicate }
  const cells = rows.map((row) => [row.number, say(uses[row.use]), row.day, row.student, row.course, row.note])
  if (format === 'csv') return Buffer.from([headings, ...cells].map(csvLine).join(''))
  if (format === 'txt') return Buffer.from([headings, ...cells].map(asciiLine).join(''), 'ascii')
  if (format === 'xlsx') {
    const parts: Uint8Array[] = []
    for await (const part of writeXlsx(headings, [cells], await aboutExport(ctx, name))) parts.push(part)
    return Buffer.concat(parts)
  }
  const about = await aboutExport(ctx, name)
  const title = say(t.account)
  const info = { title, author: ctx.organization.name, language: ctx.locale, created: ctx.now }
  const paper = new NumberedPages(info, (page) => `${page} · ${about.foot}`)
  paper.title(title, agencyName({ agency, state_code: '' }, ctx.locale))
  const shares = [3, 2, 2, 4, 4, 3]
  await paper.table(
    headings.map((heading, at) => ({ heading, share: shares[at]! })),
    [cells],
  )
  return paper.end()
}

/** Tab-separated, without diacritics: agencies' older programs read nothing else. */
const asciiLine = (values: readonly string[]): string =>
  `${values.map((value) => encodable(value.replaceAll(/\s+/g, ' '), 'ascii') ?? value.replaceAll(/[^ -~]/g, '?')).join('\t')}\r\n`
