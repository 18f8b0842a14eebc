import { checkoutSettings } from '#modules/checkout/entry.ts'
import { wordsIn } from '#platform/own-words.ts'
import { alsoAuditors, anyone } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { legal } from './legal.texts.ts'
import { LegalText } from './legal.tsx'

export default page({
  address: '/terms',
  restorable: true,
  title: legal.terms,
  may: alsoAuditors(anyone),
  layout: PublicLayout,
  load: async ({ ctx }) => {
    const { terms } = await checkoutSettings(ctx)
    return { name: ctx.organization.name, own: terms && wordsIn(terms, ctx.locale) }
  },
  view: ({ name, own: ownText }, { locale }) => (
    <LegalText
      title="terms"
      ownText={ownText}
      sections={['course', 'price', 'result', 'contact']}
      name={name}
      locale={locale}
    />
  ),
})
