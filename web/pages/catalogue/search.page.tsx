import { pageSize } from '#modules/catalogue/entry.ts'
import { fetchPublicCourses } from '#modules/catalogue/public/fetch-public-courses.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { type Locale, say } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { Pagination } from '#platform/ui/pagination.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { words } from './catalogue.texts.ts'
import { CourseCard } from './course-card.tsx'
import { listFacts } from './facts.ts'
import { languagesOf, publicSite } from './head.ts'
import { SearchFilters } from './search-filters.tsx'
import { carriedCourse, readSearch, type SearchQuery, searchAddress } from './search-query.ts'
import { numberText } from './words.ts'

type Found = Awaited<ReturnType<typeof fetchPublicCourses.run>>['data']
type SearchProps = { query: SearchQuery; found: Found; locale: Locale; frame: Frame }

export default page({
  address: '/courses/search',
  title: words.search,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, url }) {
    const query = readSearch(url.searchParams)
    const course_website_id = carriedCourse(url.searchParams)
    const wanted = { ...query, ...(course_website_id && { course_website_id }) }
    return { query, found: (await fetchPublicCourses.run(ctx, wanted)).data, site: publicSite(ctx) }
  },
  head: ({ query, found, site }, locale) => ({
    description: say(locale, words, 'lead', { name: found.orgName }),
    ...languagesOf(site, searchAddress(query, query.page), locale),
    card: { title: say(locale, words, 'search'), site: site.name },
    facts: listFacts(found.courses, site, locale),
  }),
  view: ({ query, found }, { locale, frame }) => <Search query={query} found={found} locale={locale} frame={frame} />,
})

function Search({ query, found, locale, frame }: SearchProps) {
  const filtered = query.course_name !== '' || query.lk_state_id.length > 0
  return (
    <>
      <PageTitle lead={say(locale, words, 'lead', { name: found.orgName })}>{say(locale, words, 'search')}</PageTitle>
      <div className="grid items-start gap-6 lg:grid-cols-[16rem_1fr]">
        <SearchFilters
          query={query}
          states={found.lk_state_ids}
          locale={locale}
          carried={frame.carried}
          filtered={filtered}
        />
        <section aria-label={say(locale, words, 'results')}>
          {found.courses.length > 0 ? (
            <Results query={query} found={found} locale={locale} frame={frame} />
          ) : (
            <Nothing locale={locale} frame={frame} filtered={filtered || found.count > 0} />
          )}
        </section>
      </div>
    </>
  )
}

function Results({ query, found, locale, frame }: SearchProps) {
  const { courses, count } = found
  const before = (query.page - 1) * pageSize
  const address = (number: number) => withCarriedParams(frame, searchAddress(query, number))
  const more = before + courses.length < count
  const shown = { count: numberText(courses.length), total: numberText(count) }
  return (
    <>
      <p className="figures mb-3 text-muted-foreground">{say(locale, words, 'showing', shown)}</p>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {courses.map((course, index) => (
          <CourseCard
            key={course.course_website_id}
            course={course}
            href={withCarriedParams(frame, pathTo('/course/details/:id', { id: course.course_website_id }))}
            locale={locale}
            eager={index < 6}
          />
        ))}
      </ul>
      {count > pageSize && (
        <Pagination
          from={before + 1}
          to={before + courses.length}
          count={count}
          previous={query.page > 1 ? address(query.page - 1) : null}
          next={more ? address(query.page + 1) : null}
        />
      )}
    </>
  )
}

function Nothing({ locale, frame, filtered }: { locale: Locale; frame: Frame; filtered: boolean }) {
  const t = (key: keyof typeof words) => say(locale, words, key)
  return filtered ? (
    <Empty
      title={t('noHits')}
      scene={<Scene name="roundabout" decorative />}
      action={<LinkButton href={withCarriedParams(frame, pathTo('/courses/search'))}>{t('allCourses')}</LinkButton>}
    >
      <p>{t('noHitsLead')}</p>
    </Empty>
  ) : (
    <Empty
      title={t('nothing')}
      scene={<Scene name="emptyDesk" decorative />}
      action={<LinkButton href={withCarriedParams(frame, pathTo('/login'))}>{t('signIn')}</LinkButton>}
    >
      <p>{t('nothingLead')}</p>
    </Empty>
  )
}
