import { securityChanged } from '#modules/identity/facts.ts'
import { addNotification } from '#modules/identity/index.ts'
import { pathTo } from '#platform/path-to.ts'
import { job } from '#platform/queue/job.ts'
import { securityNotices } from './security-notice.mail.tsx'

/** Also adds a notification for a change of sign-in methods. */
export const addSecurityChangeNotification = job({
  name: 'identity.add-security-change-notification',
  on: securityChanged,
  run: (ctx, { user_id, kind }, { id }) =>
    addNotification(ctx, {
      user_id,
      cause: `security:${id}`,
      text: securityNotices[kind][0],
      href: pathTo('/settings'),
    }),
})
