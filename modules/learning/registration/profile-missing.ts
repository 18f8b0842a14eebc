import { type CompletionConfiguration, selectCourseVersion } from '#modules/catalogue/index.ts'
import { type Person, selectPerson } from '#modules/identity/index.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { asksAge } from './age.ts'

export const profileFields = ['firstName', 'lastName', 'address', 'city', 'state', 'zip', 'dob', 'gender'] as const
export type ProfileField = (typeof profileFields)[number]

/** The fields that the course asks students to confirm and the profile lacks. */
export async function listProfileMissing(
  ctx: Pick<Ctx, 'sql' | 'now'>,
  course: Pick<StudentCourse, 'course_version_id' | 'user_id'>,
): Promise<ProfileField[]> {
  const version = await selectCourseVersion(ctx, course.course_version_id)
  const { confirm } = version.completion_configuration
  const required = asksAge(version) ? { ...confirm, dob: true } : confirm
  return missingFields(await selectPerson(ctx, course.user_id), required)
}

function missingFields(
  person: Person,
  required: Partial<CompletionConfiguration['confirm']> | undefined,
): ProfileField[] {
  const { first_name, last_name, about_you_at, address1, city, lk_state_id, zip, dob, gender } = person
  const fields: [ProfileField, boolean | undefined, unknown][] = [
    ['firstName', required?.name, first_name],
    // The About You form is complete without a last name only for people who have one name.
    ['lastName', required?.name, last_name || about_you_at],
    ['address', required?.address, address1],
    ['city', required?.address, city],
    ['state', required?.address, lk_state_id],
    ['zip', required?.address, zip],
    ['dob', required?.dob, dob],
    ['gender', required?.gender, gender],
  ]
  return fields.filter(([, isRequired, value]) => isRequired && !value).map(([field]) => field)
}
