import { fetchSampleLesson } from '#modules/catalogue/public/sample-lesson.ts'
import { langOn } from '#platform/languages.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { words } from './catalogue.texts.ts'

type Sample = Awaited<ReturnType<typeof fetchSampleLesson.run>>

/** The lesson that visitors may read before they buy: without an account, credited time or exam questions. */
export default page({
  address: '/course/details/:id/sample',
  restorable: true,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, params }): Promise<Sample | PageRedirect> {
    return /^[1-9]\d{0,8}$/.test(params.id) ? fetchSampleLesson.run(ctx, { id: Number(params.id) }) : notFound()
  },
  title: ({ name, course_name }) => `${name} · ${course_name}`,
  csp: ({ frames }) => ({ frame: frames }),
  view: (sample, input) => <SampleLesson sample={sample} {...input} />,
})

function SampleLesson({ sample, frame, locale }: ViewInput & { sample: Sample }) {
  const t = useTexts(words)
  const { course_website_id: id, course_name, chapter, name, html } = sample
  const details = withCarriedParams(frame, pathTo('/course/details/:id', { id }))
  const lang = langOn(locale, sample.lk_language_id)
  return (
    <article className="mx-auto grid max-w-reading gap-6">
      <header className="grid gap-2">
        <p className="eyebrow">{t('sample')}</p>
        <h1 className="text-3xl font-bold tracking-tight text-balance" lang={lang}>
          {name}
        </h1>
        <p className="text-muted-foreground">
          <TextLink href={details}>
            <span lang={lang}>{course_name}</span>
          </TextLink>
          {' · '}
          <span lang={lang}>{chapter}</span>
        </p>
      </header>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of renderDocument, which escapes every text and attribute */}
      <div className="rt lesson" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
      <footer className="grid justify-items-start gap-3 border-t pt-6">
        <p className="text-muted-foreground">{t('sampleEnd')}</p>
        <LinkButton href={details} size="lg">
          {t('sampleBuy')}
        </LinkButton>
      </footer>
    </article>
  )
}
