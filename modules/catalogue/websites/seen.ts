import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { z } from '#platform/schema.ts'

/** `updated_at` from when a form was filled; without it, the stored values are overwritten. */
export const seen = () => z.iso.datetime().nullish()

/** Throws changedMeanwhile if the record has changed since the form was filled. */
export function requireUnchanged({ updated_at }: { updated_at: Date }, at: string | null | undefined): void {
  if (at && new Date(at).getTime() !== updated_at.getTime()) throw catalogueErrors.changedMeanwhile()
}
