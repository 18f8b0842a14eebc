import { lazy, Suspense } from 'react'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { EditedQuestion } from './edited-question.shared.ts'

const ImageField = lazy(() => import('./image-field.tsx'))

type Props = {
  question: EditedQuestion
  organization_id: number
  onChange: (picture: EditedQuestion['configuration']['picture']) => void
}

/** The picture that a question is asked over, with the words for students who cannot see it. */
export function QuestionPicture({ question, organization_id, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  const { picture } = question.configuration
  return (
    <div className="grid grid-cols-1 gap-3">
      <Suspense fallback={null}>
        <ImageField
          name={`picture-${question.question_id}`}
          label={t('picture')}
          value={picture?.src ?? ''}
          organization_id={organization_id}
          onChange={(src, alt = '') => onChange(src === '' ? undefined : { src, alt: alt || (picture?.alt ?? '') })}
        />
      </Suspense>
      {picture && (
        <TextField
          label={t('fileAlt')}
          hint={t('pictureAltHint')}
          maxLength={500}
          value={picture.alt}
          onChange={(event) => onChange({ ...picture, alt: event.target.value })}
        />
      )}
    </div>
  )
}
