import type { DeliveryKind } from '#modules/learning/reporting/agencies/delivery/delivery-fields.ts'
import type { Agency } from '#modules/learning/reporting/agencies/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { resumedAt } from '#platform/installation.ts'
import { sealPort } from '#platform/ports.ts'

/**
 * `none`: staff have not uploaded it to the agency yet. `waiting`: due, or due again later. `sending`: an attempt is
 * running, or the next one will look up the result of the last one. `arrived`: it is at the agency, and its reports are
 * settled next. `unclear`: it may have arrived. `stopped`: staff must correct the account first.
 */
export type DeliveryState = 'none' | 'waiting' | 'sending' | 'arrived' | 'delivered' | 'unclear' | 'stopped'

export type StoredFile = {
  agency_file_id: number
  agency: Agency
  number: number
  name: string
  report_ids: number[]
  created_at: Date
  delivery: 'none' | 'folder' | DeliveryKind
  delivery_state: DeliveryState
  delivered_at: Date | null
  delivery_receipt: string | null
  delivery_fault: string | null
}

/** A file with the delivery attempt of this process; `delivery_state` is the state before the attempt. */
export type FileDelivery = Pick<
  StoredFile,
  'agency_file_id' | 'agency' | 'name' | 'report_ids' | 'delivery' | 'delivery_state'
> & { organization_id: number; delivery_attempt: number }

/** A claimed file with the host of its account's server or bucket. */
export type ClaimedFile = FileDelivery & { destination: string | null }

type FileKey = { organization_id: number; agency: Agency; number: number }

const sealBinding = ({ organization_id, agency, number }: FileKey) =>
  `agency_file:${organization_id}:${agency}:${number}`

/** More files than an account makes between a database backup and its restore. */
const restoreGap = 100

/**
 * The number of the next file of an account. Other callers wait for the end of the transaction. The first number after
 * a restore leaves a gap, because the agency may already have files with the next numbers.
 */
export async function reserveFileNumber({ sql }: Ctx, organization_id: number, agency: Agency): Promise<number> {
  const [row] = await sql<{ file_number: number }>`
    update learning.agency_account
    set file_number = file_number + 1 + case when (file_number > 0 or updated_at < ${resumedAt(sql)}) and ${resumedAt(sql)} is not null and not exists (
      select from learning.agency_file f
      where f.organization_id = ${organization_id} and f.agency = ${agency} and f.created_at >= ${resumedAt(sql)}
    ) then ${restoreGap}::int else 0 end
    where organization_id = ${organization_id} and agency = ${agency} returning file_number`
  return row!.file_number
}

export async function insertFile(
  ctx: Ctx,
  file: FileKey & Pick<StoredFile, 'name' | 'report_ids' | 'delivery'> & { user_id: number },
  bytes: Uint8Array,
): Promise<number> {
  const { report_ids, ...row } = file
  const [result] = await ctx.sql<{ agency_file_id: number }>`
    insert into learning.agency_file ${ctx.sql({
      ...row,
      ...(file.delivery !== 'none' && { delivery_state: 'waiting', next_delivery_at: ctx.now }),
      report_ids: ctx.sql.array(report_ids),
      content: ctx.use(sealPort).seal(bytes, sealBinding(file)),
    })}
    returning agency_file_id`
  return result!.agency_file_id
}

/** The latest files of the current organization for an agency. */
export const listFiles = ({ sql, organization }: Ctx, agency: Agency) => sql<StoredFile>`
  select agency_file_id, agency, number, name, report_ids, created_at, delivery, delivery_state, delivered_at,
         delivery_receipt, delivery_fault
  from learning.agency_file
  where organization_id = ${organization.organization_id} and agency = ${agency}
  order by number desc
  limit 50`

/** A file of the current organization, decrypted. */
export async function findFile(
  ctx: Ctx,
  agency_file_id: number,
): Promise<(StoredFile & { bytes: Uint8Array }) | undefined> {
  const { organization_id } = ctx.organization
  const [row] = await ctx.sql<StoredFile & { content: Buffer }>`
    select agency_file_id, agency, number, name, report_ids, created_at, delivery, delivery_state, delivered_at,
           delivery_receipt, delivery_fault, content
    from learning.agency_file
    where agency_file_id = ${agency_file_id} and organization_id = ${organization_id}`
  if (!row) return undefined
  const { content, ...file } = row
  return { ...file, bytes: ctx.use(sealPort).open(content, sealBinding({ ...file, organization_id })) }
}

/**
 * The next file that is due for delivery, unless its queue is on hold. An attempt lasts ten minutes. If a file is
 * `sending`, its fault comes from a look-up, because a delivery clears the fault first. Skips files for the
 * destinations in `unreachable`.
 */
export async function claimDelivery({ sql }: Ctx, unreachable: readonly string[] = []): Promise<ClaimedFile | null> {
  const [file] = await sql<ClaimedFile>`
    with due as (
      select agency_file_id, delivery_state, destination from learning.agency_file f
      left join lateral (
        select lower(a.settings ->> case f.delivery when 'sftp' then 'sftp_host' when 's3' then 's3_endpoint' end) as destination
        from learning.agency_account a where a.organization_id = f.organization_id and a.agency = f.agency) a on true
      where delivery_state in ('waiting', 'sending', 'arrived') and next_delivery_at <= platform.now()
        and (delivery_state = 'arrived' or destination is null or destination <> all(${sql.array([...unreachable])}::text[]))
        and not exists (select from learning.agency_hold h
                        where h.organization_id = f.organization_id and h.agency = f.agency)
      order by next_delivery_at, agency_file_id
      limit 1 for update of f skip locked)
    update learning.agency_file f
    set delivery_state = case when due.delivery_state = 'arrived' then 'arrived' else 'sending' end,
        delivery_fault = case when due.delivery_state <> 'waiting' then f.delivery_fault end,
        delivery_attempt = delivery_attempt + 1, next_delivery_at = platform.now() + interval '10 minutes'
    from due where f.agency_file_id = due.agency_file_id
    returning f.agency_file_id, f.organization_id, f.agency, f.name, f.report_ids, f.delivery, due.delivery_state,
              f.delivery_attempt, due.destination`
  return file ?? null
}

/**
 * After a restore, marks files that were undelivered in the backup as unclear, because they may have been delivered
 * since. The time of a file's last change is derived from its next attempt; staff decisions and later files are no
 * older than `resumed_at`.
 */
export async function markFilesUnclear({ sql, log }: Ctx): Promise<void> {
  const rows = await sql<{ agency_file_id: number; agency: Agency }>`
    update learning.agency_file f
    set delivery_state = 'unclear', delivery_fault = 'UNCLEAR', delivery_attempt = delivery_attempt + 1
    where delivery_state in ('waiting', 'sending') and created_at < ${resumedAt(sql)}
      and next_delivery_at - case
            when delivery_state = 'sending' then greatest(interval '10 minutes', ${retryDelay(sql)})
            when delivery_fault is not null then ${retryDelay(sql)}
            else interval '0' end < ${resumedAt(sql)}
    returning agency_file_id, agency`
  for (const row of rows) log.warn('agencyFile.undelivered', { ...row, code: 'UNCLEAR' })
}

/** The delay before the attempt that follows a failed one. */
const retryDelay = (sql: Sql): Fragment =>
  sql`least(interval '1 hour', interval '30 seconds' * (2 ^ least(delivery_attempt, 10)))`

/** Stores the receipt of an attempt. Returns whether the attempt is still the latest. */
export async function recordArrival(
  { sql }: Ctx,
  { agency_file_id, delivery_attempt }: FileDelivery,
  receipt: string,
): Promise<boolean> {
  const { count } = await sql`
    update learning.agency_file
    set delivery_state = 'arrived', delivery_receipt = ${receipt}, delivery_fault = null, delivered_at = platform.now()
    where agency_file_id = ${agency_file_id} and delivery_attempt = ${delivery_attempt} and delivery_state = 'sending'`
  return count === 1
}

/** Stores the reason why an attempt failed, and when the next one is due. */
export const recordDeliveryFault = (
  { sql }: Ctx,
  { agency_file_id, delivery_attempt }: FileDelivery,
  { code, state }: { code: string; state: DeliveryState },
) => sql`
  update learning.agency_file
  set delivery_state = ${state}, delivery_fault = ${code},
      next_delivery_at = platform.now() + ${retryDelay(sql)}
  where agency_file_id = ${agency_file_id} and delivery_attempt = ${delivery_attempt} and delivery_state = 'sending'`

/** Ends a delivery and returns its receipt, if there is one; null if another process ended it. */
export async function finishDelivery(
  { sql }: Ctx,
  { agency_file_id }: FileDelivery,
): Promise<{ receipt: string | null } | null> {
  const [row] = await sql<{ receipt: string | null }>`
    update learning.agency_file set delivery_state = 'delivered'
    where agency_file_id = ${agency_file_id} and delivery_state = 'arrived' returning delivery_receipt as receipt`
  return row ?? null
}

/**
 * Records a staff decision about an undelivered file: deliver it again (`waiting`), or it is already at the agency
 * (`arrived`). Returns the file, or null if it is being delivered or has arrived.
 */
export async function decideDelivery(
  { sql, organization }: Ctx,
  agency_file_id: number,
  state: 'waiting' | 'arrived',
  receipt: string | null,
): Promise<FileDelivery | null> {
  const [file] = await sql<FileDelivery>`
    update learning.agency_file
    set delivery_state = ${state}, next_delivery_at = platform.now(), delivery_attempt = delivery_attempt + 1,
        delivery_fault = null, delivery_receipt = case when ${state} = 'arrived' then ${receipt} end,
        delivered_at = case when ${state} = 'arrived' then platform.now() end
    where agency_file_id = ${agency_file_id} and organization_id = ${organization.organization_id}
      and (delivery_state in ('waiting', 'stopped', 'unclear')
           or delivery_state = 'none' and ${state} = 'arrived'
           or delivery_state = 'sending' and delivery_fault is not null)
    returning agency_file_id, organization_id, agency, name, report_ids, delivery, delivery_state, delivery_attempt`
  return file ?? null
}

/** Prevents other attempts from claiming the reports of a file before it arrives. */
export const reserveForDelivery = ({ sql }: Ctx, report_ids: readonly number[]) => sql`
  update learning.completion_report set next_try_at = platform.now() + interval '100 years'
  where completion_report_id = any(${sql.array([...report_ids])}) and state = 'sending'`
