import { identityErrors } from '#modules/identity/errors.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { keyOf } from '#modules/identity/people/people-scope.ts'
import { selectPerson } from '#modules/identity/people/person.sql.ts'
import { formFields } from '#modules/identity/people/profile-form.schema.ts'
import type { Role } from '#platform/actor.ts'
import { operation } from '#platform/operation.ts'
import { staff } from '#platform/permissions.ts'
import { id, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { createPerson } from './create-person.ts'

const { profile, address, contacts, instructorOrganizations, recruiter } = formFields

const CreatedUser = z.object({
  user_id: z.int(),
  loginid: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  lk_user_role_id: z.int(),
  lk_user_status_id: z.int(),
})

type Address = `POST /user/${string}`
type CreateDeclaration = { call: Address; summary: string; added?: true; clients?: string }

/** One operation per role: takes the profile form and returns the new person. */
const createOperation = (role: Role, declaration: CreateDeclaration) =>
  operation({
    ...declaration,
    may: staff(keyOf(role, 'CREATE')),
    takes: z.object({
      organization_id: id().nullish(),
      profile,
      address,
      contacts,
      // The form is shared, but only instructors have these fields.
      instructorOrganizations,
      recruiter,
    }),
    gives: z.object({
      data: z.object({ user_id: z.int(), user: CreatedUser }),
      warning: z.string().nullable(),
    }),
    fails: [identityErrors.loginidInUse, identityErrors.cannotCreate],
    async run(ctx, form) {
      const { user_id, warning } = await createPerson(ctx, role, form)
      const user = await selectPerson(ctx, user_id)
      const name = `${user.first_name} ${user.last_name}`
      return { data: { user_id, user }, warning, message: localText(ctx.locale, peopleTexts, 'created', { name }) }
    },
  })

export const createStudentUser = createOperation('Student', {
  call: 'POST /user/student/',
  summary: 'Adds a student',
  clients: 'createStudent',
})
export const createInstructor = createOperation('Instructor', {
  call: 'POST /user/instructor/',
  summary: 'Adds an instructor',
})
export const createAdministrator = createOperation('Admin', {
  call: 'POST /user/administrator/',
  summary: 'Adds an administrator',
})
export const createSupport = createOperation('Support', {
  call: 'POST /user/support/',
  summary: 'Adds a support staff member',
  added: true,
})
