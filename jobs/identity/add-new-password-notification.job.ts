import { passwordChanged } from '#modules/identity/facts.ts'
import { addNotification } from '#modules/identity/index.ts'
import { pathTo } from '#platform/path-to.ts'
import { job } from '#platform/queue/job.ts'
import { newPasswordTexts } from './new-password.mail.tsx'

/** Also adds a notification for a new password: the email may go to an address that is no longer read. */
export const addNewPasswordNotification = job({
  name: 'identity.add-new-password-notification',
  on: passwordChanged,
  run: (ctx, { user_id }, { id }) =>
    addNotification(ctx, {
      user_id,
      cause: `password:${id}`,
      text: newPasswordTexts.heading,
      href: pathTo('/change-password'),
    }),
})
