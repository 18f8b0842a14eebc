import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { texts } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { localPath, redirect } from '#platform/web/page-redirect.ts'
import { asideCookie } from '#web/announcements.ts'

const messages = texts({ notices: ['Notices', 'Avisos'] })
const max = 50

/** Handles the form that dismisses today's notices on this device, and returns to its page. */
export default page({
  address: '/notices',
  title: messages.notices,
  may: anyone,
  whileViewing: 'allowed',
  load: () => redirect(pathTo('/dashboard'), { status: 302 }),
  submit: async ({ ctx, form }) => {
    const ids = (form.values.ids ?? '').split('.').filter((id) => /^\d{1,9}$/.test(id))
    const cookie = asideCookie(ctx.request.origin, ids.slice(0, max).map(Number))
    return redirect(localPath(form.values.redirect), { cookies: [cookie] })
  },
  view: () => null,
})
