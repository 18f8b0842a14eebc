import type { Ctx } from '#platform/ctx.ts'
import type { RuleKey } from './rules.shared.ts'

/** A rule set by the operator; `value` is null if the program has no such rule. Days are YYYY-MM-DD. */
export type SetRule = {
  program_rule_id: number
  program_id: string
  rule: RuleKey
  valid_from: string
  valid_to: string | null
  value: unknown
  citation: string | null
  url: string | null
  reason: string
  user_id: number
  created_at: Date
}

/** The set rules of a program, or of all, the newest first: on shared days a newer rule overrides an older one. */
export const listSetRules = ({ sql }: Pick<Ctx, 'sql'>, program_id?: string): Promise<SetRule[]> =>
  sql<SetRule>`
    select program_rule_id, program_id, rule, valid_from::text as valid_from, valid_to::text as valid_to, value, citation,
           url, reason, user_id, created_at
    from catalogue.program_rule
    where revoked_at is null and program_id = coalesce(${program_id ?? null}, program_id)
    order by program_rule_id desc`

type NewRule = Omit<SetRule, 'program_rule_id' | 'created_at' | 'value'> & { value: unknown }

export async function insertSetRules({ sql }: Pick<Ctx, 'sql'>, rules: readonly NewRule[]): Promise<void> {
  for (const { value, ...rule } of rules) {
    await sql`insert into catalogue.program_rule ${sql({ ...rule, value: value === null ? null : sql.json(value as object) })}`
  }
}

/** Withdraws a set rule; undefined if it does not exist or was already withdrawn. */
export async function revokeSetRule(
  { sql, now }: Pick<Ctx, 'sql' | 'now'>,
  program_rule_id: number,
  user_id: number,
): Promise<Pick<SetRule, 'program_id' | 'rule' | 'value'> | undefined> {
  const [row] = await sql<Pick<SetRule, 'program_id' | 'rule' | 'value'>>`
    update catalogue.program_rule set revoked_at = ${now}, revoked_by = ${user_id}
    where program_rule_id = ${program_rule_id} and revoked_at is null
    returning program_id, rule, value`
  return row
}

export type ProgramCourse = {
  course_id: number
  program_id: string
  name: string
  organization_id: number
  organization_name: string
  /** Null for a course that is only a draft. */
  published_version_id: number | null
}

/** The courses of programs: the published version, otherwise the draft. */
export const listProgramCourses = ({ sql }: Pick<Ctx, 'sql'>): Promise<ProgramCourse[]> =>
  sql<ProgramCourse>`
    select c.course_id, v.program_id, v.name, c.organization_id, o.name as organization_name, c.published_version_id
    from catalogue.course c
    join catalogue.course_version v on v.course_version_id = coalesce(
      c.published_version_id,
      (select d.course_version_id from catalogue.course_version d
       where d.course_id = c.course_id and d.version_number = 0))
    join identity.v_organization o on o.organization_id = c.organization_id
    where v.program_id is not null and c.deleted_at is null
    order by v.name, c.course_id`
