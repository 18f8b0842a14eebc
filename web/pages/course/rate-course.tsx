import { useId } from 'react'
import type { CourseEnd } from '#modules/learning/entry.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { FieldError, TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import type { FormState } from '#platform/web/form.ts'
import { endTexts } from './course-end.texts.ts'

const stars = ['stars1', 'stars2', 'stars3', 'stars4', 'stars5'] as const

/** Asks the student at the end of a course for a rating, which can be changed later. */
export function RateCourse({ end: { review }, form }: { end: CourseEnd; form: FormState }) {
  const t = useTexts(endTexts)
  if (!review) return null
  const { given, elsewhere } = review
  return (
    <Panel title={t(given ? 'yourReview' : 'rate')}>
      <form method="post" className="grid gap-4">
        <Stars
          label={t('howWasIt')}
          chosen={Number(form.values.stars ?? given?.stars ?? 0)}
          error={form.errors.stars}
        />
        <TextareaField
          name="comment"
          label={t('reviewComment')}
          maxLength={2000}
          defaultValue={form.values.comment ?? given?.comment ?? ''}
          error={form.errors.comment}
          optional
        />
        <Checkbox
          name="public_ind"
          value="1"
          label={t('reviewPublic')}
          defaultChecked={form.values.stars === undefined ? given?.public_ind : form.values.public_ind === '1'}
        />
        <div>
          <SubmitButton variant="outline">{t(given ? 'changeReview' : 'sendReview')}</SubmitButton>
        </div>
      </form>
      {elsewhere && (
        <p className="mt-4">
          <TextLink href={elsewhere}>{t('reviewElsewhere')}</TextLink>
        </p>
      )}
    </Panel>
  )
}

type StarsProps = { label: string; chosen: number; error: string | undefined }

/** Five stars in a row, each a choice with its name; all up to the chosen one are filled. */
function Stars({ label, chosen, error }: StarsProps) {
  const t = useTexts(endTexts)
  const id = useId()
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="stars flex">
        {stars.map((key, index) => (
          <label key={key} title={t(key)} className="relative grid size-12 place-items-center">
            <input
              type="radio"
              name="stars"
              value={index + 1}
              required
              defaultChecked={chosen === index + 1}
              className="absolute inset-1 appearance-none rounded-md"
            />
            <span className="sr-only">{t(key)}</span>
            <svg viewBox="0 0 24 24" aria-hidden="true" className="pointer-events-none size-8">
              <path d="m12 3 2.8 5.7 6.2.9-4.5 4.4 1.1 6.2L12 17.3l-5.6 2.9 1.1-6.2L3 9.6l6.2-.9z" />
            </svg>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
