import { listImpacted, listPacks, listSetRules, type RulesMoment, type SetRule } from '#modules/catalogue/index.ts'
import { completeStatuses, status } from '#modules/learning/student-course/course-status.shared.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { day, z } from '#platform/schema.ts'

export const fetchProgramImpact = operation({
  call: 'GET /program/impact',
  added: true,
  summary:
    'The published courses that break the rules of a program on a day, but not those of today or of the pack alone, with their numbers of students',
  may: staff('MANAGE_COURSES:READ'),
  takes: z.object({
    program_id: z.string().max(50),
    on: day(),
    /** The rules to compare with: those of today (by default), or those of the pack without the values that were set. */
    against: z.enum(['today', 'pack']).optional(),
  }),
  gives: z.object({
    courses: z.array(
      z.object({
        course_id: z.int(),
        name: z.string(),
        organization_name: z.string(),
        /** The students who are taking the course now, in any version. */
        students: z.int(),
        problems: z.array(z.object({ message: z.string(), href: z.string() })),
      }),
    ),
    /** Some courses of the program were not compared. */
    more_ind: z.boolean(),
  }),
  fails: [errors.notFound],
  async run(ctx, { program_id, on, against }) {
    if (!listPacks().some(({ id }) => id === program_id)) throw errors.notFound()
    const { compared: _, ...impact } = await impactOf(
      ctx,
      program_id,
      { day: on },
      against === 'pack' ? { day: on, setRules: [] } : undefined,
    )
    return impact
  },
})

/** A rule that an Admin is about to set. */
type PlannedRule = Pick<SetRule, 'program_id' | 'rule' | 'value' | 'valid_from' | 'valid_to' | 'citation'>

/**
 * The courses that would break a rule if it were set, with their numbers of students, compared with the rules that apply
 * on its first day without it. Nothing is stored. `compared`: the number of published courses that were compared.
 */
export async function previewProgramRule(ctx: Ctx, planned: PlannedRule) {
  const { program_id, valid_from: day } = planned
  const current = await listSetRules(ctx, program_id)
  const added: SetRule = {
    ...planned,
    program_rule_id: 0,
    url: null,
    reason: '',
    user_id: 0,
    created_at: ctx.now,
  }
  return impactOf(ctx, program_id, { day, setRules: [added, ...current] }, { day, setRules: current })
}

async function impactOf(ctx: Ctx, program_id: string, after: RulesMoment, before?: RulesMoment) {
  const { courses, compared, more } = await listImpacted(ctx, program_id, after, before)
  const students = await countStudents(
    ctx,
    courses.map(({ course_id }) => course_id),
  )
  return {
    courses: courses.map((course) => ({ ...course, students: students.get(course.course_id) ?? 0 })),
    compared,
    more_ind: more,
  }
}

/** Students in these statuses are done with their course. */
const finalStatuses = [
  ...completeStatuses,
  status.failed,
  status.expired,
  status.refunded,
  status.notPaid,
  status.payNow,
]

async function countStudents(
  { sql, organization }: Ctx,
  course_ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ course_id: number; n: number }>`
    select v.course_id, count(*)::int as n
    from learning.student_course sc
    join catalogue.v_course_version v using (course_version_id)
    where v.course_id = any(${sql.array([...course_ids])}::int[])
      and sc.organization_id = any(${sql.array(organization.scope)})
      and sc.lk_student_course_status_id <> all(${sql.array([...finalStatuses])}::int[])
    group by v.course_id`
  return new Map(rows.map(({ course_id, n }) => [course_id, n]))
}
