import { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { optionalText, z } from '#platform/schema.ts'

/** Read and never used: everyone starts as a Student. */
export const ignoredRole = () => optionalText(40)

/** What every way to become a student answers: the new user is signed in. */
export const SignedUp = z.object({
  token: z.string(),
  expires_at: z.iso.datetime(),
  user: CurrentUser,
  data: z.object({ user: CurrentUser.extend({ token: z.string() }) }),
})
