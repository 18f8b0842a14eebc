import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { z } from '#platform/schema.ts'

/** `updated_at` as it was when the form was opened; without it, the stored values are overwritten. */
export const seenUpdatedAt = () => z.iso.datetime().nullish()

/** Throws changedMeanwhile if the record has changed since the form was opened. */
export function requireUnchanged({ updated_at }: { updated_at: Date }, seenAt: string | null | undefined): void {
  if (seenAt && new Date(seenAt).getTime() !== updated_at.getTime()) throw catalogueErrors.changedMeanwhile()
}
