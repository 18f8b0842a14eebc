import { type CompletionConfiguration, selectCourseVersion } from '#modules/catalogue/index.ts'
import { type Person, selectPerson } from '#modules/identity/index.ts'
import type { RecordGap } from '#modules/learning/reporting/record-gaps.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { hasAgeLimit } from './age.ts'

export const profileFields = ['firstName', 'lastName', 'address', 'city', 'state', 'zip', 'dob', 'gender'] as const
export type ProfileField = (typeof profileFields)[number]

type RequiredData = Partial<Pick<CompletionConfiguration['confirm'], 'name' | 'address' | 'dob' | 'gender'>>

const agencyFieldsOf = (gaps: readonly RecordGap[]): RequiredData => {
  const isNeeded = (datum: RecordGap['datum']) => gaps.some((gap) => gap.datum === datum)
  return {
    name: isNeeded('name'),
    address: isNeeded('address'),
    dob: isNeeded('date_of_birth'),
    gender: isNeeded('gender'),
  }
}

type TakenCourse = Pick<StudentCourse, 'course_version_id' | 'user_id'>
type ReadContext = Pick<Ctx, 'sql' | 'now'>

/**
 * The profile fields that the course asks students to confirm or that an agency needs (`gaps`), and that are empty or
 * have a value that the agency can't record.
 */
export async function listMissingProfileFields(
  ctx: ReadContext,
  course: TakenCourse,
  gaps: readonly RecordGap[],
): Promise<ProfileField[]> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const confirm: RequiredData | undefined = version.completion_configuration.confirm
  const agencyFields = agencyFieldsOf(gaps)
  const required = {
    name: confirm?.name || agencyFields.name,
    address: confirm?.address || agencyFields.address,
    dob: confirm?.dob || agencyFields.dob || hasAgeLimit(version),
    gender: confirm?.gender || agencyFields.gender,
  }
  const missing = missingFields(await selectPerson(ctx, course.user_id), required)
  return profileFields.filter((field) => missing.includes(field) || refusedFields(gaps).includes(field))
}

/** The fields whose value an agency can't record; students are asked for them again. */
const refusedFields = (gaps: readonly RecordGap[]): ProfileField[] =>
  gaps.flatMap(({ datum, accepts }) => (accepts ? (fieldsOf[datum] ?? []) : []))

const fieldsOf: Partial<Record<RecordGap['datum'], readonly ProfileField[]>> = {
  name: ['firstName', 'lastName'],
  address: ['address', 'city', 'state', 'zip'],
  date_of_birth: ['dob'],
  gender: ['gender'],
}

/** The fields of the profile that an agency needs and that are missing. */
export const listMissingAgencyFields = async (
  ctx: ReadContext,
  { user_id }: Pick<StudentCourse, 'user_id'>,
  gaps: readonly RecordGap[],
): Promise<ProfileField[]> =>
  gaps.length === 0 ? [] : missingFields(await selectPerson(ctx, user_id), agencyFieldsOf(gaps))

function missingFields(person: Person, required: RequiredData): ProfileField[] {
  const { first_name, last_name, about_you_at, address1, city, lk_state_id, zip, dob, gender } = person
  const fields: [ProfileField, boolean | undefined, unknown][] = [
    ['firstName', required.name, first_name],
    // The About You form is complete without a last name only for people who have one name.
    ['lastName', required.name, last_name || about_you_at],
    ['address', required.address, address1],
    ['city', required.address, city],
    ['state', required.address, lk_state_id],
    ['zip', required.address, zip],
    ['dob', required.dob, dob],
    ['gender', required.gender, gender],
  ]
  return fields.filter(([, isRequired, value]) => isRequired && !value).map(([field]) => field)
}
