import { type CourseEnd, type CoursePage, readCourseEnd } from '#modules/learning/entry.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'

/** The number in an address; 0, which no row has, for anything else. */
export const idOf = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)

/** An end page's data, or the address where the course continues if its state belongs to no end page. */
export async function endAt(
  ctx: Ctx,
  studentCourseId: string,
  ...places: CoursePage[]
): Promise<CourseEnd | PageRedirect> {
  const end = await readCourseEnd(ctx, idOf(studentCourseId))
  return places.includes(end.place) ? end : redirect(end.path, { status: 302 })
}
