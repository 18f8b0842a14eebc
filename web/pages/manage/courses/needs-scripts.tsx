import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { useTexts } from '#platform/ui/locale.tsx'

/** Above content that can only be edited with scripts; the preview shows it without. */
export function NeedsScripts() {
  const t = useTexts(courseEditorTexts)
  return (
    <noscript>
      <Alert>{t('scripts')}</Alert>
    </noscript>
  )
}
