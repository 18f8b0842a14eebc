import { coursesPath } from '#modules/catalogue/authoring/tabs.shared.ts'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'

type Props = {
  form: FormState
  title: 'createTitle' | 'duplicateTitle'
  label: 'create' | 'duplicate'
  busy: 'creating' | 'duplicating'
  name?: string
}

/** Asks for the name of a course. */
export function NameForm({ form, title, label, busy, name = '' }: Props) {
  const t = useTexts(courseEditorTexts)
  return (
    <div className="grid max-w-xl gap-4">
      <PageTitle>{t(title)}</PageTitle>
      <FormAlert message={form.message} />
      <Card>
        <form method="post" className="grid gap-4">
          <TextField {...field(form, 'name', name)} label={t('courseName')} maxLength={200} required />
          <BusySubmit label={t(label)} busyLabel={t(busy)} />
        </form>
      </Card>
      <p>
        <TextLink href={coursesPath}>{t('back')}</TextLink>
      </p>
    </div>
  )
}
