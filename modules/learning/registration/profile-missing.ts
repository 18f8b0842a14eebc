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
  const wanted = asksAge(version) ? { ...confirm, dob: true } : confirm
  return missingFields(await selectPerson(ctx, course.user_id), wanted)
}

function missingFields(
  person: Person,
  wanted: Partial<CompletionConfiguration['confirm']> | undefined,
): ProfileField[] {
  const { first_name, last_name, about_you_at, address1, city, lk_state_id, zip, dob, gender } = person
  const fields: [ProfileField, boolean | undefined, unknown][] = [
    ['firstName', wanted?.name, first_name],
    // The About You form is complete without a last name only for people who have one name.
    ['lastName', wanted?.name, last_name || about_you_at],
    ['address', wanted?.address, address1],
    ['city', wanted?.address, city],
    ['state', wanted?.address, lk_state_id],
    ['zip', wanted?.address, zip],
    ['dob', wanted?.dob, dob],
    ['gender', wanted?.gender, gender],
  ]
  return fields.filter(([, asked, value]) => asked && !value).map(([field]) => field)
}
