import { pathTo } from '#platform/path-to.ts'
import { type Locale, localText } from '#platform/texts.ts'
import { TextLink } from '#platform/ui/parts.tsx'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { sceneOf } from '#platform/ui/scenes/scenes.ts'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { words } from './catalogue.texts.ts'
import type { Details } from './details.ts'
import { money } from './words.ts'

type ViewProps = { details: Details; locale: Locale; frame: Frame }

/** The courses bundled with this one. */
export function Bundled({ details: { course }, locale, frame }: ViewProps) {
  if (course.bundled_courses.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-xl font-semibold">{localText(locale, words, 'bundled')}</h2>
      <ul className="grid gap-1">
        {course.bundled_courses.map(({ course_website_id, name }) => (
          <li key={course_website_id}>
            <TextLink href={withCarriedParams(frame, pathTo('/course/details/:id', { id: course_website_id }))} alone>
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Other courses for the same states, below everything else. */
export function Related({ details: { course }, locale, frame }: ViewProps) {
  if (course.related.length === 0) return null
  return (
    <section className="lg:col-span-2">
      <h2 className="mb-3 text-xl font-semibold">{localText(locale, words, 'related')}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {course.related.map(({ course_website_id, course_id, name, excerpt, imageUrl, price }) => (
          <li key={course_website_id} className="course-card">
            <figure className={imageUrl ? undefined : 'course-card-scene'}>
              {imageUrl ? (
                <img src={imageUrl} alt="" width={112} height={112} loading="lazy" />
              ) : (
                <Scene name={sceneOf(course_id)} size="fill" decorative />
              )}
            </figure>
            <div>
              <h3>
                <a href={withCarriedParams(frame, pathTo('/course/details/:id', { id: course_website_id }))}>{name}</a>
              </h3>
              <p className="course-card-excerpt">{excerpt}</p>
              <p className="course-card-price">{money(price, locale)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
