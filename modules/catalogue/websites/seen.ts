import { catalogueErrors } from '#modules/catalogue/errors.ts'
import { z } from '#platform/schema.ts'

/** `updated_at` as a form was filled with it; without it, the stored values are overwritten. */
export const seen = () => z.iso.datetime().nullish()

/** Throws changedMeanwhile for a record that is no longer what the form was filled with. */
export function requireUnchanged({ updated_at }: { updated_at: Date }, at: string | null | undefined): void {
  if (at && new Date(at).getTime() !== updated_at.getTime()) throw catalogueErrors.changedMeanwhile()
}
