import { findNeededCourses, findStateId, readHome } from '#modules/catalogue/entry.ts'
import { isNeed, searchTermsByNeed } from '#modules/catalogue/home/needs.shared.ts'
import { fetchPublicCourses } from '#modules/catalogue/public/fetch-public-courses.ts'
import { readSchoolNumbers } from '#modules/learning/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { localText } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { listFacts } from './facts.ts'
import { languagesOf, publicSite } from './head.ts'
import { homeWords } from './home.texts.ts'
import { type HomeData, HomeView } from './home-view.tsx'
import { carriedCourse } from './search-query.ts'

/** The organization's home page for visitors; signed-in people go to their dashboard. */
export default page({
  address: '/',
  restorable: true,
  title: homeWords.title,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, url }): Promise<HomeData | PageRedirect> {
    if (ctx.actor.kind === 'user') return redirect(pathTo('/dashboard'), { status: 302 })
    const course_website_id = carriedCourse(url.searchParams)
    const path = await pickCourse(ctx, url.searchParams, course_website_id)
    if (path) return redirect(path, { status: 302 })
    const [home, { data: courses }, numbers] = await Promise.all([
      readHome(ctx),
      fetchPublicCourses.run(ctx, course_website_id ? { course_website_id } : {}),
      readSchoolNumbers(ctx),
    ])
    return { home, courseList: courses, numbers, site: publicSite(ctx) }
  },
  head: ({ courseList, site, home }, locale) => ({
    description: home.section('hero').body || localText(locale, homeWords, 'description', { name: site.name }),
    ...languagesOf(site, pathTo('/'), locale),
    card: { title: site.name, site: site.name },
    facts: listFacts(courseList.courses, site, locale),
  }),
  view: (data, { locale, frame }) => <HomeView {...data} locale={locale} frame={frame} />,
})

/** The only matching course, or the list of all matches. Null if nothing was selected. */
async function pickCourse(ctx: Ctx, params: URLSearchParams, course_website_id?: number): Promise<string | null> {
  const need = params.get('need') ?? undefined
  if (!isNeed(need)) return null
  const lk_state_id = findStateId((params.get('state') ?? '').slice(0, 40))
  const [first, ...others] = await findNeededCourses(ctx, {
    need,
    lk_state_id,
    ...(course_website_id && { course_website_id }),
  })
  if (first && others.length === 0) return pathTo('/course/details/:id', { id: first })
  const query = { course_name: searchTermsByNeed[need], ...(lk_state_id && { lk_state_id }) }
  return pathTo('/courses/search', { query })
}
