import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { type Agency, agencies, findNumberSeller, sellsNumbers } from '#modules/learning/reporting/agencies/index.ts'
import { completionRules, dutiesOf } from '#modules/learning/reporting/duties.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Fragment, Sql } from '#platform/db/sql.ts'
import { resumedAt } from '#platform/installation.ts'
import { numbersLow } from './facts.ts'
import { countAhead, type Usable } from './wait.sql.ts'

/** The remaining numbers at which staff are warned, each time a stock falls to one of them. */
const warnings: readonly number[] = [50, 10, 0]

/** An organization's stock of an agency's numbers. */
export type Stock = { organization_id: number; agency: Agency }

/** `recent`: the numbers that were used in the last 30 days. */
export type StockLevel = { left: number; taken: number; recent: number }

/** Whole days until a stock is used up at the pace of the last 30 days; null if none was used. */
export const daysLeft = ({ left, recent }: StockLevel): number | null =>
  recent === 0 ? null : Math.floor((left * 30) / recent)

/** Staff are warned when a stock lasts no longer than this: buying numbers takes about a week. */
const alarmDays = 14

/** The level of a stock; null for an organization without one, which numbers its certificates itself. */
export async function findLevel({ sql }: Pick<Ctx, 'sql'>, stock: Stock): Promise<StockLevel | null> {
  const [row] = await sql<StockLevel>`
    select count(*) filter (where taken_at is null and voided_at is null)::int as left, count(taken_at)::int as taken,
           count(*) filter (where taken_at > platform.now() - interval '30 days')::int as recent
    from learning.certificate_stock_number
    where organization_id = ${stock.organization_id} and agency = ${stock.agency}`
  return row && row.left + row.taken > 0 ? row : null
}

/** Locks a stock, creating it if it is missing: numbers are taken and added one transaction at a time. */
export async function lockStock({ sql }: Ctx, { organization_id, agency }: Stock): Promise<void> {
  await sql`
    insert into learning.certificate_stock (organization_id, agency) values (${organization_id}, ${agency})
    on conflict (organization_id, agency) do nothing`
  await sql`
    select 1 from learning.certificate_stock
    where organization_id = ${organization_id} and agency = ${agency} for update`
}

/**
 * The agency whose numbers go on a course's certificates: the one that sells numbers, if the program requires
 * schools to buy them (in Georgia and California, students hand in the certificate themselves); otherwise the one that
 * receives the completion first.
 */
export async function agencyOf(ctx: Ctx, course: StudentCourse): Promise<Agency> {
  const rules = await completionRules(ctx, course)
  const seller = rules?.valueOf('certificate.number_source') === 'stock' ? findNumberSeller(rules.state) : null
  if (seller) return seller
  const [first] = await dutiesOf(ctx, course)
  return first.agency
}

/** Whether the course's program requires schools to buy certificate numbers. */
export async function isFromStock(ctx: Ctx, course: StudentCourse): Promise<boolean> {
  const rules = await completionRules(ctx, course)
  return rules?.valueOf('certificate.number_source') === 'stock'
}

/**
 * Takes the stock's lowest number for this version of a certificate: `none` if no number for its program is left, or
 * if certificates with an earlier deadline need all that are left; `own` for an organization without a stock. The
 * caller must hold the course's lock.
 */
export async function takeNumber(
  ctx: Ctx,
  course: StudentCourse,
  version: number,
  agency: Agency,
): Promise<{ number: string } | 'none' | 'own'> {
  const { organization_id, student_course_id } = course
  const stock = { organization_id, agency }
  if (!(await hasStock(ctx, stock))) return 'own'
  const { program_id } = await selectCourseVersion(ctx, course.course_version_id)
  await lockStock(ctx, stock)
  if (await isInDoubt(ctx, stock)) return 'none'
  const numbers = await countUsable(ctx, stock, program_id)
  const isUsable = numbers.usable > 0
  if (isUsable && (await countAhead(ctx, course, version, agency, { program_id, ...numbers })) >= numbers.usable)
    return 'none'
  const [stockNumber] = await ctx.sql<{ number: string }>`
    update learning.certificate_stock_number
    set student_course_id = ${student_course_id}, version = ${version}, taken_at = platform.now()
    where certificate_stock_number_id = (
      select certificate_stock_number_id from learning.certificate_stock_number
      where organization_id = ${organization_id} and agency = ${agency} and taken_at is null and voided_at is null
        and program_id in ('', ${program_id ?? ''})
      order by program_id = '', length(number), number limit 1)
    returning number`
  if (!stockNumber) return (await hasStock(ctx, stock)) ? 'none' : 'own'
  await warnIfLow(ctx, stock)
  return stockNumber
}

/**
 * Whether a restored stock may include numbers that were used after the backup and that staff have not confirmed yet.
 */
export async function isInDoubt({ sql }: Pick<Ctx, 'sql'>, { organization_id, agency }: Stock): Promise<boolean> {
  const [row] = await sql`
    select 1 from learning.certificate_stock s
    where s.organization_id = ${organization_id} and s.agency = ${agency}
      and coalesce(s.confirmed_at, s.created_at) < ${resumedAt(sql)}`
  return row !== undefined
}

/**
 * The last used number of a series. A series is the numbers of a stock bought for one program, or '' for any course.
 */
export type LastUsed = { program_id: string; number: string }

/** The given numbers that their series does not contain. */
export const listUnknown = (
  { sql }: Ctx,
  { organization_id, agency }: Stock,
  last_used: readonly LastUsed[],
): Promise<LastUsed[]> => sql<LastUsed>`
  select last.program_id, last.number from ${asRows(sql, last_used)}
  where not exists (
    select from learning.certificate_stock_number n
    where n.organization_id = ${organization_id} and n.agency = ${agency} and n.program_id = last.program_id
      and n.number = last.number)`

/**
 * Records staff's confirmation of a restored stock: voids the numbers of each series up to the last used one, in the
 * order in which they are taken.
 */
export async function confirmStock(
  { sql }: Ctx,
  { organization_id, agency }: Stock,
  { user_id, last_used, reason }: { user_id: number; last_used: readonly LastUsed[]; reason: string },
): Promise<number> {
  const { count } = await sql`
    update learning.certificate_stock_number n
    set voided_at = platform.now(), voided_by = ${user_id}, void_reason = ${reason}
    from ${asRows(sql, last_used)}
    where n.organization_id = ${organization_id} and n.agency = ${agency} and n.taken_at is null and n.voided_at is null
      and n.program_id = last.program_id and (length(n.number), n.number) <= (length(last.number), last.number)`
  await sql`
    update learning.certificate_stock set confirmed_at = platform.now(), confirmed_by = ${user_id}
    where organization_id = ${organization_id} and agency = ${agency}`
  return count
}

const asRows = (sql: Sql, last_used: readonly LastUsed[]): Fragment => sql`
  unnest(${sql.array(last_used.map(({ program_id }) => program_id))}::text[],
         ${sql.array(last_used.map(({ number }) => number))}::text[]) last (program_id, number)`

/** The unused numbers of a stock for a program, counted up to a limit above which nothing is scarce. */
async function countUsable(
  { sql }: Pick<Ctx, 'sql'>,
  { organization_id, agency }: Stock,
  program_id: string | null,
): Promise<Usable> {
  const [row] = await sql<Usable>`
    select count(*)::int as usable, (count(*) filter (where program_id = ''))::int as general from (
      select program_id from learning.certificate_stock_number
      where organization_id = ${organization_id} and agency = ${agency} and taken_at is null and voided_at is null
        and program_id in ('', ${program_id ?? ''})
      limit 10001) counted`
  return row!
}

async function hasStock({ sql }: Pick<Ctx, 'sql'>, { organization_id, agency }: Stock): Promise<boolean> {
  const [row] = await sql`
    select 1 from learning.certificate_stock_number
    where organization_id = ${organization_id} and agency = ${agency} limit 1`
  return row !== undefined
}

/** The count of remaining numbers; a large stock is counted only up to the first warning level. */
async function countLeft({ sql }: Pick<Ctx, 'sql'>, { organization_id, agency }: Stock): Promise<number> {
  const [row] = await sql<{ left: number }>`
    select count(*)::int as left from (
      select 1 from learning.certificate_stock_number
      where organization_id = ${organization_id} and agency = ${agency} and taken_at is null and voided_at is null
      limit ${Math.max(...warnings) + 1}) counted`
  return row!.left
}

/**
 * The lowest stock of an organization at or below the first warning; null if all its stocks are higher or it has none.
 * The caller must check that the organization is in scope.
 */
export async function findLowStock(ctx: Pick<Ctx, 'sql'>, organization_id: number): Promise<number | null> {
  const stocks = agencies.filter(sellsNumbers).map((agency) => ({ organization_id, agency }))
  const levels = await Promise.all(
    stocks.map(async (stock) => ((await hasStock(ctx, stock)) ? countLeft(ctx, stock) : null)),
  )
  const lowLevels = levels.filter((level): level is number => level !== null && level <= Math.max(...warnings))
  return lowLevels.length > 0 ? Math.min(...lowLevels) : null
}

async function warnIfLow(ctx: Ctx, stock: Stock): Promise<void> {
  const { organization_id, agency } = stock
  const remaining = await countLeft(ctx, stock)
  const isCounted = warnings.includes(remaining)
  if (!isCounted && !(await isRunningOut(ctx, stock))) return
  const { taken, left: exact } = (await findLevel(ctx, stock))!
  await ctx.emit(numbersLow, { organization_id, agency, left: exact, bought: exact + taken })
}

/** Whether a stock lasts two weeks at most at its recent pace; true only once a week. */
async function isRunningOut(ctx: Ctx, stock: Stock): Promise<boolean> {
  const { organization_id, agency } = stock
  const { count } = await ctx.sql`
    update learning.certificate_stock set warned_at = platform.now()
    where organization_id = ${organization_id} and agency = ${agency}
      and (warned_at is null or warned_at < platform.now() - interval '7 days')
      and (
        select count(*) filter (where taken_at is null and voided_at is null) * 30
               <= ${alarmDays} * nullif(count(*) filter (where taken_at > platform.now() - interval '30 days'), 0)
        from learning.certificate_stock_number n
        where n.organization_id = ${organization_id} and n.agency = ${agency})`
  return count > 0
}
