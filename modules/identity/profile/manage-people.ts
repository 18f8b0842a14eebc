import { Can, UserDetails } from '#modules/identity/account/user-details.schema.ts'
import { identityErrors } from '#modules/identity/errors.ts'
import { peopleTexts } from '#modules/identity/people/people.texts.ts'
import { keyOf, selectManaged } from '#modules/identity/people/people-scope.ts'
import { type Person, selectPerson } from '#modules/identity/people/person.sql.ts'
import { rowOf } from '#modules/identity/people/person-row.ts'
import { formFields, seenAt } from '#modules/identity/people/profile-form.schema.ts'
import { roleOf } from '#modules/identity/people/roles.ts'
import { asGuess } from '#modules/identity/sign-up/account-guess.sql.ts'
import type { Role } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { type PermissionType, type Policy, scoped, staff } from '#platform/permissions.ts'
import { alwaysNull, id, optionalText, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { allowedActions } from './can.ts'
import { savePerson } from './save-person.ts'
import { selectDetails } from './user-details.ts'

/** The contract's names for a person's id in each role's calls; exactly one is sent. */
const idNames = {
  Admin: ['administrator_id', 'admin_id', 'user_id'],
  Instructor: ['instructor_id', 'user_id'],
  Student: ['student_id', 'user_id'],
} as const
type ManagedRole = keyof typeof idNames

/** Support staff are managed with the permissions for instructors. */
const rolesOf: Readonly<Record<ManagedRole, readonly Role[]>> = {
  Admin: ['Admin'],
  Instructor: ['Instructor', 'Support'],
  Student: ['Student'],
}

type PersonInput = Readonly<Record<string, unknown>>

/** The person in the input. Throws notFound if it has no id, or two different ones. */
function personIn(role: ManagedRole, input: PersonInput): number {
  const ids = new Set(idNames[role].flatMap((name) => (typeof input[name] === 'number' ? [input[name]] : [])))
  const [user_id] = ids
  if (user_id === undefined || ids.size > 1) throw errors.notFound()
  return user_id
}

/** A person of this role whom the caller may manage in this way. Throws notFound for another role. */
export async function selectOfRole(
  ctx: Ctx,
  role: ManagedRole,
  user_id: number,
  type: PermissionType,
): Promise<Person> {
  const person = await selectPerson(ctx, user_id)
  if (!rolesOf[role].includes(roleOf(person.lk_user_role_id))) throw errors.notFound()
  return selectManaged(ctx, user_id, type)
}

const policyOf = (role: ManagedRole, type: PermissionType): Policy<PersonInput> =>
  scoped<PersonInput>(staff(keyOf(role, type)), 'in their organizations', async (ctx, input) => {
    await selectOfRole(ctx, role, personIn(role, input), type)
  })

const someId = () => id().nullish()
/** The names depend on the role, but the types are the same for all calls. */
const idFields = (role: ManagedRole) =>
  // Each role has its own names of the ids.
  Object.fromEntries(idNames[role].map((name) => [name, someId()])) as unknown as Record<
    (typeof idNames)[ManagedRole][number],
    ReturnType<typeof someId>
  >

type Get = `GET /${string}`
type Put = `PUT /${string}`
type FetchDeclaration = { call: Get; summary: string }
type SaveDeclaration = { call: Put; summary: string; clients?: string }

/** The whole record of one person of a role. */
const fetchOperation = (role: ManagedRole, declaration: FetchDeclaration) =>
  operation({
    ...declaration,
    may: policyOf(role, 'READ') as Policy,
    takes: z.object(idFields(role)),
    gives: z.object({ data: UserDetails, can: Can }),
    async run(ctx, input) {
      const user_id = personIn(role, input)
      const person = await selectPerson(ctx, user_id)
      const [data, can] = await Promise.all([selectDetails(ctx, user_id), allowedActions(ctx, person)])
      return { data, can }
    },
  })

/** A person's form has no card fields: payment methods have their own forms. */
const noCard = { paymentProfile: null, deletedPaymentProfileId: null }
const cardFields = { paymentProfile: alwaysNull(), deletedPaymentProfileId: alwaysNull() }

/** The person's form for staff with the role's UPDATE permission. */
const saveOperation = (role: ManagedRole, declaration: SaveDeclaration) =>
  operation({
    ...declaration,
    may: policyOf(role, 'UPDATE') as Policy,
    takes: z.object({
      ...formFields,
      updated_at: seenAt(),
      /** The reason for the change, for the audit log. Not in the contract. */
      reason: optionalText(500).optional(),
      ...idFields(role),
    }),
    gives: z.object({
      data: z.object({ user_id: z.int(), updated_at: z.iso.datetime(), ...cardFields }),
      warning: z.string().nullable(),
      ...cardFields,
    }),
    fails: [
      errors.conflict,
      identityErrors.loginidInUse,
      identityErrors.identityLocked,
      identityErrors.aboveYou,
      identityErrors.proofNeeded,
      identityErrors.tooManySignInChanges,
    ],
    transaction: { own: 'a login id that is taken must stay counted as a guess' },
    async run(ctx, { reason, ...input }) {
      const user_id = personIn(role, input)
      const path = (field: string) => `profile.${field}`
      const save = (reveals?: () => void) =>
        ctx.tx((inner) =>
          savePerson(inner, user_id, input, { action: 'user.saveUserInformation', path, reason, reveals }),
        )
      const { loginid } = rowOf(input, true)
      const isNewLoginid = loginid !== undefined && loginid !== (await selectPerson(ctx, user_id)).loginid
      const { warning, ...data } = await (isNewLoginid ? asGuess(ctx, save) : save())
      return { data: { ...data, ...noCard }, ...noCard, warning, message: localText(ctx.locale, peopleTexts, 'saved') }
    },
  })

export const fetchAdministrator = fetchOperation('Admin', {
  call: 'GET /administrator/one',
  summary: "Returns an administrator's account",
})
export const fetchInstructor = fetchOperation('Instructor', {
  call: 'GET /instructor/one',
  summary: "Returns an instructor's account",
})

export const manageAdministrator = saveOperation('Admin', {
  call: 'PUT /administrator/manage/',
  summary: "Saves an administrator's profile",
})
export const manageInstructor = saveOperation('Instructor', {
  call: 'PUT /instructor/manage/',
  summary: "Saves an instructor's profile",
})
export const manageStudent = saveOperation('Student', {
  call: 'PUT /student/manage/',
  clients: 'updateStudent',
  summary: "Saves a student's profile",
})
