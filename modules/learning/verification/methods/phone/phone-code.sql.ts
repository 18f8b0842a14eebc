import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Check } from '#modules/learning/verification/check.sql.ts'
import type { Setup } from '#modules/learning/verification/setup.sql.ts'
import type { Channel, Delivery } from '#modules/security/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { codeLimits } from './code-limits.ts'
import { hashNumber, openNumber } from './phone-number.ts'

/** A sent code, without its digits. */
export type PhoneCode = {
  phone_code_id: number
  reference: string
  student_course_id: number
  identity_check_id: number | null
  channel: Channel
  code_hash: Buffer
  made_at: Date
  tries: number
  used_at: Date | null
  state: 'made' | Delivery
  detail: string | null
  expired: boolean
  seconds_left: number
}

/** The validity of a code in minutes. */
export const codeMinutes = 10

const columns = (sql: Ctx['sql']) => sql`
  phone_code_id, reference, student_course_id, identity_check_id, channel, code_hash, made_at, tries, used_at, state, detail,
  expires_at <= platform.now() as expired,
  greatest(0, extract(epoch from expires_at - platform.now()))::float8 as seconds_left`

/** The newest code of a check or setup to the current number; earlier ones and those to other numbers don't count. */
export async function findCode(ctx: Ctx, setup: Setup, identity_check_id: number | null): Promise<PhoneCode | null> {
  const number = openNumber(ctx, setup)
  if (number === null) return null
  const { sql } = ctx
  const [code] = await sql<PhoneCode>`
    select ${columns(sql)} from learning.phone_code
    where student_course_id = ${setup.student_course_id}
      and identity_check_id is not distinct from ${identity_check_id} and number_hash = ${hashNumber(ctx, number)}
    order by phone_code_id desc limit 1`
  return code ?? null
}

type NewCode = {
  reference: string
  identity_check_id: number | null
  channel: Channel
  number_hash: Buffer
  code_hash: Buffer
}

export async function insertCode({ sql }: Ctx, course: StudentCourse, code: NewCode): Promise<void> {
  const { student_course_id, organization_id, user_id } = course
  const { reference, identity_check_id, channel, number_hash, code_hash } = code
  await sql`
    insert into learning.phone_code
      (student_course_id, organization_id, user_id, reference, identity_check_id, channel, number_hash, code_hash, expires_at)
    values (${student_course_id}, ${organization_id}, ${user_id}, ${reference}, ${identity_check_id}, ${channel},
            ${number_hash}, ${code_hash}, platform.now() + ${codeMinutes}::int * interval '1 minute')`
}

/** Counts an attempt before the code is compared. The caller must hold the course's lock. */
export async function updateCodeTries({ sql }: Ctx, { phone_code_id }: PhoneCode): Promise<PhoneCode> {
  const [updatedCode] = await sql<PhoneCode>`
    update learning.phone_code set tries = tries + 1 where phone_code_id = ${phone_code_id} returning ${columns(sql)}`
  return updatedCode!
}

export const updateCodeUsed = ({ sql }: Ctx, { phone_code_id }: PhoneCode) => sql`
  update learning.phone_code set used_at = platform.now() where phone_code_id = ${phone_code_id}`

/** Stores the provider's response to the request to send a code. */
export const updateCodeSent = (
  { sql }: Ctx,
  reference: string,
  { state, provider_id, detail }: { state: 'sent' | 'failed'; provider_id: string | null; detail: string | null },
) => sql`
  update learning.phone_code
  set provider_id = coalesce(provider_id, ${provider_id}), detail = coalesce(detail, ${detail}),
      state = case when state = 'made' then ${state} else state end
  where reference = ${reference}`

/**
 * Seconds until another code may be sent to the course, and to all that share its phone and provider; null if one may
 * be sent now.
 */
export type CodeWaits = { soon: number | null; many: number | null }

/**
 * Counted across the whole product, because a phone belongs to one person on all sites. Only seconds are returned.
 */
export async function findCodeWaits(
  { unscoped: { sql } }: Ctx,
  { student_course_id, organization_id, user_id }: StudentCourse,
  number_hash: Buffer,
): Promise<CodeWaits> {
  const { secondsBetween, course, student, number, number_hour, organization_hour } = codeLimits
  const [waits] = await sql<CodeWaits>`
    with clock as (select platform.now() as now, platform.now() - interval '1 day' as day, platform.now() - interval '1 hour' as hour)
    select (select extract(epoch from max(made_at) - clock.now)::float8 + ${secondsBetween}::int from learning.phone_code
            where student_course_id = ${student_course_id}
              and made_at > clock.now - ${secondsBetween}::int * interval '1 second') as soon,
           (select extract(epoch from max(free_at) - clock.now)::float8 from (
              (select made_at + interval '1 day' as free_at from learning.phone_code
               where student_course_id = ${student_course_id} and made_at > clock.day
               order by made_at desc offset ${course - 1} limit 1)
              union all
              (select made_at + interval '1 day' from learning.phone_code
               where user_id = ${user_id} and made_at > clock.day
               order by made_at desc offset ${student - 1} limit 1)
              union all
              (select made_at + interval '1 day' from learning.phone_code
               where number_hash = ${number_hash} and made_at > clock.day
               order by made_at desc offset ${number - 1} limit 1)
              union all
              (select made_at + interval '1 hour' from learning.phone_code
               where number_hash = ${number_hash} and made_at > clock.hour
               order by made_at desc offset ${number_hour - 1} limit 1)
              union all
              (select made_at + interval '1 hour' from learning.phone_code
               where organization_id = ${organization_id} and made_at > clock.hour
               order by made_at desc offset ${organization_hour - 1} limit 1)) as reached) as many
    from clock`
  return waits!
}

/** The number of a check's codes that could not be delivered. */
export async function countUndelivered({ sql }: Ctx, check: Check): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from learning.phone_code
    where student_course_id = ${check.student_course_id} and identity_check_id = ${check.identity_check_id}
      and state = 'failed'`
  return row!.n
}

/** The number of wrong codes entered in a check. */
export async function countWrongCodes({ sql }: Ctx, check: Check): Promise<number> {
  const [row] = await sql<{ n: number }>`
    select count(*)::int as n from learning.identity_try
    where student_course_id = ${check.student_course_id} and identity_check_id = ${check.identity_check_id}
      and method = 'phone' and result = 'wrong'`
  return row!.n
}
