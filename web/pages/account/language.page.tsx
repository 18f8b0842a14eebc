import { localeCookie } from '#modules/identity/entry.ts'
import { setLanguage } from '#modules/identity/profile/set-language.ts'
import { parseLocale } from '#platform/languages.ts'
import { pathTo } from '#platform/path-to.ts'
import { alsoAuditors, anyone } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { localPath, redirect } from '#platform/web/page-redirect.ts'
import { accountTexts } from './account.texts.ts'

/** Handles the language switch and returns to its page. */
export default page({
  address: '/language',
  title: accountTexts.saved,
  may: alsoAuditors(anyone),
  whileViewing: 'allowed',
  load: () => redirect(pathTo('/dashboard'), { status: 302 }),
  async submit({ ctx, form }) {
    const locale = parseLocale(form.values.locale)
    await setLanguage.run(ctx, { language: locale })
    return redirect(localPath(form.values.redirect), { cookies: [localeCookie(ctx.request.origin, locale)] })
  },
  view: () => null,
})
