import type { PublicCourseAnswer } from '../../../modules/catalogue/index.ts'
import { label } from '../../../platform/lookups.ts'
import { type Locale, say } from '../../../platform/texts.ts'
import { Icon } from '../../../platform/ui/icons.tsx'
import { Kept } from '../../../platform/web/kept.tsx'
import { words } from './catalogue.texts.ts'
import { hoursText, money, ratingText } from './words.ts'

type CardProps = { course: PublicCourseAnswer; href: string; locale: Locale; eager: boolean }

/** A course of the list; the name is the link, and the whole card follows it. */
export function CourseCard({ course, href, locale, eager }: CardProps) {
  return (
    <Kept
      as="li"
      name="course"
      of={[course, href, eager]}
      className="relative grid grid-cols-[5rem_1fr] gap-x-4 rounded-lg border bg-surface p-4 shadow-card focus-within:border-brand hover:border-line-strong sm:grid-cols-1 sm:grid-rows-[auto_1fr]"
    >
      {() => (
        <>
          <CourseImage course={course} eager={eager} />
          <div className="flex min-w-0 flex-col gap-2 sm:pt-3">
            <h2 className="text-lg leading-snug font-semibold">
              <a href={href} className="text-ink no-underline after:absolute after:inset-0">
                {course.name}
              </a>
            </h2>
            <p className="line-clamp-3 text-muted">{course.excerpt}</p>
            <CourseMarks course={course} locale={locale} />
            <p className="figures mt-auto text-xl font-bold">{money(course.price, locale)}</p>
          </div>
        </>
      )}
    </Kept>
  )
}

function CourseImage({ course, eager }: Pick<CardProps, 'course' | 'eager'>) {
  return (
    <div className="grid size-20 place-items-center rounded-md bg-sunken sm:h-32 sm:w-full">
      {course.imageUrl ? (
        <img
          src={course.imageUrl}
          alt=""
          width={112}
          height={112}
          loading={eager ? undefined : 'lazy'}
          decoding="async"
          className="size-16 object-contain sm:size-28"
        />
      ) : (
        <Icon name="book" className="size-8 text-muted" />
      )}
    </div>
  )
}

/** Language, time, rating and states in one line or two. */
function CourseMarks({ course, locale }: Pick<CardProps, 'course' | 'locale'>) {
  const { rating, states } = course
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
      <li>{label('lk_course_language', course.lk_language_id, locale)}</li>
      <li className="figures">{hoursText(course.hours, locale)}</li>
      {rating !== null && <Rating rating={rating} locale={locale} />}
      {states.length > 0 && <li className="basis-full">{states.join(', ')}</li>}
    </ul>
  )
}

function Rating({ rating, locale }: { rating: number; locale: Locale }) {
  const n = ratingText(rating, locale)
  return (
    <li className="figures">
      <span aria-hidden="true">★ {n}</span>
      <span className="sr-only">{say(locale, words, 'rating', { n })}</span>
    </li>
  )
}
