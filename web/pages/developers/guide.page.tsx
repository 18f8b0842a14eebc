import { errors } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { page } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { codeLanguageOf } from './code-language.ts'
import { DevelopersFrame } from './developers-frame.tsx'
import { guide } from './guide/guide.ts'
import { GuideView } from './guide-view.tsx'

/** A page of the developer guide. */
export default page({
  address: '/developers/guide/:page',
  may: anyone,
  layout: PublicLayout,
  load({ params }) {
    if (!guide.some(({ slug }) => slug === params.page)) throw errors.notFound()
    return { slug: params.page }
  },
  title: ({ slug }) => pageOf(slug).title,
  head: ({ slug }) => ({ description: pageOf(slug).lead }),
  view: ({ slug }, { query }) => (
    <DevelopersFrame path={pathTo('/developers/guide/:page', { page: slug })} query={query} examples>
      <GuideView page={pageOf(slug)} code={codeLanguageOf(query)} />
    </DevelopersFrame>
  ),
})

const pageOf = (slug: string) => guide.find((guidePage) => guidePage.slug === slug)!
