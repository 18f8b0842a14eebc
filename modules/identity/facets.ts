import { type Ctx, port } from '#platform/ctx.ts'
import type { Text } from '#platform/texts.ts'

/** A person's saved payment method. The gateway has the number; we have only what identifies it to people. */
type SavedPaymentMethod = {
  payment_profile_id: number
  lk_payment_type_id: number
  brand: string
  last_4: string
}

/** The last risk assessment of a person: 0 (a machine) to 1 (a human being). */
type Risk = { assessmentScore: number; annotated_at: string | null }

/**
 * The knowledge of higher modules about a person. Each function runs in the caller's context, for a person in its
 * scope.
 */
export type Facets = {
  /**
   * The reason why students can no longer change their name and date of birth, or null. `born`: whether a date of birth
   * is on record; without one a purchase confirmed nothing.
   */
  identityLock(ctx: Ctx, user_id: number, born: boolean): Promise<Text | null>
  /**
   * Locks the courses of a person until the transaction ends. Call it before locking the person: a registration also
   * locks its course first.
   */
  lockCourses(ctx: Ctx, user_id: number): Promise<void>
  /**
   * Checks the age rules of a person's courses again after staff corrected the date of birth. Courses that the person
   * may no longer take need attention. Returns their names.
   */
  birthCorrected(ctx: Ctx, user_id: number): Promise<string[]>
  paymentMethods(ctx: Ctx, user_id: number): Promise<SavedPaymentMethod[]>
  risk(ctx: Ctx, user_id: number): Promise<Risk | null>
}

export const facetsPort = port<Facets>('identity-facets')
