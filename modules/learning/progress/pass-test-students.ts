import { identityErrors, inSandbox } from '#modules/identity/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors, Refusal } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { id, list, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { passInSandbox } from './pass-course.ts'

const maxRows = 200

const Result = z.object({
  student_course_id: z.int(),
  /** `exists`: the course was complete already. */
  result: z.enum(['passed', 'exists', 'refused']),
  /** The reason for a refusal. */
  code: z.string().nullable(),
  message: z.string().nullable(),
})
type Result = z.output<typeof Result>

export const passTestStudents = operation({
  call: 'POST /test/students/pass',
  added: true,
  summary:
    'Starts and passes courses of the sandbox, as if their students had taken them. Certificates and reports follow, with their events',
  may: inSandbox('MANAGE_STUDENTS:UPDATE'),
  takes: z.object({ student_course_ids: list(id(), maxRows).min(1) }),
  gives: z.object({ rows: z.array(Result) }),
  fails: [identityErrors.sandboxOnly],
  transaction: { own: 'each course commits by itself' },
  clients: 'passTestStudents',
  rate: { name: 'pass-test-students', perMinute: 60, burst: 20 },
  async run(ctx, { student_course_ids }) {
    const rows: Result[] = []
    for (const student_course_id of new Set(student_course_ids))
      rows.push({ student_course_id, ...(await passOne(ctx as Ctx, student_course_id)) })
    return { rows }
  },
})

async function passOne(ctx: Ctx, student_course_id: number): Promise<Omit<Result, 'student_course_id'>> {
  try {
    const isNew = await ctx.tx(async (inner) => {
      await requireOwnOrganization(inner, student_course_id)
      return passInSandbox(inner, student_course_id)
    })
    return { result: isNew ? 'passed' : 'exists', code: null, message: null }
  } catch (error) {
    // A refusal is the result for this course.
    if (!(error instanceof Refusal)) throw error
    const { kind, issues } = error
    const message = issues[0]?.message ?? localize(ctx.locale, kind.text, error.params)
    return { result: 'refused', code: kind.code, message }
  }
}

/** Throws notFound for a course of another organization. */
async function requireOwnOrganization({ sql, organization }: Ctx, student_course_id: number): Promise<void> {
  const rows = await sql`
    select from learning.student_course
    where student_course_id = ${student_course_id} and organization_id = ${organization.organization_id}`
  if (rows.length === 0) throw errors.notFound()
}
