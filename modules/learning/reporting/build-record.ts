import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { lk_suffix } from '#modules/identity/lookups.shared.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { label } from '#platform/lookups.ts'
import { stateCode } from '#platform/states.ts'
import type { Destination } from './agencies/index.ts'
import { instructionTime } from './instruction-time.ts'
import type { CompletionRecord, Corrections } from './record.ts'
import type { RegisteredFacts } from './registered-facts.ts'

type PersonRow = Omit<
  CompletionRecord['student'],
  'suffix' | 'driver_license' | 'license_state' | 'ssn_last_4' | 'state' | 'eye_color'
> & {
  lk_suffix_id: number | null
  lk_state_id: number | null
  organization_code: string
  organization_name: string
  staff_advanced_ind: boolean
}

async function selectPersonRow(ctx: Ctx, course: StudentCourse): Promise<PersonRow> {
  const [row] = await ctx.sql<PersonRow>`
    select p.first_name, p.middle_name, p.last_name, p.lk_suffix_id, p.dob, p.gender, p.address1, p.address2, p.city,
           p.lk_state_id, p.zip, p.phone, p.email, o.code as organization_code, o.name as organization_name,
           exists (select from learning.student_progress g
                   where g.student_course_id = ${course.student_course_id} and g.advanced_ind) as staff_advanced_ind
    from identity.v_person p
    join identity.v_organization o on o.organization_id = ${course.organization_id}
    where p.user_id = ${course.user_id}`
  if (!row) throw errors.notFound()
  return row
}

/**
 * The record of a passed course for one receiver, from the current data; `number` is the report's position in its chain
 * of corrections.
 */
export async function buildRecord(
  ctx: Ctx,
  course: StudentCourse,
  registered: RegisteredFacts,
  { agency, state_code }: Destination,
  number: number,
  corrections: Corrections = {},
): Promise<CompletionRecord & Destination> {
  const [version, person, { required_seconds }] = await Promise.all([
    selectCourseVersion(ctx, course.course_version_id),
    selectPersonRow(ctx, course),
    instructionTime(ctx, course),
  ])
  const state = stateCode(person.lk_state_id)
  const { lk_suffix_id, lk_state_id, organization_code, organization_name, staff_advanced_ind, ...personFields } =
    person
  const { driver_license, license_state, license_class, eye_color, ssn_last_4, stated_dob, ...answers } = registered
  return {
    submission_id: `${organization_code}-${course.student_course_id}-${number}`,
    agency,
    state_code,
    provider: { organization_code, organization_name },
    student: {
      ...personFields,
      ...namesOf(personFields),
      dob: personFields.dob ?? stated_dob,
      suffix: label(lk_suffix, lk_suffix_id, 'en-us'),
      state,
      driver_license: corrections.driver_license ?? driver_license,
      license_state: corrections.license_state ?? license_state ?? '',
      ssn_last_4,
      eye_color,
    },
    course: {
      course_id: course.course_id,
      course_name: version.name,
      version_number: version.version_number,
      hours: hoursOf(required_seconds),
      training: 'theory',
      license_class,
    },
    ...answers,
    certificate_number: null,
    certificate_kind: null,
    outcome: 'passed',
    completed_at: (course.passed_at ?? ctx.now).toISOString(),
    staff_advanced_ind,
  }
}

/**
 * Agencies require both names. A person with one name has it as the family name on their license, preceded by NONE
 * (AAMVA).
 */
const namesOf = ({ first_name, last_name }: Pick<PersonRow, 'first_name' | 'last_name'>) =>
  last_name === '' && first_name !== '' ? { first_name: 'NONE', last_name: first_name } : { first_name, last_name }

/** Hours, to one decimal. */
export const hoursOf = (seconds: number): number => Math.round(seconds / 360) / 10
