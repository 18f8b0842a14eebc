import { managerOf } from '#modules/identity/people/people-scope.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { sheet, sheetResponse } from '#platform/grid/sheet-response.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { localize, texts } from '#platform/texts.ts'
import { listRecruited } from './recruiter.sql.ts'

const messages = texts({
  code: ['Code', 'Código'],
  organization: ['Organization', 'Organización'],
  recruiterCode: ['Recruiter Code', 'Código de reclutador'],
  fee: ['Fee', 'Comisión'],
})

export const exportRecruitedOrgs = operation({
  call: 'GET /user/exportRecruitedOrgs',
  summary: 'Exports the organizations a person recruited as a spreadsheet',
  may: managerOf('READ'),
  takes: z.object({ user_id: id(), export: z.literal('xlsx').optional() }),
  gives: sheet,
  rate: 'export',
  audit: 'user.exportRecruitedOrgs',
  async run(ctx, { user_id }) {
    const { first_name, last_name } = await selectPerson(ctx, user_id)
    const rows = await listRecruited(ctx, user_id)
    const cells = rows.map((row) => [
      row.code,
      row.name,
      row.recruiter_code,
      formatMoney(toCents(row.recruiter_fee), ctx.locale),
    ])
    const headings = Object.values(messages).map((text) => localize(ctx.locale, text))
    return sheetResponse(ctx, `${first_name} ${last_name} Recruited Orgs.xlsx`, headings, [cells])
  },
})
