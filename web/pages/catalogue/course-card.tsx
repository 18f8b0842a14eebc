import type { PublicCourseResponse } from '#modules/catalogue/entry.ts'
import { lk_course_language } from '#modules/catalogue/lookups.shared.ts'
import { langOn } from '#platform/languages.ts'
import { label } from '#platform/lookups.ts'
import { type Locale, localText } from '#platform/texts.ts'
import { Scene } from '#platform/ui/scenes/scene.tsx'
import { sceneOf } from '#platform/ui/scenes/scenes.ts'
import { words } from './catalogue.texts.ts'
import { hoursText, money, ratingText } from './words.ts'

type CardProps = { course: PublicCourseResponse; href: string; heading: 'h2' | 'h3'; locale: Locale; eager: boolean }

/** A course in the list; its name is the link, and the whole card is clickable. */
export function CourseCard({ course, href, heading: Heading, locale, eager }: CardProps) {
  const lang = langOn(locale, course.lk_language_id)
  return (
    <li className="course-card">
      <CourseImage course={course} eager={eager} />
      <div>
        <Heading>
          <a href={href} lang={lang}>
            {course.name}
          </a>
        </Heading>
        <p lang={lang} className="course-card-excerpt">
          {course.excerpt}
        </p>
        <CourseMarks course={course} locale={locale} />
        <p className="course-card-price">{money(course.price, locale)}</p>
      </div>
    </li>
  )
}

function CourseImage({ course, eager }: Pick<CardProps, 'course' | 'eager'>) {
  return (
    <figure className={course.imageUrl ? undefined : 'course-card-scene'}>
      {course.imageUrl ? (
        <img
          src={course.imageUrl}
          alt=""
          width={112}
          height={112}
          loading={eager ? undefined : 'lazy'}
          decoding="async"
        />
      ) : (
        <Scene name={sceneOf(course.course_id)} size="fill" decorative />
      )}
    </figure>
  )
}

/** Language, time, rating and states in one line or two. */
function CourseMarks({ course, locale }: Pick<CardProps, 'course' | 'locale'>) {
  const { rating, states } = course
  return (
    <ul>
      <li>{label(lk_course_language, course.lk_language_id, locale)}</li>
      {course.hours > 0 && <li>{hoursText(course.hours, locale)}</li>}
      {rating !== null && <Rating rating={rating} locale={locale} />}
      {states.length > 0 && <li className="course-card-states">{states.join(', ')}</li>}
    </ul>
  )
}

function Rating({ rating, locale }: { rating: number; locale: Locale }) {
  const n = ratingText(rating)
  return (
    <li>
      <span aria-hidden="true">★ {n}</span>
      <span className="sr-only">{localText(locale, words, 'rating', { n })}</span>
    </li>
  )
}
