import { fetchCourse } from '#modules/checkout/cart/fetch-course.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { pathTo } from '#platform/path-to.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { ViewInput } from '#platform/web/page.ts'
import { words } from './checkout.texts.ts'
import { money } from './money.ts'
import { linkedCourseId } from './referral.ts'

export type CourseLink = { course_website_id: number; name: string; price: number }

/** The course of a link that no one has visited yet; null if there is none, or it is in the cart. */
export async function findLinked(
  ctx: Ctx,
  course: string | undefined,
  inCart: readonly { course_website_id: number }[],
): Promise<CourseLink | null> {
  const course_website_id = course ? linkedCourseId(course) : null
  if (course_website_id === null || inCart.some((item) => item.course_website_id === course_website_id)) return null
  try {
    const { course } = await fetchCourse.run(ctx, { course_website_id })
    return { course_website_id, name: course.name, price: course.price }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Offers the course of the link, which a visit would have added to the cart. */
export function LinkedCourse({ linked, input }: { linked: CourseLink; input: ViewInput }) {
  const t = useTexts(words)
  const { course_website_id, name, price } = linked
  return (
    <Panel title={t('linked')}>
      <form method="post" action={pathTo('/cart/add')} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input type="hidden" name="course_website_id" value={course_website_id} />
        <p className="min-w-40 flex-1">
          <strong>{name}</strong> <span className="figures">{money(price, input.locale)}</span>
        </p>
        <SubmitButton aria-label={t('addNamed', { name })}>{t('add')}</SubmitButton>
      </form>
    </Panel>
  )
}
