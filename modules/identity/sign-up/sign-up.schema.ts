import { CurrentUser } from '#modules/identity/people/current-user.schema.ts'
import { optionalText, z } from '#platform/schema.ts'

/** Ignored: everyone starts as a Student. */
export const ignoredRole = () => optionalText(40)

/** The response of every sign-up: the new user is signed in. */
export const SignedUp = z.object({
  token: z.string(),
  expires_at: z.iso.datetime(),
  user: CurrentUser,
  data: z.object({ user: CurrentUser.extend({ token: z.string() }) }),
})
