import type { Ctx } from '#platform/ctx.ts'

export type NewAssessment = {
  action: string
  name: string | null
  score: number | null
  reasons: readonly string[]
  network: string
  account: string | null
  /** SHA-256 of the token, once the provider has assessed it. */
  token_hash: Buffer | null
}

/** Stores the assessment of a form by the signed-in person or a visitor; null for a token assessed before. */
export async function insertAssessment(ctx: Ctx, { reasons, ...assessment }: NewAssessment): Promise<number | null> {
  const { actor, organization, sql, now } = ctx
  const owner =
    actor.kind === 'user'
      ? { user_id: actor.user_id, organization_id: actor.organization_id }
      : { organization_id: organization.organization_id }
  const row = { ...owner, ...assessment, reasons: sql.array([...reasons]), created_at: now }
  const [createdRow] = await sql<{ assessment_id: number }>`
    insert into security.risk_assessment ${sql(row)}
    on conflict (token_hash) where token_hash is not null do nothing
    returning assessment_id`
  return createdRow?.assessment_id ?? null
}

type Owner = { user_id: number; organization_id: number; account: string }

/** Links an assessment to a person; false if it was made for another account, or belongs to someone else. */
export async function bindAssessment(
  { sql }: Ctx,
  assessment_id: number,
  { user_id, organization_id, account }: Owner,
): Promise<boolean> {
  const rows = await sql`
    update security.risk_assessment set user_id = ${user_id}, organization_id = ${organization_id}
    where assessment_id = ${assessment_id} and coalesce(account, ${account}) = ${account}
      and coalesce(user_id, ${user_id}) = ${user_id}
    returning 1`
  return rows.length > 0
}

type AssessmentName = { name: string | null; account: string | null; annotated_by: number | null }

/** The provider's name of an assessment and its account; null for a deleted one. For jobs. */
export async function findAssessment({ sql }: Ctx, assessment_id: number): Promise<AssessmentName | null> {
  const [row] = await sql<AssessmentName>`
    select name, account, annotated_by from security.risk_assessment where assessment_id = ${assessment_id}`
  return row ?? null
}

type AnnotationValues = { annotation: 'LEGITIMATE' | 'FRAUDULENT'; reason: string | null; annotated_by: number | null }

/** Stores a form's outcome, and the time it became known. */
export async function storeAnnotation({ sql, now }: Ctx, assessment_id: number, values: AnnotationValues) {
  const { annotation, reason, annotated_by } = values
  const [row] = await sql<{ score: number | null; annotated_at: Date }>`
    update security.risk_assessment
    set annotated_at = case when annotation = ${annotation} then annotated_at else ${now} end,
        annotation = ${annotation}, annotation_reason = ${reason}, annotated_by = ${annotated_by}
    where assessment_id = ${assessment_id} returning score, annotated_at`
  return row!
}

/** The number of a network's forms that could not be assessed within the last hour. */
export async function countUnknown({ sql, now }: Ctx, network: string): Promise<number> {
  const since = new Date(now.getTime() - 60 * 60_000)
  const rows = await sql`
    select from security.risk_assessment
    where network = ${network} and score is null and created_at > ${since} limit 100`
  return rows.length
}

/** A person's newest assessment, or null. Callers must check the access. */
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

/** Deletes assessments of visitors' forms after 90 days; those of a person are deleted with the person. */
export async function forgetOldAssessments({ sql, now }: Pick<Ctx, 'sql' | 'now'>): Promise<void> {
  const before = new Date(now.getTime() - 90 * 24 * 60 * 60_000)
  await sql`delete from security.risk_assessment where user_id is null and created_at < ${before}`
}
