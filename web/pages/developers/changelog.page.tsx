import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { changes } from './changes.ts'
import { callAddress, codeLanguageOf } from './code-language.ts'
import { developersTexts } from './developers.texts.ts'
import { DevelopersFrame } from './developers-frame.tsx'
import { partnerCalls } from './partner-calls.ts'
import { Prose } from './prose.tsx'

/** The changes of the partner document, and the deprecated calls; `Link` headers of such calls lead here. */
export default page({
  address: '/developers/changelog',
  title: developersTexts.changelog,
  may: anyone,
  layout: PublicLayout,
  view: (_, input) => <Changelog {...input} />,
})

function Changelog({ query }: ViewInput) {
  const t = useTexts(developersTexts)
  const deprecated = partnerCalls().calls.filter(({ operation }) => operation.deprecated)
  return (
    <DevelopersFrame path={pathTo('/developers/changelog')} query={query}>
      <PageTitle>{t('changelog')}</PageTitle>
      <section className="grid grid-cols-1 gap-2">
        <h2 id="deprecated" className="text-xl font-semibold">
          {t('deprecated')}
        </h2>
        {deprecated.length === 0 && <p>{t('noDeprecated')}</p>}
        <ul className="grid gap-1">
          {deprecated.map(({ name, operation: { 'x-deprecation': about } }) => (
            <li key={name}>
              <TextLink href={callAddress(name, codeLanguageOf(query))}>{name}</TextLink>{' '}
              {about && t('deprecatedSince', { since: about.since, instead: about.instead })}{' '}
              {about?.sunset && t('deprecatedUntil', { sunset: about.sunset })}
            </li>
          ))}
        </ul>
      </section>
      {changes.map(({ version, on, points }) => (
        <section key={version} lang="en" className="grid grid-cols-1 gap-2">
          <h2 id={version} className="text-xl font-semibold">{`${version} · ${on}`}</h2>
          <ul className="grid max-w-reading list-disc gap-1.5 ps-5">
            {points.map((point) => (
              <li key={point}>
                <Prose text={point} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DevelopersFrame>
  )
}
