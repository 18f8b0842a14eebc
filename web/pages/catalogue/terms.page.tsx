import { anyone } from '../../../platform/permissions.ts'
import { page } from '../../../platform/web/page.ts'
import { PublicLayout } from '../../layouts/public.tsx'
import { legal } from './legal.texts.ts'
import { LegalText } from './legal.tsx'

export default page({
  address: '/terms',
  title: legal.terms,
  may: anyone,
  layout: PublicLayout,
  load: ({ ctx }) => ({ name: ctx.organization.name }),
  view: ({ name }, { locale }) => (
    <LegalText title="terms" sections={['course', 'price', 'result', 'contact']} name={name} locale={locale} />
  ),
})
