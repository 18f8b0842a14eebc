import type { Ctx } from '../../../platform/ctx.ts'

export type NewAssessment = {
  action: string
  name: string | null
  score: number | null
  reasons: readonly string[]
  network: string
}

/** Keeps what was thought of a form: the signed-in person's, or a visitor's. */
export async function insertAssessment(ctx: Ctx, { reasons, ...assessed }: NewAssessment): Promise<number> {
  const { actor, organization, sql, now } = ctx
  const whose =
    actor.kind === 'user'
      ? { user_id: actor.user_id, organization_id: actor.organization_id }
      : { organization_id: organization.organization_id }
  const row = { ...whose, ...assessed, reasons: sql.array([...reasons]), created_at: now }
  const [created] = await sql<{ assessment_id: number }>`
    insert into security.risk_assessment ${sql(row)} returning assessment_id`
  return created!.assessment_id
}

/** Says whose sign-up an assessment was about. */
export async function bindAssessment(
  { sql }: Ctx,
  assessment_id: number,
  { user_id, organization_id }: { user_id: number; organization_id: number },
): Promise<void> {
  await sql`
    update security.risk_assessment set user_id = ${user_id}, organization_id = ${organization_id}
    where assessment_id = ${assessment_id} and user_id is null`
}

/** How many forms of a network could not be assessed within the last hour. */
export async function countUnknown({ sql, now }: Ctx, network: string): Promise<number> {
  const since = new Date(now.getTime() - 60 * 60_000)
  const rows = await sql`
    select from security.risk_assessment
    where network = ${network} and score is null and created_at > ${since} limit 100`
  return rows.length
}

/** The newest assessment of a person, or null; the caller has checked the reach. */
export async function selectRisk(
  { sql }: Pick<Ctx, 'sql'>,
  user_id: number,
): Promise<{ assessmentScore: number; annotated_at: string | null } | null> {
  const [row] = await sql<{ score: number; annotated_at: Date | null }>`
    select score, annotated_at from security.risk_assessment
    where user_id = ${user_id} and score is not null
    order by created_at desc, assessment_id desc limit 1`
  return row ? { assessmentScore: row.score, annotated_at: row.annotated_at?.toISOString() ?? null } : null
}

/** Deletes what was thought of visitors' forms after 90 days; what is known of a person goes with the person. */
export async function forgetOldAssessments({ sql, now }: Pick<Ctx, 'sql' | 'now'>): Promise<void> {
  const before = new Date(now.getTime() - 90 * 24 * 60 * 60_000)
  await sql`delete from security.risk_assessment where user_id is null and created_at < ${before}`
}
