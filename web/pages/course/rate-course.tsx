import type { CourseEnd } from '#modules/learning/entry.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import type { FormState } from '#platform/web/form.ts'
import { endTexts } from './course-end.texts.ts'

const stars = ['stars5', 'stars4', 'stars3', 'stars2', 'stars1'] as const

/** Asks the student at the end of a course for a rating, which can be changed later. */
export function RateCourse({ end: { review }, form }: { end: CourseEnd; form: FormState }) {
  const t = useTexts(endTexts)
  if (!review) return null
  const { given, elsewhere } = review
  return (
    <Panel title={t(given ? 'yourReview' : 'rate')}>
      <form method="post" className="grid gap-4">
        <RadioGroup
          label={t('howWasIt')}
          name="stars"
          required
          defaultValue={form.values.stars ?? given?.stars}
          error={form.errors.stars}
          options={stars.map((key, index) => ({ value: 5 - index, label: t(key) }))}
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
