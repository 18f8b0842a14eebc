import { z } from 'zod'
import { formCookie } from '#modules/identity/sessions/form-cookie.ts'

/** Identifies the browser that requested a link: the link opens only there. */
export const linkCookie = formCookie(
  'waypost-link',
  z.object({ request: z.string().max(100), email: z.string().max(254), to: z.string().max(2_000) }),
)
