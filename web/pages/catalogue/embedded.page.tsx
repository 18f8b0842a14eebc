import { fetchPublicCourses } from '#modules/catalogue/public/fetch-public-courses.ts'
import { listProvedOrigins } from '#modules/identity/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { type Locale, localText } from '#platform/texts.ts'
import { page } from '#platform/web/page.ts'
import { embedTexts } from '#web/embed/embed.texts.ts'
import { words } from './catalogue.texts.ts'
import { money } from './words.ts'

type Data = Awaited<ReturnType<typeof fetchPublicCourses.run>>['data']
type Props = { courses: Data['courses']; hasMore: boolean; locale: Locale }

/** The catalogue for a frame on the organization's own sites, and no other; its links open the organization's site. */
export default page({
  address: '/embed/catalogue',
  title: words.search,
  may: anyone,
  header: false,
  async load({ ctx, query }) {
    const lk_state_id = query.state ? [query.state.slice(0, 40)] : undefined
    const { data } = await fetchPublicCourses.run(ctx, { lk_state_id })
    return { courses: data.courses, hasMore: data.after_id !== null, ancestors: await listProvedOrigins(ctx) }
  },
  csp: ({ ancestors }) => ({ ancestors }),
  view: ({ courses, hasMore }, { locale }) => <Embedded courses={courses} hasMore={hasMore} locale={locale} />,
})

function Embedded({ courses, hasMore, locale }: Props) {
  return (
    <main className="p-4">
      <h1 className="sr-only">{localText(locale, words, 'search')}</h1>
      <ul className="grid gap-4 sm:grid-cols-2">
        {courses.map(({ course_website_id, course_name, excerpt, price }) => (
          <li key={course_website_id} className="rounded-xl border border-border bg-card p-4">
            <h2 className="font-semibold">
              <a
                href={pathTo('/course/details/:id', { id: course_website_id })}
                target="_top"
                className="text-accent-foreground underline"
              >
                {course_name}
              </a>
            </h2>
            <p className="mt-1 text-sm">{excerpt}</p>
            <p className="mt-2 font-semibold">{money(price, locale)}</p>
          </li>
        ))}
      </ul>
      {courses.length === 0 && <p>{localText(locale, embedTexts, 'none')}</p>}
      {hasMore && (
        <p className="mt-4">
          <a href={pathTo('/courses/search')} target="_top" className="text-accent-foreground underline">
            {localText(locale, embedTexts, 'open')}
          </a>
        </p>
      )}
    </main>
  )
}
