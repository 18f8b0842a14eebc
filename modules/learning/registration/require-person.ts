import type { Ctx } from '../../../platform/ctx.ts'
import { errors } from '../../../platform/errors.ts'
import { pick, texts } from '../../../platform/texts.ts'
import { type CompletionConfiguration, selectCourseVersion } from '../../catalogue/index.ts'
import { selectPerson } from '../../identity/index.ts'
import type { StudentCourse } from '../student-course.sql.ts'

const t = texts({
  firstName: ['First name is required.', 'El nombre es obligatorio.'],
  lastName: ['Last name is required.', 'El apellido es obligatorio.'],
  address: ['Address is required.', 'La dirección es obligatoria.'],
  city: ['City is required.', 'La ciudad es obligatoria.'],
  state: ['State is required.', 'El estado es obligatorio.'],
  zip: ['Zip is required.', 'El código postal es obligatorio.'],
  dob: ['Enter a valid date of birth', 'Introduzca una fecha de nacimiento válida'],
  gender: ['Gender is required', 'El género es obligatorio'],
})

type Field = keyof typeof t
type Person = Awaited<ReturnType<typeof selectPerson>>

/** Throws 400, field by field, while the profile lacks what the course has its students confirm. */
export async function requirePerson(ctx: Ctx, course: StudentCourse): Promise<void> {
  const { completion_configuration } = await selectCourseVersion(ctx, course.course_version_id)
  const person = await selectPerson(ctx, course.user_id)
  const missing = missingFields(person, completion_configuration.confirm)
  if (missing.length === 0) return
  throw errors.invalid(
    {},
    {},
    missing.map((path) => ({ path, message: pick(ctx.locale, t[path]) })),
  )
}

function missingFields(person: Person, wanted: CompletionConfiguration['confirm'] | undefined): Field[] {
  const { first_name, last_name, address1, city, lk_state_id, zip, dob, gender } = person
  const fields: [Field, boolean | undefined, unknown][] = [
    ['firstName', wanted?.name, first_name],
    ['lastName', wanted?.name, last_name],
    ['address', wanted?.address, address1],
    ['city', wanted?.address, city],
    ['state', wanted?.address, lk_state_id],
    ['zip', wanted?.address, zip],
    ['dob', wanted?.dob, dob],
    ['gender', wanted?.gender, gender],
  ]
  return fields.filter(([, asked, value]) => asked && !value).map(([field]) => field)
}
