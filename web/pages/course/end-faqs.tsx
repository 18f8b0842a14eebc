import type { CourseEnd } from '#modules/learning/entry.ts'
import { langOn } from '#platform/languages.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { FaqList } from '#web/pages/catalogue/course-content.tsx'
import { endTexts } from './course-end.texts.ts'

/** Questions and answers for a passed course. */
export function EndFaqs({ end: { faqs, lk_language_id } }: { end: CourseEnd }) {
  const t = useTexts(endTexts)
  const lang = langOn(useLocale(), lk_language_id)
  if (faqs.length === 0) return null
  return (
    <section aria-labelledby="end-faqs">
      <h2 id="end-faqs" className="mb-3 text-xl font-bold">
        {t('faqs')}
      </h2>
      <div lang={lang}>
        <FaqList faqs={faqs} />
      </div>
    </section>
  )
}
