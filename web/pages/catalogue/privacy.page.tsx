import { checkoutSettings } from '#modules/checkout/entry.ts'
import { wordsIn } from '#platform/own-words.ts'
import { alsoAuditors, anyone } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { legal } from './legal.texts.ts'
import { LegalText } from './legal.tsx'

export default page({
  address: '/privacy',
  restorable: true,
  title: legal.privacy,
  may: alsoAuditors(anyone),
  layout: PublicLayout,
  load: async ({ ctx }) => {
    const { privacy } = await checkoutSettings(ctx)
    return { name: ctx.organization.name, own: privacy && wordsIn(privacy, ctx.locale) }
  },
  view: ({ name, own: ownText }, { locale }) => (
    <LegalText
      title="privacy"
      ownText={ownText}
      sections={['who', 'what', 'why', 'card', 'rights', 'contact']}
      name={name}
      locale={locale}
    />
  ),
})
