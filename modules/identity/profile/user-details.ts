import type { UserDetails } from '#modules/identity/account/user-details.schema.ts'
import { selectRequestedEmail } from '#modules/identity/emails/email-change.sql.ts'
import { facetsPort } from '#modules/identity/facets.ts'
import { lk_phone_number_type } from '#modules/identity/lookups.shared.ts'
import { formatDate } from '#modules/identity/people/dates.shared.ts'
import { type Person, selectPerson } from '#modules/identity/people/person.sql.ts'
import { roleOf } from '#modules/identity/people/roles.ts'
import { pictureUrl } from '#modules/identity/pictures/picture-url.ts'
import { countLost, listRecruited, listTeaching } from '#modules/identity/recruiters/recruiter.sql.ts'
import { selectCurrentUser } from '#modules/identity/sign-in/current-user.ts'
import type { Ctx } from '#platform/ctx.ts'
import { offeredLanguages } from '#platform/languages.ts'
import { label, options } from '#platform/lookups.ts'
import { lk_state } from '#platform/states.ts'
import { isCaller } from '#platform/viewing.ts'
import { listPhones } from './about-you.sql.ts'

type Options = { about?: boolean }

/** Everything on a person's account screen. The caller must check the access. */
export async function selectDetails(ctx: Ctx, user_id: number, { about = false }: Options = {}): Promise<UserDetails> {
  const person = await selectPerson(ctx, user_id)
  const [organization, phones, asked_email, extras] = await Promise.all([
    selectOrganization(ctx, person.organization_id),
    listPhones(ctx, user_id),
    isCaller(ctx.actor, user_id) ? selectRequestedEmail(ctx, user_id) : null,
    about ? minimalExtras(ctx, user_id) : selectExtras(ctx, user_id),
  ])
  const { tfa_enabled, ...rest } = extras
  return {
    user: { ...userOf(ctx, person), ...organization, asked_email, tfa_enabled },
    address: addressOf(ctx, person),
    phoneContactDetails: phones.map((phone) => ({ ...phone, lk_entity_type_id: 1 })),
    languages: offeredLanguages().map(({ id, name }) => ({ id, name })),
    lkPhoneTypeData: phoneTypes(ctx),
    isRecruiter: person.is_recruiter ? 1 : 0,
    ...rest,
  }
}

type Extras = Pick<
  UserDetails,
  | 'payment'
  | 'permissions'
  | 'instructorOrganizations'
  | 'lostOrganizations'
  | 'recruitedOrganizations'
  | 'recruiter'
  | 'risk'
> & { tfa_enabled: boolean }

async function selectExtras(ctx: Ctx, user_id: number): Promise<Extras> {
  const facets = ctx.use(facetsPort)
  const [current, teaching, lostOrganizations, recruiter, payment, risk] = await Promise.all([
    selectCurrentUser(ctx, user_id),
    listTeaching(ctx, user_id),
    countLost(ctx, user_id),
    listRecruited(ctx, user_id),
    facets.paymentMethods(ctx, user_id),
    // People must not see and tune their own risk score.
    isCaller(ctx.actor, user_id) ? null : facets.risk(ctx, user_id),
  ])
  return {
    tfa_enabled: current.tfa_enabled,
    permissions: current.permissions,
    payment,
    instructorOrganizations: teaching.map((row) => ({
      ...row,
      instructor_organization_id: row.organization_instructor_id,
    })),
    lostOrganizations,
    recruitedOrganizations: recruiter.map(({ organization_id, code, name }) => ({ organization_id, code, name })),
    recruiter,
    risk: risk && { ...risk, assessment_score: risk.assessmentScore },
  }
}

async function minimalExtras(ctx: Ctx, user_id: number): Promise<Extras> {
  const { tfa_enabled } = await selectCurrentUser(ctx, user_id)
  const none = {
    payment: [],
    instructorOrganizations: [],
    lostOrganizations: 0,
    recruitedOrganizations: [],
    recruiter: [],
  }
  return { tfa_enabled, permissions: {}, risk: null, ...none }
}

function userOf(
  ctx: Ctx,
  person: Person,
): Omit<UserDetails['user'], 'organization_code' | 'organization_name' | 'asked_email' | 'tfa_enabled'> {
  const { user_id, profile_pic, is_recruiter, dob, notes, created_at, updated_at } = person
  const picture = pictureUrl(user_id, profile_pic)
  return {
    ...person,
    student_id: user_id,
    role: roleOf(person.lk_user_role_id),
    emailSameAsLoginID: person.email.toLowerCase() === person.loginid.toLowerCase(),
    dob: dob && formatDate(dob),
    avatar: picture,
    profile_pic: picture,
    isRecruiter: is_recruiter ? 1 : 0,
    notes: isCaller(ctx.actor, user_id) ? '' : notes,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

const addressOf = (ctx: Ctx, { address1, address2, city, lk_state_id, zip }: Person): UserDetails['address'] => ({
  address1,
  address2,
  city,
  lk_state_id,
  zip,
  lk_state_name: label(lk_state, lk_state_id, ctx.locale),
  lk_address_type_id: 1,
})

const phoneTypes = ({ locale }: Ctx): UserDetails['lkPhoneTypeData'] =>
  options(lk_phone_number_type, locale).map(({ value, label }) => ({
    lk_phone_number_type_id: value,
    phone_number_type: label,
  }))

async function selectOrganization({ sql }: Ctx, organization_id: number) {
  const [row] = await sql<{ organization_code: string; organization_name: string }>`
    select code as organization_code, name as organization_name from identity.organization
    where organization_id = ${organization_id}`
  return row!
}
