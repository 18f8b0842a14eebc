import { lazy } from 'react'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { EditedQuestion } from './edited-question.shared.ts'
import { Later } from './later.tsx'

const ImageField = lazy(() => import('./image-field.tsx'))

type Props = {
  question: EditedQuestion
  organization_id: number
  onChange: (picture: EditedQuestion['configuration']['picture']) => void
}

/** The picture of a question, with a description for students who cannot see it. */
export function QuestionPicture({ question, organization_id, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  const { picture } = question.configuration
  return (
    <div className="grid grid-cols-1 gap-3">
      <Later>
        <ImageField
          name={`picture-${question.question_id}`}
          label={t('picture')}
          value={picture?.src ?? ''}
          organization_id={organization_id}
          onChange={(src, alt = '') => onChange(src === '' ? undefined : { src, alt: alt || (picture?.alt ?? '') })}
        />
      </Later>
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
