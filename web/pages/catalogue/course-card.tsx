import type { PublicCourseAnswer } from '#modules/catalogue/index.ts'
import { lk_course_language } from '#modules/catalogue/lookups.shared.ts'
import { label } from '#platform/lookups.ts'
import { type Locale, say } from '#platform/texts.ts'
import { Icon } from '#platform/ui/icons.tsx'
import { words } from './catalogue.texts.ts'
import { hoursText, money, ratingText } from './words.ts'

type CardProps = { course: PublicCourseAnswer; href: string; locale: Locale; eager: boolean }

/** A course in the list; its name is the link, and the whole card is clickable. */
export function CourseCard({ course, href, locale, eager }: CardProps) {
  return (
    <li className="course-card">
      <CourseImage course={course} eager={eager} />
      <div>
        <h2>
          <a href={href}>{course.name}</a>
        </h2>
        <p className="course-card-excerpt">{course.excerpt}</p>
        <CourseMarks course={course} locale={locale} />
        <p className="course-card-price">{money(course.price, locale)}</p>
      </div>
    </li>
  )
}

function CourseImage({ course, eager }: Pick<CardProps, 'course' | 'eager'>) {
  return (
    <figure>
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
        <Icon name="book" className="size-8 text-muted-foreground" />
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
      <li>{hoursText(course.hours, locale)}</li>
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
      <span className="sr-only">{say(locale, words, 'rating', { n })}</span>
    </li>
  )
}
