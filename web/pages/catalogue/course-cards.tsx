import type { PublicCourseResponse } from '#modules/catalogue/entry.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { CourseCard } from './course-card.tsx'

type CardsProps = {
  courses: readonly PublicCourseResponse[]
  /** Below a section's title, the names are one level deeper. */
  heading?: 'h2' | 'h3'
  locale: Locale
  frame: Frame
}

export const CourseCards = ({ courses, heading = 'h2', locale, frame }: CardsProps) => (
  <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {courses.map((course, index) => (
      <CourseCard
        key={course.course_website_id}
        course={course}
        href={withCarriedParams(frame, pathTo('/course/details/:id', { id: course.course_website_id }))}
        heading={heading}
        locale={locale}
        eager={heading === 'h2' && index < 6}
      />
    ))}
  </ul>
)
