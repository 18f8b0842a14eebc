import { checkoutErrors } from '#modules/checkout/errors.ts'
import { Agreement } from '#modules/checkout/orders/buy-cart.schema.ts'
import type { Terms } from '#modules/checkout/orders/order-requirements.ts'
import { identityErrors } from '#modules/identity/index.ts'
import { learningErrors } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { pathTo } from '#platform/path-to.ts'
import { student, userOf } from '#platform/permissions.ts'
import { flag, optionalText, wording, z } from '#platform/schema.ts'
import { localText } from '#platform/texts.ts'
import { bookRedemption, type RedeemedCourse } from './book-redemption.ts'
import { beginGuess, deleteGuess, failGuess } from './guess-limit.sql.ts'
import { lockKeyByHash } from './key.sql.ts'
import { isKeyCode, normalizeKeyCode } from './key-code.shared.ts'
import { keyHasher } from './key-code.ts'
import { redeemTexts } from './redeem.texts.ts'

const malformed = wording(redeemTexts.malformed)

export const redeemKey = operation({
  call: 'POST /authorizationKeys/redeemKey',
  summary: 'Redeems an authorization key and opens its course. A repeat by the same student returns the same answer',
  may: student,
  takes: z.object({
    code: z
      .string({ error: malformed })
      .max(40, { error: malformed })
      .transform(normalizeKeyCode)
      .refine(isKeyCode, { error: malformed }),
    /** For courses that require agreement before purchase; the error TERMS_MISSING contains the texts. */
    agreement: Agreement.nullish(),
    /**
     * MM/DD/YYYY. Required if the course has an age limit and the account has no date; refusals then set `needs_dob`.
     */
    dob: optionalText(20),
    dob_confirmed: flag().nullish(),
  }),
  gives: z.object({ success: z.literal(true), student_course_id: z.int(), course_name: z.string() }),
  fails: [
    checkoutErrors.keyInvalid,
    checkoutErrors.keyCourseClosed,
    checkoutErrors.ownKey,
    checkoutErrors.tooManyKeys,
    checkoutErrors.termsMissing,
    checkoutErrors.ageAbove,
    checkoutErrors.ageBelow,
    checkoutErrors.ageUnknown,
    checkoutErrors.dobFuture,
    checkoutErrors.dobUnconfirmed,
    identityErrors.dateOfBirthDiffers,
    learningErrors.notEligible,
  ],
  transaction: { own: 'a wrong code must stay counted' },
  rate: 'guess',
  async run(ctx, { code, ...terms }) {
    const try_id = await ctx.tx(beginGuess)
    const redeemedCourse = await ctx
      .tx(async (inner) => {
        const result = await redeem(inner, code, terms)
        await deleteGuess(inner, try_id)
        return result
      })
      .catch((error) => recordFailure(ctx, try_id, error))
    const message = localText(ctx.locale, redeemTexts, 'redeemed', { course: redeemedCourse.course_name })
    return {
      success: true as const,
      ...redeemedCourse,
      message,
      redirect: pathTo('/course/:studentCourseId', { studentCourseId: redeemedCourse.student_course_id }),
    }
  },
})

/**
 * Responds the same for a key that is unknown, someone else's, redeemed or revoked, so that guessing reveals nothing.
 */
async function redeem(ctx: Ctx, code: string, terms: Terms): Promise<RedeemedCourse> {
  // Uses the tree of the student's own organization, which may be larger than the visited site's.
  const { reach = ctx.organization.scope } = userOf(ctx)
  const hash = await keyHasher(ctx)
  const key = await lockKeyByHash(ctx, hash(code), reach)
  if (!key) throw checkoutErrors.keyInvalid()
  return bookRedemption(ctx, key, terms)
}

/** Counts only unknown codes as wrong guesses; other refusals reveal nothing useful for guessing. */
async function recordFailure(ctx: Ctx, try_id: number, error: unknown): Promise<never> {
  const isUnknownCode = error instanceof Refusal && error.kind.code === checkoutErrors.keyInvalid.code
  await ctx.tx(async (inner) => {
    if (!isUnknownCode) return deleteGuess(inner, try_id)
    await failGuess(inner, try_id)
    await inner.audit({ action: 'key.redeem_failed', subject_user_id: userOf(inner).user_id })
  })
  throw error
}
