import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { sealPort } from '#platform/ports.ts'

export type StoredFile = {
  agency_file_id: number
  agency: Agency
  number: number
  name: string
  report_ids: number[]
  created_at: Date
}
type Place = { organization_id: number; agency: Agency; number: number }

const boundTo = ({ organization_id, agency, number }: Place) => `agency_file:${organization_id}:${agency}:${number}`

/** The number of the next file of an account. Others wait for the end of the transaction. */
export async function takeFileNumber({ sql }: Ctx, organization_id: number, agency: Agency): Promise<number> {
  const [row] = await sql<{ file_number: number }>`
    update learning.agency_account set file_number = file_number + 1
    where organization_id = ${organization_id} and agency = ${agency} returning file_number`
  return row!.file_number
}

export async function insertFile(
  ctx: Ctx,
  file: Place & Pick<StoredFile, 'name' | 'report_ids'> & { user_id: number },
  bytes: Uint8Array,
): Promise<number> {
  const { report_ids, ...row } = file
  const [stored] = await ctx.sql<{ agency_file_id: number }>`
    insert into learning.agency_file ${ctx.sql({
      ...row,
      report_ids: ctx.sql.array(report_ids),
      content: ctx.use(sealPort).seal(bytes, boundTo(file)),
    })}
    returning agency_file_id`
  return stored!.agency_file_id
}

/** The last files of the visited organization for an agency. */
export const listFiles = ({ sql, organization }: Ctx, agency: Agency) => sql<StoredFile>`
  select agency_file_id, agency, number, name, report_ids, created_at from learning.agency_file
  where organization_id = ${organization.organization_id} and agency = ${agency}
  order by number desc
  limit 50`

/** A file of the visited organization, opened. */
export async function findFile(
  ctx: Ctx,
  agency_file_id: number,
): Promise<(StoredFile & { bytes: Uint8Array }) | undefined> {
  const { organization_id } = ctx.organization
  const [row] = await ctx.sql<StoredFile & { content: Buffer }>`
    select agency_file_id, agency, number, name, report_ids, created_at, content from learning.agency_file
    where agency_file_id = ${agency_file_id} and organization_id = ${organization_id}`
  if (!row) return undefined
  const { content, ...file } = row
  return { ...file, bytes: ctx.use(sealPort).open(content, boundTo({ ...file, organization_id })) }
}
