import { readHome } from '#modules/catalogue/entry.ts'
import { lk_course_language } from '#modules/catalogue/lookups.shared.ts'
import { fetchDetails } from '#modules/catalogue/public/fetch-details.ts'
import { type CourseReviews, readCourseReviews } from '#modules/learning/entry.ts'
import { langOn } from '#platform/languages.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { type Locale, localText, textsIn } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Facts } from '#platform/ui/parts.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { sceneOf } from '#platform/ui/scenes/scenes.ts'
import { Tabs } from '#platform/ui/tabs.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { notFound, type PageRedirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { BuyBar, BuyBox } from './buy-box.tsx'
import { words } from './catalogue.texts.ts'
import { FaqList, OutlineList, Paragraphs } from './course-content.tsx'
import { Reviews } from './course-reviews.tsx'
import type { Details } from './details.ts'
import { courseFacts } from './facts.ts'
import { languagesOf, type PublicSite, publicSite } from './head.ts'
import { Bundled, Related } from './related.tsx'
import { Suits } from './suits.tsx'
import { hoursText, ratingText } from './words.ts'

type DetailsData = Details & {
  site: PublicSite
  reviews: CourseReviews
  /** The agency's number for the school, or ''. */
  approval_number: string
  /** The organization's sentence about refunds, or ''. */
  refund: string
}
type PageData = { details: Details; locale: Locale; frame: Frame }

export default page({
  address: '/course/details/:id',
  restorable: true,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, params }): Promise<DetailsData | PageRedirect> {
    if (!/^[1-9]\d{0,8}$/.test(params.id)) return notFound()
    const details = await fetchDetails.run(ctx, { id: Number(params.id) })
    const [reviews, home] = await Promise.all([readCourseReviews(ctx, details.course.course_id), readHome(ctx)])
    const { shown, body } = home.section('refund')
    const approval_number = home.approval_number
    return { ...details, reviews, approval_number, refund: shown ? body : '', site: publicSite(ctx) }
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
      <BuyBox
        details={details}
        refund={details.refund}
        locale={locale}
        className="lg:col-start-2 lg:row-span-2 lg:row-start-1"
      />
      <div className="grid min-w-0 gap-6">
        <section>
          <h2 className="mb-2 text-xl font-semibold">{localText(locale, words, 'about')}</h2>
          <div lang={langOn(locale, details.course.lk_language_id)}>
            <Paragraphs text={details.course.description} />
          </div>
        </section>
        <Sample course={details.course} locale={locale} frame={frame} />
        <Suits course={details.course} locale={locale} />
        <Bundled details={details} locale={locale} frame={frame} />
        <Reviews reviews={details.reviews} locale={locale} />
        <Information details={details} locale={locale} frame={frame} tab={query.tab} />
      </div>
      <Related details={details} locale={locale} frame={frame} />
      <BuyBar course={details.course} locale={locale} />
    </div>
  ),
})

function Sample({ course, locale, frame }: Omit<PageData, 'details'> & { course: Details['course'] }) {
  const { sample: name, course_website_id: id } = course
  return (
    name !== null && (
      <LinkButton
        variant="outline"
        href={withCarriedParams(frame, pathTo('/course/details/:id/sample', { id }))}
        className="justify-self-start py-2 text-center max-sm:whitespace-normal"
      >
        {localText(locale, words, 'sampleRead', { name })}
      </LinkButton>
    )
  )
}

const imageOf = ({ imageUrl, course: { image_alt } }: Details, { origin }: PublicSite) =>
  imageUrl ? { image: origin + imageUrl, ...(image_alt && { imageAlt: image_alt }) } : {}

function Heading({ details, locale }: Omit<PageData, 'details'> & { details: DetailsData }) {
  const { course, imageUrl, reviews, approval_number } = details
  const t = textsIn(locale, words)
  return (
    <div className="grid min-w-0 gap-6">
      {imageUrl ? (
        <figure className="grid h-40 place-items-center rounded-lg bg-muted sm:h-56">
          <img
            src={imageUrl}
            alt={course.image_alt}
            width={176}
            height={176}
            className="size-32 object-contain sm:size-44"
          />
        </figure>
      ) : (
        <Scene
          name={sceneOf(course.course_id)}
          size="fill"
          decorative
          className="aspect-auto h-40 rounded-lg sm:h-56"
        />
      )}
      <header lang={langOn(locale, course.lk_language_id)}>
        <h1 className="text-3xl font-bold tracking-tight text-balance sm:text-[2.75rem] sm:leading-[1.1]">
          {course.name}
        </h1>
        <p className="mt-3 max-w-prose text-lg text-muted-foreground">{course.excerpt}</p>
      </header>
      <Facts
        facts={[
          // Avoids '0 hours' for a course without a minimum time.
          ...(course.hours > 0 ? [[t('time'), hoursText(course.hours, locale)] as const] : []),
          [t('language'), label(lk_course_language, course.lk_language_id, locale)],
          ...(course.states.length > 0 ? [[t('states'), course.states.join(', ')] as const] : []),
          [t('finalExam'), course.has_final_ind ? t('yes') : t('no')],
          ...ratingFact(course.rating, reviews, locale),
          ...(approval_number ? [[t('approvalNumber'), approval_number] as const] : []),
        ]}
      />
    </div>
  )
}

/** The rating of this site's own reviews with their number, else the course's. */
function ratingFact(rating: number | null, reviews: CourseReviews, locale: Locale): (readonly [string, string])[] {
  const name = localText(locale, words, 'ratingName')
  if (reviews.rating) {
    const { average, count } = reviews.rating
    return [[name, localText(locale, words, 'ratingFrom', { n: ratingText(average), count })]]
  }
  return rating === null ? [] : [[name, localText(locale, words, 'ratingOf', { n: ratingText(rating) })]]
}

/** FAQs come first; a course without any shows its outline. */
function Information({ details: { course }, locale, frame, tab }: PageData & { tab: string | undefined }) {
  const outline = tab === 'outline' || course.faq.length === 0
  const address = (name: string) =>
    withCarriedParams(frame, pathTo('/course/details/:id', { id: course.course_website_id }, { query: { tab: name } }))
  const tabs = [
    { href: address('faqs'), label: localText(locale, words, 'faqs'), current: !outline, count: course.faq.length },
    { href: address('outline'), label: localText(locale, words, 'outline'), current: outline },
  ]
  return (
    <section className="grid gap-4">
      <Tabs label={localText(locale, words, 'views')} tabs={course.faq.length > 0 ? tabs : tabs.slice(1)} />
      <div lang={langOn(locale, course.lk_language_id)}>
        {outline ? <OutlineList chapters={course.chapters} locale={locale} /> : <FaqList faqs={course.faq} />}
      </div>
    </section>
  )
}
