import { createHash } from 'node:crypto'
import { type LicenseChange, openValue, sealValue } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { userOf } from '#platform/permissions.ts'
import type { Sentence, SentenceParams } from '#platform/sentence.ts'
import type { Column } from './columns.shared.ts'
import { limits } from './limits.shared.ts'
import type { Issue, SentRow, ValidatedRow } from './validate-rows.ts'

export type Upload = {
  student_upload_id: number
  organization_id: number
  user_id: number
  site_id: number
  file_name: string
  columns: Column[]
  heading_row: number
  headings_known: boolean
  sheet_name: string
  other_sheets: string[]
  digest: string
  created_at: Date
  seller_id: number | null
  course_website_id: number | null
  lk_shipping_type_id: number | null
  paid_ind: boolean | null
  price_cents: number | null
  shipping_cents: number | null
  trx_id: string | null
  group_name: string | null
  due_on: string | null
  task_id: number | null
  started_at: Date | null
  undo_task_id: number | null
}

export type UploadRow = {
  row_number: number
  cells: string[]
  issues: Issue[]
  existing_user_id: number | null
  request_id: string
  outcome: 'new' | 'existing' | 'failed' | null
  enrolled_ind: boolean
  user_id: number | null
  problem_en: string | null
  problem_es: string | null
  problem_params: SentenceParams
  kept_en: string | null
  kept_es: string | null
  kept_params: SentenceParams
}

/** A hash of the columns and every cell. */
function digestOf(columns: readonly Column[], rows: readonly SentRow[]): string {
  const hash = createHash('sha256').update(JSON.stringify(columns.map(({ field, header }) => [field, header])))
  for (const { row_number, cells } of rows) hash.update(JSON.stringify([row_number, cells]))
  return hash.digest('hex')
}

const columnsOfUpload = ({ sql }: Pick<Ctx, 'sql'>) => sql`
  student_upload_id, organization_id, user_id, site_id, file_name, columns, heading_row, headings_known, sheet_name, other_sheets, digest,
  created_at, seller_id, course_website_id,
  lk_shipping_type_id, paid_ind, price_cents, shipping_cents, trx_id, group_name, due_on::text as due_on,
  task_id, started_at, undo_task_id`

/** Throws tooMany for a sender with too many checked files within a day. */
export async function insertUpload(
  ctx: Ctx,
  upload: Pick<Upload, 'file_name' | 'columns' | 'heading_row' | 'headings_known' | 'sheet_name' | 'other_sheets'>,
  rows: readonly ValidatedRow[],
): Promise<Upload> {
  const { user_id, organization_id } = userOf(ctx)
  const [earliest] = await ctx.sql<{ seconds: number }>`
    select extract(epoch from created_at + interval '1 day' - platform.now())::float8 as seconds
    from backoffice.student_upload
    where user_id = ${user_id} and created_at > platform.now() - interval '1 day'
    order by created_at desc offset ${limits.daily - 1} limit 1`
  if (earliest) throw errors.tooMany(earliest.seconds)
  // It belongs to the person, like their tasks; its site is the visited one.
  const [addedUpload] = await ctx.sql<Upload>`
    insert into backoffice.student_upload (organization_id, user_id, site_id, file_name, columns,
      heading_row, headings_known, sheet_name, other_sheets, digest)
    values (${organization_id}, ${user_id}, ${ctx.organization.organization_id}, ${upload.file_name}, ${ctx.sql.json(upload.columns)},
            ${upload.heading_row}, ${upload.headings_known}, ${upload.sheet_name}, ${ctx.sql.json(upload.other_sheets)},
            ${digestOf(upload.columns, rows)})
    returning ${columnsOfUpload(ctx)}`
  await insertRows(ctx, addedUpload!, rows)
  return addedUpload!
}

async function insertRows(ctx: Ctx, upload: Upload, rows: readonly ValidatedRow[]): Promise<void> {
  const { sql } = ctx
  const { student_upload_id, organization_id } = upload
  await sql`
    insert into backoffice.student_upload_row
      (student_upload_id, organization_id, row_number, cells, license_number, issues, existing_user_id)
    select ${student_upload_id}, ${organization_id}, r.row_number, r.cells, nullif(r.license_number, 'null'::jsonb), r.issues, r.existing_user_id
    from jsonb_to_recordset(${sql.json(sealRows(ctx, upload, upload.columns, rows))}::jsonb)
      as r(row_number int, cells jsonb, license_number jsonb, issues jsonb, existing_user_id int)`
}

/** The caller's own upload on this site. Throws notFound for any other. */
export async function selectOwnUpload(ctx: Ctx, student_upload_id: number, lock = false): Promise<Upload> {
  const [upload] = await ctx.sql<Upload>`
    select ${columnsOfUpload(ctx)} from backoffice.student_upload
    where student_upload_id = ${student_upload_id} and user_id = ${userOf(ctx).user_id}
      and site_id = ${ctx.organization.organization_id}
    ${lock ? ctx.sql`for update` : ctx.sql``}`
  if (!upload) throw errors.notFound()
  return upload
}

/** The newest uploads of the caller. */
export const listOwnUploads = (ctx: Ctx) => ctx.sql<
  Pick<Upload, 'student_upload_id' | 'file_name' | 'created_at' | 'started_at' | 'undo_task_id'> & {
    rows: number
    waiting: number
    undoing: number
  }
>`
  select u.student_upload_id, u.file_name, u.created_at, u.started_at, u.undo_task_id, count(r.row_number)::int as rows,
         count(r.row_number) filter (where r.done_at is null and r.issues = '[]')::int as waiting,
         count(r.row_number) filter (where r.undone_at is null and ${createdSql(ctx.sql)})::int as undoing
  from (select * from backoffice.student_upload where user_id = ${userOf(ctx).user_id}
          and site_id = ${ctx.organization.organization_id}
        order by student_upload_id desc limit 10) u
  left join backoffice.student_upload_row r using (student_upload_id)
  group by u.student_upload_id, u.file_name, u.created_at, u.started_at, u.undo_task_id
  order by u.student_upload_id desc`

type LicensedUpload = Pick<Upload, 'student_upload_id' | 'columns'>
type StoredRow = UploadRow & { license_number: unknown }

const sealBinding = ({ student_upload_id }: Pick<Upload, 'student_upload_id'>, row_number: number) =>
  `student_upload_row:${student_upload_id}:${row_number}`

const changeBinding = (upload: Pick<Upload, 'student_upload_id'>, row_number: number) =>
  `${sealBinding(upload, row_number)}:change`

const licenseColumn = (columns: readonly Column[]) => columns.findIndex(({ field }) => field === 'license_number')

/** License numbers are stored apart from the other cells, sealed. */
function sealRows(
  ctx: Ctx,
  upload: Pick<Upload, 'student_upload_id'>,
  columns: readonly Column[],
  rows: readonly ValidatedRow[],
) {
  const place = licenseColumn(columns)
  return rows.map(({ cells, ...row }) => {
    const number = (place < 0 ? '' : cells[place]) || null
    return {
      ...row,
      cells: number === null ? cells : cells.with(place, ''),
      license_number: sealValue(ctx, number, sealBinding(upload, row.row_number)),
    }
  })
}

/** The row with its license number in its cell. */
function unsealRow(ctx: Ctx, upload: LicensedUpload, { license_number, ...row }: StoredRow): UploadRow {
  const place = licenseColumn(upload.columns)
  if (license_number === null || place < 0) return row
  const number = openValue(ctx, license_number as string, sealBinding(upload, row.row_number))
  return { ...row, cells: row.cells.with(place, number) }
}

/** All rows, by line: at most 5,000. */
export async function listRows(ctx: Ctx, upload: LicensedUpload): Promise<UploadRow[]> {
  const rows = await ctx.sql<StoredRow>`
    select row_number, cells, license_number, issues, existing_user_id, request_id, outcome, enrolled_ind, user_id,
           problem_en, problem_es, problem_params, kept_en, kept_es, kept_params
    from backoffice.student_upload_row
    where student_upload_id = ${upload.student_upload_id}
    order by row_number
    limit ${limits.rows}`
  return rows.map((row) => unsealRow(ctx, upload, row))
}

/** Writes staff's corrections, with everything that was validated again. */
export async function updateRows(
  ctx: Ctx,
  upload: Upload,
  columns: readonly Column[],
  rows: readonly ValidatedRow[],
): Promise<void> {
  const { sql } = ctx
  const { student_upload_id } = upload
  await sql`
    update backoffice.student_upload_row x
    set cells = r.cells, license_number = nullif(r.license_number, 'null'::jsonb), issues = r.issues,
        existing_user_id = r.existing_user_id
    from jsonb_to_recordset(${sql.json(sealRows(ctx, upload, columns, rows))}::jsonb)
      as r(row_number int, cells jsonb, license_number jsonb, issues jsonb, existing_user_id int)
    where x.student_upload_id = ${student_upload_id} and x.row_number = r.row_number
      and (x.license_number is not null or jsonb_typeof(r.license_number) = 'object'
           or (x.cells, x.issues, x.existing_user_id) is distinct from (r.cells, r.issues, r.existing_user_id))`
  await sql`
    update backoffice.student_upload
    set columns = ${sql.json([...columns])}, digest = ${digestOf(columns, rows)}, updated_at = platform.now()
    where student_upload_id = ${student_upload_id}`
}

export const uploadStates = ['checked', 'running', 'done', 'undoing', 'undone'] as const

type UploadProgress = Pick<Upload, 'started_at' | 'undo_task_id'>
type RowCounts = Pick<Counts, 'done' | 'good' | 'made' | 'undone' | 'kept'>

/** The state of an upload, derived from its start, its undo and the numbers of rows. */
export function stateOf({ started_at, undo_task_id }: UploadProgress, rows: RowCounts): (typeof uploadStates)[number] {
  if (!started_at) return 'checked'
  if (undo_task_id) return rows.undone + rows.kept < rows.made ? 'undoing' : 'undone'
  return rows.done < rows.good ? 'running' : 'done'
}

export type StartedTerms = Pick<
  Upload,
  | 'seller_id'
  | 'course_website_id'
  | 'lk_shipping_type_id'
  | 'paid_ind'
  | 'price_cents'
  | 'shipping_cents'
  | 'trx_id'
  | 'group_name'
  | 'due_on'
> & { task_id: number }

export async function updateStarted({ sql }: Ctx, student_upload_id: number, started: StartedTerms): Promise<void> {
  await sql`
    update backoffice.student_upload set ${sql(started)}, started_at = platform.now(), updated_at = platform.now()
    where student_upload_id = ${student_upload_id}`
}

/** A started upload, for its job. */
export async function findStartedUpload({ sql }: Ctx, student_upload_id: number): Promise<Upload | null> {
  const [upload] = await sql<Upload>`
    select ${columnsOfUpload({ sql })} from backoffice.student_upload
    where student_upload_id = ${student_upload_id} and started_at is not null`
  return upload ?? null
}

/** The next valid rows that are not done. */
export const listOpenRows = ({ sql }: Ctx, student_upload_id: number, after: number, max: number) => sql<{
  row_number: number
}>`
  select row_number from backoffice.student_upload_row
  where student_upload_id = ${student_upload_id} and done_at is null and issues = '[]' and row_number > ${after}
  order by row_number limit ${max}`

/** An open row, locked for its transaction; null if another worker has it or has done it. */
export async function lockOpenRow(ctx: Ctx, upload: LicensedUpload, row_number: number): Promise<UploadRow | null> {
  const [row] = await ctx.sql<StoredRow>`
    select row_number, cells, license_number, issues, existing_user_id, request_id, outcome, enrolled_ind, user_id,
           problem_en, problem_es, problem_params, kept_en, kept_es, kept_params
    from backoffice.student_upload_row
    where student_upload_id = ${upload.student_upload_id} and row_number = ${row_number} and done_at is null
    for update skip locked`
  return row ? unsealRow(ctx, upload, row) : null
}

export type Outcome = {
  outcome: 'new' | 'existing' | 'failed'
  enrolled_ind: boolean
  user_id: number | null
  order_id: number | null
  problem_en: string | null
  problem_es: string | null
  problem_params: SentenceParams
  /** How the row changed the license of a student who existed before. */
  license_change: LicenseChange | null
}

export async function recordOutcome(ctx: Ctx, student_upload_id: number, row_number: number, outcome: Outcome) {
  const { sql } = ctx
  const sealedValue = sealValue(ctx, outcome.license_change, changeBinding({ student_upload_id }, row_number))
  const row = {
    ...outcome,
    problem_params: sql.json(outcome.problem_params),
    license_change: sealedValue && sql.json(sealedValue),
  }
  await sql`
    update backoffice.student_upload_row set ${sql(row)}, done_at = platform.now()
    where student_upload_id = ${student_upload_id} and row_number = ${row_number} and done_at is null`
}

export type Counts = {
  good: number
  done: number
  added: number
  existing: number
  failed: number
  /** Rows that created something, with the numbers of those reverted and of those kept because they were used. */
  made: number
  undone: number
  kept: number
}

/** Rows that added a student or an order, or corrected a license. */
const createdSql = (sql: Ctx['sql']) => sql`(outcome = 'new' or order_id is not null or license_change is not null)`

/** The numbers of rows of an upload by outcome. */
export async function countRows({ sql }: Ctx, student_upload_id: number): Promise<Counts> {
  const [counts] = await sql<Counts>`
    select count(*) filter (where issues = '[]')::int as good, count(done_at)::int as done,
           count(*) filter (where outcome = 'new')::int as added,
           count(*) filter (where outcome = 'existing')::int as existing,
           count(*) filter (where outcome = 'failed')::int as failed,
           count(*) filter (where ${createdSql(sql)})::int as made, count(undone_at) filter (where kept_en is null)::int as undone,
           count(kept_en)::int as kept
    from backoffice.student_upload_row where student_upload_id = ${student_upload_id}`
  return counts!
}

export async function updateUndoStarted({ sql }: Ctx, student_upload_id: number, undo_task_id: number): Promise<void> {
  await sql`
    update backoffice.student_upload
    set undo_task_id = ${undo_task_id}, undo_started_at = platform.now(), updated_at = platform.now()
    where student_upload_id = ${student_upload_id}`
}

/** The next rows that created something and were not handled yet. */
export const listCreatedRows = ({ sql }: Ctx, student_upload_id: number, after: number, max: number) => sql<{
  row_number: number
}>`
  select row_number from backoffice.student_upload_row
  where student_upload_id = ${student_upload_id} and undone_at is null and ${createdSql(sql)} and row_number > ${after}
  order by row_number limit ${max}`

export type CreatedRow = {
  outcome: 'new' | 'existing' | 'failed'
  user_id: number
  order_id: number | null
  license_change: LicenseChange | null
}

/** One of these rows, locked; null if another worker has it or has reverted it. */
export async function lockCreatedRow(
  ctx: Ctx,
  student_upload_id: number,
  row_number: number,
): Promise<CreatedRow | null> {
  const { sql } = ctx
  const [row] = await sql<Omit<CreatedRow, 'license_change'> & { license_change: unknown }>`
    select outcome, user_id, order_id, license_change from backoffice.student_upload_row
    where student_upload_id = ${student_upload_id} and row_number = ${row_number} and undone_at is null and ${createdSql(sql)}
    for update skip locked`
  if (!row) return null
  const binding = changeBinding({ student_upload_id }, row_number)
  return { ...row, license_change: openValue(ctx, row.license_change as LicenseChange | null, binding) }
}

/** `sentence` is the reason why the row is kept; null for an undone row. */
export async function updateUndone(
  { sql }: Ctx,
  student_upload_id: number,
  row_number: number,
  sentence: Sentence | null,
): Promise<void> {
  await sql`
    update backoffice.student_upload_row
    set undone_at = platform.now(), kept_en = ${sentence?.text[0] ?? null}, kept_es = ${sentence?.text[1] ?? null},
        kept_params = ${sql.json(sentence?.params ?? {})}
    where student_upload_id = ${student_upload_id} and row_number = ${row_number} and undone_at is null`
}

/** Deletes old uploaded files: their results are in the students and their history. Safe to repeat. */
export async function deleteOldStudentUploads(ctx: Ctx): Promise<void> {
  await ctx.sql`
    delete from backoffice.student_upload where student_upload_id in (
      select student_upload_id from backoffice.student_upload
      where created_at < platform.now() - make_interval(days => ${limits.days})
      order by created_at limit 200)`
}
