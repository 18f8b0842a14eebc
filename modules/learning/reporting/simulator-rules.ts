import { z } from 'zod'

const text = z.string().nullable()

/** The part of a completion record that the simulated agencies look at. */
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

/** Numbers that end so are unknown to every agency, so that a demonstration can be refused. */
const unknownLicense = /0000$/

type Refusal = { code: string; message: string }

/** Why an agency refuses a record, in its own words, or null. */
export function refusalOf(agency: string, { student, state_code }: Submitted): Refusal | null {
  const { first_name, last_name, dob, driver_license, license_state, ssn_last_4 } = student
  const florida = agency === 'fl-dhsmv'
  const license = (driver_license ?? '').replaceAll('-', '').toUpperCase()
  if (!first_name.trim()) return { code: florida ? 'DV030' : 'NAME', message: 'First name is missing.' }
  if (!last_name.trim()) return { code: florida ? 'DV040' : 'NAME', message: 'Last name is missing.' }
  if (!dob) return { code: florida ? 'ST004' : 'DOB', message: 'Date of birth is missing.' }
  if (agency === 'dmv' && !state_code) return { code: 'STATE', message: 'State is missing.' }
  if (florida && license && !/^[A-Z]\d{12}$/.test(license)) {
    return { code: 'CF032', message: 'Driver license number is not in Florida format.' }
  }
  if (florida && !license && !ssn_last_4) return { code: 'CF000', message: 'No valid unique student id.' }
  if (agency === 'fmcsa-tpr' && (!license || !license_state)) {
    return { code: 'LICENSE', message: 'License number and State of licensure are needed.' }
  }
  if (license && unknownLicense.test(license)) {
    return { code: florida ? 'CF033' : 'LICENSE', message: 'No driver has this license number.' }
  }
  return null
}

/** Two records of one provider, driver and training are one completion, regardless of their submission ids. */
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
