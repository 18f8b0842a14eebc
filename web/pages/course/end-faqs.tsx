import type { CourseEnd } from '#modules/learning/entry.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { FaqList } from '#web/pages/catalogue/course-content.tsx'
import { endTexts } from './course-end.texts.ts'

/** Questions and answers for a passed course. */
export function EndFaqs({ end: { faqs } }: { end: CourseEnd }) {
  const t = useTexts(endTexts)
  if (faqs.length === 0) return null
  return (
    <section aria-labelledby="end-faqs">
      <h2 id="end-faqs" className="mb-3 text-xl font-bold">
        {t('faqs')}
      </h2>
      <FaqList faqs={faqs} />
    </section>
  )
}
