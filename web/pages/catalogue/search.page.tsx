import { publicCoursesPageSize } from '#modules/catalogue/entry.ts'
import { fetchPublicCourses } from '#modules/catalogue/public/fetch-public-courses.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { type Locale, localText, textsIn } from '#platform/texts.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { Pagination } from '#platform/ui/pagination.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { words } from './catalogue.texts.ts'
import { CourseCards } from './course-cards.tsx'
import { listFacts } from './facts.ts'
import { languagesOf, publicSite } from './head.ts'
import { SearchFilters } from './search-filters.tsx'
import { carriedCourse, readSearch, type SearchQuery, searchAddress } from './search-query.ts'
import { numberText } from './words.ts'

type SearchResult = Awaited<ReturnType<typeof fetchPublicCourses.run>>['data']
type SearchProps = { query: SearchQuery; result: SearchResult; locale: Locale; frame: Frame }

export default page({
  address: '/courses/search',
  restorable: true,
  title: words.search,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, url }) {
    const query = readSearch(url.searchParams)
    const course_website_id = carriedCourse(url.searchParams)
    const lk_language_id = query.lk_language_id.map(Number)
    const filters = { ...query, lk_language_id, ...(course_website_id && { course_website_id }) }
    return { query, result: (await fetchPublicCourses.run(ctx, filters)).data, site: publicSite(ctx) }
  },
  head: ({ query, result, site }, locale) => ({
    description: localText(locale, words, 'lead', { name: result.orgName }),
    ...languagesOf(site, searchAddress(query, query.page), locale),
    card: { title: localText(locale, words, 'search'), site: site.name },
    facts: listFacts(result.courses, site, locale),
  }),
  view: ({ query, result }, { locale, frame }) => (
    <Search query={query} result={result} locale={locale} frame={frame} />
  ),
})

function Search({ query, result, locale, frame }: SearchProps) {
  const isFiltered = query.course_name !== '' || query.lk_state_id.length + query.lk_language_id.length > 0
  return (
    <>
      <PageTitle lead={localText(locale, words, 'lead', { name: result.orgName })}>
        {localText(locale, words, 'search')}
      </PageTitle>
      <SearchFilters
        query={query}
        states={result.lk_state_ids}
        languages={result.lk_language_ids}
        locale={locale}
        carried={frame.carried}
        filtered={isFiltered}
      />
      <section aria-label={localText(locale, words, 'results')}>
        {result.courses.length > 0 ? (
          <Results query={query} result={result} locale={locale} frame={frame} />
        ) : (
          <NoResults query={query} result={result} locale={locale} frame={frame} />
        )}
      </section>
    </>
  )
}

function Results({ query, result, locale, frame }: SearchProps) {
  const { courses, count } = result
  const before = (query.page - 1) * publicCoursesPageSize
  const address = (number: number) => withCarriedParams(frame, searchAddress(query, number))
  const hasMore = before + courses.length < count
  const params = { count: numberText(courses.length), total: numberText(count) }
  return (
    <>
      {result.close_ind && <p className="mb-1">{localText(locale, words, 'close', { words: query.course_name })}</p>}
      <p className="figures mb-3 text-muted-foreground">{localText(locale, words, 'showing', params)}</p>
      <CourseCards courses={courses} locale={locale} frame={frame} />
      {count > publicCoursesPageSize && (
        <Pagination
          from={before + 1}
          to={before + courses.length}
          count={count}
          previous={query.page > 1 ? address(query.page - 1) : null}
          next={hasMore ? address(query.page + 1) : null}
        />
      )}
    </>
  )
}

function NoResults({ query, result, locale, frame }: SearchProps) {
  const t = textsIn(locale, words)
  const { suggestions, count } = result
  const all = <LinkButton href={withCarriedParams(frame, pathTo('/courses/search'))}>{t('allCourses')}</LinkButton>
  if (suggestions.length > 0) {
    return (
      <>
        <p className="text-lg font-semibold">
          {query.course_name ? t('noneFor', { words: query.course_name }) : t('noneHere')}
        </p>
        <p className="mt-1 mb-4 text-muted-foreground">{t('suggested')}</p>
        <CourseCards courses={suggestions} locale={locale} frame={frame} />
        <p className="mt-6">{all}</p>
      </>
    )
  }
  if (count > 0) {
    return (
      <Empty title={t('noPage')} scene={<Scene name="roundabout" decorative />} action={all}>
        <p>{t('noPageLead')}</p>
      </Empty>
    )
  }
  return (
    <Empty
      title={t('nothing')}
      scene={<Scene name="emptyDesk" decorative />}
      action={<LinkButton href={withCarriedParams(frame, pathTo('/login'))}>{t('signIn')}</LinkButton>}
    >
      <p>{t('nothingLead')}</p>
    </Empty>
  )
}
