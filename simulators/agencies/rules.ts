import { z } from 'zod'

const text = z.string().nullable()

/** The part of a completion record that the simulated agencies read. */
export const SubmittedShape = z.object({
  submission_id: z.string().min(1),
  state_code: z.string(),
  provider: z.object({ organization_code: z.string().min(1) }),
  student: z.object({
    first_name: z.string(),
    last_name: z.string(),
    dob: text,
    driver_license: text,
    license_state: z.string(),
    ssn_last_4: text,
  }),
  course: z.object({ course_id: z.int(), training: z.string() }),
  completed_at: z.iso.datetime(),
})
export type Submitted = z.output<typeof SubmittedShape>

/** Numbers with this ending are unknown to every agency, so that demonstrations can show a refusal. */
const unknownLicense = /0000$/

type Refusal = { code: string; message: string }
export type RefusalCodes = Readonly<Record<'first_name' | 'last_name' | 'dob' | 'license' | 'out_of_numbers', string>>

/** The codes of a simulated agency, and its further refusals. `license` is the number without hyphens, '' for none. */
export type SimulatedAgency = {
  codes: RefusalCodes
  refuse?: (license: string, record: Submitted) => Refusal | null
}

/** Why an agency refuses a record, in its own words, or null. */
export function refusalOf({ codes, refuse }: SimulatedAgency, record: Submitted): Refusal | null {
  const { first_name, last_name, dob, driver_license } = record.student
  const license = (driver_license ?? '').replaceAll('-', '').toUpperCase()
  if (!first_name.trim()) return { code: codes.first_name, message: 'First name is missing.' }
  if (!last_name.trim()) return { code: codes.last_name, message: 'Last name is missing.' }
  if (!dob) return { code: codes.dob, message: 'Date of birth is missing.' }
  const refusal = refuse?.(license, record)
  if (refusal) return refusal
  if (unknownLicense.test(license)) return { code: codes.license, message: 'No driver has this license number.' }
  return null
}

/** Two records with the same provider, driver and training are one completion, whatever their submission ids. */
export const identityOf = ({ provider, student, course, completed_at }: Submitted): string =>
  JSON.stringify([
    provider.organization_code,
    student.first_name.toUpperCase(),
    student.last_name.toUpperCase(),
    student.dob,
    student.driver_license,
    course.course_id,
    course.training,
    completed_at.slice(0, 10),
  ])
