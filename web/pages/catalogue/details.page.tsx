import { lk_course_language } from '#modules/catalogue/lookups.shared.ts'
import { fetchDetails } from '#modules/catalogue/public/fetch-details.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { type Locale, say } from '#platform/texts.ts'
import { cn } from '#platform/ui/cn.ts'
import { Facts } from '#platform/ui/parts.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { sceneOf } from '#platform/ui/scenes/scenes.ts'
import { Tabs } from '#platform/ui/tabs.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { BuyBox } from './buy-box.tsx'
import { words } from './catalogue.texts.ts'
import { FaqList, OutlineList, Paragraphs } from './course-content.tsx'
import type { Details } from './details.ts'
import { courseFacts } from './facts.ts'
import { languagesOf, type PublicSite, publicSite } from './head.ts'
import { Bundled, Related } from './related.tsx'
import { hoursText, ratingText } from './words.ts'

type Shown = { details: Details; locale: Locale; frame: Frame }

export default page({
  address: '/course/details/:id',
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, params }): Promise<(Details & { site: PublicSite }) | PageRedirect> {
    if (!/^[1-9]\d{0,8}$/.test(params.id)) return notFound()
    return { ...(await fetchDetails.run(ctx, { id: Number(params.id) })), site: publicSite(ctx) }
  },
  title: ({ course }) => course.name,
  head: ({ site, ...details }, locale) => ({
    description: details.course.excerpt,
    ...languagesOf(site, pathTo('/course/details/:id', { id: details.course.course_website_id }), locale),
    card: { title: details.course.name, site: site.name, ...imageOf(details, site) },
    facts: courseFacts(details, site, locale),
  }),
  view: (details, { locale, frame, query }) => (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[1fr_20rem] lg:grid-rows-[auto_1fr]">
      <Heading details={details} locale={locale} frame={frame} />
      <BuyBox details={details} locale={locale} className="lg:col-start-2 lg:row-span-2 lg:row-start-1" />
      <div className="grid min-w-0 gap-6">
        <section>
          <h2 className="mb-2 text-xl font-semibold">{say(locale, words, 'about')}</h2>
          <Paragraphs text={details.course.description} />
        </section>
        <Bundled details={details} locale={locale} frame={frame} />
        <Information details={details} locale={locale} frame={frame} tab={query.tab} />
      </div>
      <Related details={details} locale={locale} frame={frame} />
    </div>
  ),
})

const imageOf = ({ imageUrl, course: { image_alt } }: Details, { origin }: PublicSite) =>
  imageUrl ? { image: origin + imageUrl, ...(image_alt && { imageAlt: image_alt }) } : {}

function Heading({ details: { course, imageUrl }, locale }: Shown) {
  const t = (key: keyof typeof words, params?: Record<string, string>) => say(locale, words, key, params)
  const rating = course.rating === null ? null : ratingText(course.rating)
  return (
    <div className="grid min-w-0 gap-6">
      <header className={cn('flex gap-5', imageUrl ? 'items-start' : 'flex-col-reverse sm:flex-row sm:items-center')}>
        <div className="min-w-0 flex-1">
          <h1 className="text-3xl font-bold tracking-tight">{course.name}</h1>
          <p className="mt-2 max-w-prose text-lg text-muted-foreground">{course.excerpt}</p>
        </div>
        {imageUrl ? (
          <img
            src={imageUrl}
            alt={course.image_alt}
            width={112}
            height={112}
            className="size-20 object-contain sm:size-28"
          />
        ) : (
          <Scene name={sceneOf(course.course_id)} size="large" decorative className="sm:w-60" />
        )}
      </header>
      <Facts
        facts={[
          [t('time'), hoursText(course.hours, locale)],
          [t('language'), label(lk_course_language, course.lk_language_id, locale)],
          [t('states'), course.states.join(', ') || '—'],
          [t('finalExam'), course.has_final_ind ? t('yes') : t('no')],
          ...(rating ? [[t('ratingName'), t('ratingOf', { n: rating })] as const] : []),
        ]}
      />
    </div>
  )
}

/** FAQs come first; a course without any shows its outline. */
function Information({ details: { course }, locale, frame, tab }: Shown & { tab: string | undefined }) {
  const outline = tab === 'outline' || course.faq.length === 0
  const address = (name: string) =>
    withCarriedParams(frame, pathTo('/course/details/:id', { id: course.course_website_id }, { query: { tab: name } }))
  const tabs = [
    { href: address('faqs'), label: say(locale, words, 'faqs'), current: !outline, count: course.faq.length },
    { href: address('outline'), label: say(locale, words, 'outline'), current: outline },
  ]
  return (
    <section className="grid gap-4">
      <Tabs label={say(locale, words, 'views')} tabs={course.faq.length > 0 ? tabs : tabs.slice(1)} />
      {outline ? <OutlineList chapters={course.chapters} locale={locale} /> : <FaqList faqs={course.faq} />}
    </section>
  )
}
