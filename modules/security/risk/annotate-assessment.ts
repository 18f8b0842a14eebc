import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { operation } from '../../../platform/operation.ts'
import { scoped, staff } from '../../../platform/permissions.ts'
import { id, z } from '../../../platform/schema.ts'
import { captchaPort } from '../captcha/captcha.ts'
import { securityErrors } from '../errors.ts'

type Asked = { assessment_id: number }

export const annotateAssessment = operation({
  call: 'POST /user/annotateAssessment',
  summary: 'Say what became of an assessed form; the provider learns from it where it keeps assessments',
  may: scoped<Asked>(
    staff('MANAGE_STUDENTS:UPDATE'),
    'of an organization of theirs',
    async (ctx, { assessment_id }) => void (await selectName(ctx, assessment_id)),
  ),
  takes: z.object({ assessment_id: id(), annotation: z.enum(['LEGITIMATE', 'FRAUDULENT']) }),
  gives: z.object({ assessment_score: z.number().nullable(), annotated_at: z.iso.datetime() }),
  fails: [securityErrors.captchaDown],
  audit: ({ assessment_id, annotation }) => ({
    action: 'user.annotateAssessment',
    subject: `assessment_id:${assessment_id}`,
    after: { annotation },
  }),
  // No connection waits while the provider is told.
  transaction: 'own',
  async run(ctx, { assessment_id, annotation }) {
    const name = await selectName(ctx, assessment_id)
    const captcha = ctx.use(captchaPort)?.captcha
    if (name && captcha) {
      await captcha.annotate(name, annotation).catch((error) => {
        ctx.log.warn('captcha.unavailable', { reason: String(error) })
        throw securityErrors.captchaDown()
      })
    }
    return store(ctx, assessment_id, annotation)
  },
})

/** The provider's name of an assessment within reach. Throws notFound. */
async function selectName({ sql, organization }: Ctx, assessment_id: number): Promise<string | null> {
  const [found] = await sql<{ name: string | null }>`
    select name from security.risk_assessment
    where assessment_id = ${assessment_id} and organization_id = any(${sql.array(organization.scope)})`
  if (!found) throw errors.notFound()
  return found.name
}

async function store({ sql, now }: Ctx, assessment_id: number, annotation: string) {
  const [row] = await sql<{ score: number | null; annotated_at: Date }>`
    update security.risk_assessment
    set annotated_at = case when annotation = ${annotation} then annotated_at else ${now} end, annotation = ${annotation}
    where assessment_id = ${assessment_id} returning score, annotated_at`
  return { assessment_score: row!.score, annotated_at: row!.annotated_at.toISOString() }
}
