import type { RecordGap } from '#modules/learning/reporting/record-gaps.ts'
import type { StudentCourse } from '#modules/learning/student-course/student-course.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { type Locale, localize, texts } from '#platform/texts.ts'
import { listMissingAgencyFields, listMissingProfileFields, type ProfileField } from './profile-missing.ts'

const t = texts({
  firstName: ['First name is required.', 'El nombre es obligatorio.'],
  lastName: ['Last name is required.', 'El apellido es obligatorio.'],
  address: ['Address is required.', 'La dirección es obligatoria.'],
  city: ['City is required.', 'La ciudad es obligatoria.'],
  state: ['State is required.', 'El estado es obligatorio.'],
  zip: ['Zip is required.', 'El código postal es obligatorio.'],
  dob: ['Enter a valid date of birth', 'Escriba una fecha de nacimiento válida'],
  gender: ['Gender is required', 'El género es obligatorio'],
})

/** The error text for a profile field that must be filled in again. */
export const profileProblem = (locale: Locale, field: ProfileField): string => localize(locale, t[field])

/**
 * Throws 400, field by field, if the profile lacks data that the course asks students to confirm or an agency needs.
 */
export async function requirePerson(ctx: Ctx, course: StudentCourse, gaps: readonly RecordGap[]): Promise<void> {
  const missing = await listMissingProfileFields(
    ctx,
    course,
    gaps.filter(({ accepts }) => !accepts),
  )
  if (missing.length > 0) throw invalidProfile(ctx, missing)
}

/** Throws 400, field by field, if the profile lacks data that an agency needs. */
export async function requireAgencyFields(ctx: Ctx, course: StudentCourse, gaps: readonly RecordGap[]): Promise<void> {
  const missing = await listMissingAgencyFields(ctx, course, gaps)
  if (missing.length > 0) throw invalidProfile(ctx, missing)
}

const invalidProfile = (ctx: Ctx, missing: readonly ProfileField[]) =>
  errors.invalid(
    {},
    {},
    missing.map((path) => ({ path, message: profileProblem(ctx.locale, path) })),
  )
