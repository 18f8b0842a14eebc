import { z } from 'zod'
import { formCookie } from '#modules/identity/sessions/form-cookie.ts'

/** The browser's own request for a link: without it the link does not open. */
export const linkCookie = formCookie(
  'waypost-link',
  z.object({ request: z.string().max(100), email: z.string().max(254), to: z.string().max(2_000) }),
)
