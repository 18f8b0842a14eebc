import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { page, type ViewInput } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { callAddress, codeLanguageOf } from './code-language.ts'
import { developersTexts } from './developers.texts.ts'
import { DevelopersFrame } from './developers-frame.tsx'
import { partnerCalls, searchCalls } from './partner-calls.ts'
import { Prose } from './prose.tsx'

/** The list of all calls that are open to programs, with a search that works without scripts. */
export default page({
  address: '/developers/reference',
  title: developersTexts.reference,
  may: anyone,
  layout: PublicLayout,
  load: ({ query }) => ({ text: (query.q ?? '').slice(0, 100) }),
  view: ({ text }, input) => <Reference text={text} {...input} />,
})

function Reference({ text, query }: ViewInput & { text: string }) {
  const t = useTexts(developersTexts)
  const code = codeLanguageOf(query)
  const calls = searchCalls(text)
  const groups = partnerCalls().tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }))
  const [before = '', after = ''] = t('referenceLead', { file: '|' }).split('|')
  return (
    <DevelopersFrame path={pathTo('/developers/reference')} query={query}>
      <PageTitle>{t('reference')}</PageTitle>
      <p className="max-w-reading">
        {before}
        <TextLink href="/api/partner.json">partner.json</TextLink>
        {after}
      </p>
      <form method="get" action={pathTo('/developers/reference')} className="flex max-w-lg flex-wrap items-end gap-3">
        <TextField name="q" type="search" label={t('search')} defaultValue={text} className="min-w-56 flex-1" />
        {code !== 'curl' && <input type="hidden" name="code" value={code} />}
        <SubmitButton variant="outline">{t('searchIt')}</SubmitButton>
      </form>
      {calls.length === 0 && <Empty title={t('noCalls')}>{t('noCallsText')}</Empty>}
      {groups.map(
        ({ name, description, calls }) =>
          calls.length > 0 && (
            <section key={name} lang="en" className="grid grid-cols-1 gap-2">
              <h2 id={name} className="text-xl font-semibold capitalize">
                {name}
              </h2>
              <p className="text-muted-foreground">{description}</p>
              <ul className="divide-y rounded-lg border bg-card">
                {calls.map((call) => (
                  <li key={call.name} className="grid gap-0.5 px-4 py-3">
                    <TextLink href={callAddress(call.name, code)} className="font-semibold">
                      {call.name}
                    </TextLink>
                    <span className="text-sm wrap-anywhere text-muted-foreground" translate="no">
                      {`${call.method} ${call.path}`}
                    </span>
                    <span className="text-sm">
                      <Prose text={call.operation.summary} />
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </DevelopersFrame>
  )
}
