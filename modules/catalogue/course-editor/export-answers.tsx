import { type MouseEvent, useState } from 'react'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { DownloadRefused, readDownload, saveFile } from '#platform/ui/save-file.ts'
import { toast } from '#platform/ui/toast.ts'
import { courseEditorTexts } from './course-editor.texts.ts'

/** A button that exports the students' answers to a quiz as a spreadsheet. */
export function ExportAnswers({ quiz_id }: { quiz_id: number }) {
  const t = useTexts(courseEditorTexts)
  const [busy, setBusy] = useState(false)

  async function onExport(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { file } = await readDownload(event.currentTarget.href)
      saveFile(file, `quiz-${quiz_id}-export.xlsx`)
      toast({ kind: 'success', text: t('answersExported') })
    } catch (error) {
      const reason = error instanceof DownloadRefused ? error.message : ''
      toast({ kind: 'error', text: reason || t('answersFailed') })
    }
    setBusy(false)
  }

  return (
    <div>
      <LinkButton
        href={`/api/quiz/exportStudentAnswers?quiz_id=${quiz_id}`}
        variant="outline"
        size="sm"
        onClick={onExport}
        download
      >
        {t(busy ? 'exportingAnswers' : 'exportAnswers')}
      </LinkButton>
    </div>
  )
}
