import { anyone } from '../../../platform/permissions.ts'
import { page } from '../../../platform/web/page.ts'
import { PublicLayout } from '../../layouts/public.tsx'
import { legal } from './legal.texts.ts'
import { LegalText } from './legal.tsx'

export default page({
  address: '/privacy',
  title: legal.privacy,
  may: anyone,
  layout: PublicLayout,
  load: ({ ctx }) => ({ name: ctx.organization.name }),
  view: ({ name }, { locale }) => (
    <LegalText
      title="privacy"
      sections={['who', 'what', 'why', 'card', 'rights', 'contact']}
      name={name}
      locale={locale}
    />
  ),
})
