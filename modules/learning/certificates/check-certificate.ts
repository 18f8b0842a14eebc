import type { Ctx } from '#platform/ctx.ts'
import { operation } from '#platform/operation.ts'
import { anyone } from '#platform/permissions.ts'
import { z } from '#platform/schema.ts'
import { dayIn, defaultZone } from '#platform/zone.ts'
import { readCheckCode } from './check-code.ts'
import { certificateErrors } from './errors.ts'

type CheckedRow = {
  student_name: string
  course_name: string
  organization_name: string
  certificate_number: string
  issued_at: Date
  time_zone: string
  valid_until: string | null
  deleted: boolean
  replaced_by: string | null
}

export const checkCertificate = operation({
  call: 'GET /certificate/check/{code}',
  clients: 'checkCertificate',
  summary: "Returns to anyone with a certificate's code whether it is valid, without personal data",
  added: true,
  may: anyone,
  // The strictest rate limit, so that codes cannot be guessed.
  rate: 'sign-in',
  takes: z.object({ code: z.string().max(40) }),
  gives: z.object({
    valid: z.boolean(),
    /** replaced: there is a newer version; withdrawn: it is no longer valid. */
    status: z.enum(['valid', 'replaced', 'withdrawn']),
    /** The number of the certificate that replaced it. */
    replaced_by: z.string().nullable(),
    certificate_number: z.string(),
    course_name: z.string(),
    organization_name: z.string(),
    issued_at: z.string(),
    /** The time zone of the certificate's date. */
    time_zone: z.string(),
    /** The last day of its validity (YYYY-MM-DD); null if the program sets no limit. */
    valid_until: z.string().nullable(),
    /** Whether a valid certificate is past that day. */
    expired_ind: z.boolean(),
    initials: z.string(),
  }),
  fails: [certificateErrors.unknownCertificate],
  async run(ctx, { code }) {
    const { student_name, deleted, issued_at, ...certificate } = await selectChecked(ctx, code)
    const status = statusOf(deleted, certificate.replaced_by)
    const initials = initialsOf(student_name)
    const { valid_until, time_zone } = certificate
    const expired_ind = status === 'valid' && valid_until !== null && valid_until < dayIn(time_zone, ctx.now)
    return {
      ...certificate,
      expired_ind,
      valid: status === 'valid',
      status,
      issued_at: issued_at.toISOString(),
      initials,
    } as const
  },
})

function statusOf(deleted: boolean, replaced_by: string | null) {
  if (deleted) return 'withdrawn'
  return replaced_by ? 'replaced' : 'valid'
}

/** Looks up a certificate by its printed code alone, on any site, because any organization may have issued it. */
async function selectChecked(ctx: Ctx, text: string): Promise<CheckedRow> {
  const code = readCheckCode(text)
  const [row] = code
    ? await ctx.unscoped.sql<CheckedRow>`
        select c.model ->> 'student_name' as student_name, c.model ->> 'course_name' as course_name,
               c.model ->> 'organization_name' as organization_name, c.certificate_number, c.issued_at,
               coalesce(c.model ->> 'time_zone', ${defaultZone}) as time_zone,
               c.model ->> 'valid_until' as valid_until,
               c.deleted_at is not null or last.deleted_at is not null as deleted,
               case when last.version > c.version and last.deleted_at is null then last.certificate_number end as replaced_by
        from learning.student_certificate c
        join lateral (
          select n.version, n.certificate_number, n.deleted_at from learning.student_certificate n
          where n.student_course_id = c.student_course_id order by n.version desc limit 1) last on true
        where c.check_code = ${code}`
    : []
  if (!row) throw certificateErrors.unknownCertificate()
  return row
}

/** 'María de la Cruz' -> 'M. D. L. C.' */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]!.toUpperCase()}.`)
    .join(' ')
