import { createContext, type ReactNode, use } from 'react'
import { selectCourseVersion } from '#modules/catalogue/index.ts'
import { selectStudentCourse } from '#modules/learning/index.ts'
import type { Ctx } from '#platform/ctx.ts'
import { langOn } from '#platform/languages.ts'

const CourseLang = createContext<string | undefined>(undefined)

/** The `lang` of a course's texts on a page in another language; undefined where both are the same (WCAG 3.1.2). */
export async function courseLangOf(ctx: Ctx, student_course_id: number): Promise<string | undefined> {
  const { course_version_id } = await selectStudentCourse(ctx, student_course_id)
  const { lk_language_id } = await selectCourseVersion(ctx, course_version_id)
  return langOn(ctx.locale, lk_language_id)
}

type CourseTextsProps = { lang: string | undefined; children: ReactNode }

/** The language of the `CourseWords` within. */
export const CourseTexts = ({ lang, children }: CourseTextsProps) => <CourseLang value={lang}>{children}</CourseLang>

/** The language of the course's words here; undefined if it is the page's. */
export const useCourseLang = (): string | undefined => use(CourseLang)

/** Words of the course between those of the page. */
export function CourseWords({ children }: { children: ReactNode }) {
  const lang = useCourseLang()
  return lang ? <span lang={lang}>{children}</span> : children
}
