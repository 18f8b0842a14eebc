import type { CourseReviews } from '#modules/learning/entry.ts'
import { type Locale, localText, texts } from '#platform/texts.ts'
import { Unseen } from '#platform/ui/parts.tsx'
import { ratingText } from './words.ts'

const messages = texts({
  title: ['What students say', 'Lo que dicen los estudiantes'],
  average: [
    '{n} of 5 from {count, plural, one {{count} review} other {{count} reviews}}',
    '{n} de 5 según {count, plural, one {{count} reseña} other {{count} reseñas}}',
  ],
  stars: ['{n, plural, one {{n} star} other {{n} stars}}', '{n, plural, one {{n} estrella} other {{n} estrellas}}'],
})

/** The average with its count, and the reviews that students let visitors read. */
export function Reviews({ reviews: { rating, latest }, locale }: { reviews: CourseReviews; locale: Locale }) {
  if (!rating) return null
  const { average, count } = rating
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-semibold">{localText(locale, messages, 'title')}</h2>
      <p className="figures">{localText(locale, messages, 'average', { n: ratingText(average), count })}</p>
      {latest.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {latest.map(({ stars, comment, first_name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two students may say the same, and the list never changes
            <li key={index} className="grid content-start gap-2 rounded-lg border bg-card p-4">
              <p>
                <span aria-hidden="true" className="text-orange-ink">
                  {'★'.repeat(stars)}
                </span>
                <Unseen>{localText(locale, messages, 'stars', { n: stars })}</Unseen>
              </p>
              <p className="line-clamp-6 whitespace-pre-line">{comment}</p>
              <p className="text-sm text-muted-foreground">{first_name}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
