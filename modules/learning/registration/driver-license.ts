import { roleId, selectPerson, selfOrManagerOf } from '#modules/identity/index.ts'
import {
  clearDriverLicense,
  type DriverLicense,
  findDriverLicense,
  licenseParts,
  writeDriverLicense,
} from '#modules/learning/questions/driver-license.sql.ts'
import { licenseWarning } from '#modules/learning/questions/license-format.ts'
import { ConfirmedLicense, LicenseClass, LicenseNumber } from '#modules/learning/questions/license-number.schema.ts'
import { reportingErrors } from '#modules/learning/reporting/errors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { holds } from '#platform/permissions.ts'
import { id, wording, z } from '#platform/schema.ts'
import { stateCode } from '#platform/states.ts'
import { localize } from '#platform/texts.ts'
import { isViewing } from '#platform/viewing.ts'
import { licenseTexts as t } from './driver-license.texts.ts'
import { correctLicenseAnswers, isLicenseClassAsked } from './license-answers.ts'

const LicenseFields = {
  license_number: LicenseNumber.nullish(),
  /** The state that issued it (lookup `state`). */
  lk_state_id: z
    .int()
    .refine((state_id) => stateCode(state_id) !== '', { error: wording(t.chooseState) })
    .nullish(),
  license_class: LicenseClass.nullish(),
}

export const fetchDriverLicense = operation({
  call: 'GET /student/driverLicense',
  added: true,
  summary: 'The driver license that a student stated. Only its owner sees the whole number',
  may: selfOrManagerOf<{ user_id: number }>('READ'),
  takes: z.object({ user_id: id() }),
  gives: z.object({
    license: z.object({
      license_number: z.string().nullable(),
      /** The last characters of the number, for staff. */
      number_end: z.string().nullable(),
      lk_state_id: z.int().nullable(),
      license_class: z.string().nullable(),
      asks_class: z.boolean(),
      updates: z.boolean(),
    }),
  }),
  async run(ctx, { user_id }) {
    await selectStudent(ctx, user_id)
    const { license_number, ...license } = await findDriverLicense(ctx, user_id)
    const isOwner = isOwn(ctx, user_id)
    return {
      license: {
        ...license,
        license_number: isOwner && !isViewing(ctx.actor) ? license_number : null,
        number_end: license_number?.slice(-3) ?? null,
        asks_class: license.license_class !== null || (await isLicenseClassAsked(ctx, user_id)),
        updates: isOwner || holds(ctx.actor, 'MANAGE_STUDENTS:UPDATE'),
      },
    }
  },
})

export const saveDriverLicense = operation({
  call: 'POST /student/driverLicense',
  added: true,
  summary:
    "Gives or corrects a student's driver license, also in the registrations that are open. What is left out stays; null removes what the account has",
  may: selfOrManagerOf<{ user_id: number }>('UPDATE'),
  takes: z.object({ user_id: id(), ...LicenseFields, confirmed_license: ConfirmedLicense.nullish() }),
  gives: z.object({ keeping: z.array(z.string()) }),
  fails: [reportingErrors.licenseUnusual],
  async run(ctx, { user_id, confirmed_license, ...input }) {
    await selectStudent(ctx, user_id)
    const { license_number = null, lk_state_id = null, license_class = null } = input
    const license: DriverLicense = { license_number, lk_state_id, license_class }
    await requireConfirmation(ctx, user_id, license, confirmed_license ?? null)
    const current = await findDriverLicense(ctx, user_id)
    const removedParts = licenseParts.filter((part) => input[part] === null && current[part] !== null)
    const keptAnswers = await saveLicense(ctx, user_id, license, removedParts)
    if (licenseParts.every((part) => input[part] === null))
      return { keeping: keptAnswers, message: localize(ctx.locale, t.removed) }
    const keepingNotice =
      keptAnswers.length > 0 ? ` ${localize(ctx.locale, t.keeping, { courses: keptAnswers.join(', ') })}` : ''
    return { keeping: keptAnswers, message: localize(ctx.locale, t.saved) + keepingNotice }
  },
})

/** A license before and after it was corrected. */
export type LicenseChange = { before: DriverLicense; after: DriverLicense }

/**
 * Saves a license from a file's row or a partner's call. Returns the change, or null if the license was already on
 * file.
 */
export async function saveUploadedLicense(
  ctx: Ctx,
  user_id: number,
  license: DriverLicense,
): Promise<LicenseChange | null> {
  const before = await findDriverLicense(ctx, user_id)
  const isNew = (part: keyof DriverLicense) => license[part] !== null && license[part] !== before[part]
  if (!licenseParts.some(isNew)) return null
  await saveLicense(ctx, user_id, license)
  return { before, after: await findDriverLicense(ctx, user_id) }
}

/**
 * Undoes a file row's change of a license, unless any part of it was changed since, because parts of two licenses must
 * not be mixed.
 */
export async function restoreLicense(ctx: Ctx, user_id: number, { before, after }: LicenseChange): Promise<void> {
  const current = await findDriverLicense(ctx, user_id)
  if (licenseParts.some((part) => current[part] !== after[part])) return
  const restored = licenseParts.filter((part) => before[part] !== after[part])
  const partOf = <P extends keyof DriverLicense>(part: P) => (restored.includes(part) ? before[part] : null)
  const license: DriverLicense = {
    license_number: partOf('license_number'),
    lk_state_id: partOf('lk_state_id'),
    license_class: partOf('license_class'),
  }
  const removedParts = restored.filter((part) => before[part] === null)
  await saveLicense(ctx, user_id, license, removedParts)
}

/**
 * Saves a license and corrects the open registrations, which keep the answers to what is removed from the account.
 * Returns the names of the courses that keep another license.
 */
async function saveLicense(
  ctx: Ctx,
  user_id: number,
  license: DriverLicense,
  removedParts: readonly (keyof DriverLicense)[] = [],
): Promise<string[]> {
  const { organization_id } = await selectPerson(ctx, user_id)
  const keptAnswers = await correctLicenseAnswers(ctx, user_id, license, !isOwn(ctx, user_id))
  await writeDriverLicense(ctx, { user_id, organization_id }, license)
  await clearDriverLicense(ctx, user_id, removedParts)
  const correctedParts = licenseParts.filter((part) => license[part] !== null)
  if (correctedParts.length === 0 && removedParts.length === 0) return keptAnswers
  await ctx.audit({
    action: 'student.driver-license',
    subject: `user_id:${user_id}`,
    subject_user_id: user_id,
    after: { corrected: correctedParts, ...(removedParts.length > 0 && { removed: [...removedParts] }) },
  })
  return keptAnswers
}

/** Throws licenseUnusual for a number that its state doesn't usually issue, unless `confirmed` is the same number. */
async function requireConfirmation(ctx: Ctx, user_id: number, license: DriverLicense, confirmation: string | null) {
  const { license_number } = license
  if (license_number === null || license_number === confirmation) return
  const state_id = license.lk_state_id ?? (await findDriverLicense(ctx, user_id)).lk_state_id
  const warning = licenseWarning(ctx.locale, stateCode(state_id), license_number)
  if (warning) throw reportingErrors.licenseUnusual({ warning })
}

const isOwn = ({ actor }: Pick<Ctx, 'actor'>, user_id: number) => actor.kind === 'user' && actor.user_id === user_id

/** Throws notFound for other people: only students take courses. */
async function selectStudent(ctx: Ctx, user_id: number) {
  const person = await selectPerson(ctx, user_id)
  if (person.lk_user_role_id !== roleId.Student) throw errors.notFound()
  return person
}
