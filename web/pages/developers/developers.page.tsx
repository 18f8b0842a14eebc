import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { codeLanguageOf, guideAddress } from './code-language.ts'
import { developersTexts } from './developers.texts.ts'
import { DevelopersFrame } from './developers-frame.tsx'
import { guide } from './guide/guide.ts'

/** The first page for developers: the guide's pages with a summary of each. */
export default page({
  address: '/developers',
  title: developersTexts.title,
  may: anyone,
  layout: PublicLayout,
  view: (_, input) => <Developers {...input} />,
})

function Developers({ query }: ViewInput) {
  const t = useTexts(developersTexts)
  const code = codeLanguageOf(query)
  return (
    <DevelopersFrame path={pathTo('/developers')} query={query}>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <ol lang="en" className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {guide.map(({ slug, title, lead }) => (
          <li key={slug} className="grid content-start gap-1 rounded-lg border bg-card p-4">
            <h2 className="font-semibold">
              <TextLink href={guideAddress(slug, code)}>{title}</TextLink>
            </h2>
            <p className="text-sm text-muted-foreground">{lead}</p>
          </li>
        ))}
      </ol>
    </DevelopersFrame>
  )
}
