import { useState } from 'react'
import { importTexts } from '#modules/catalogue/questions/import/import.texts.ts'
import { questionTemplates } from '#modules/catalogue/questions/import/question-template.shared.ts'
import { questionTypeLookup } from '#modules/catalogue/questions/question-types.shared.ts'
import { utf8Mark } from '#platform/csv.ts'
import { label } from '#platform/lookups.ts'
import { productLocale } from '#platform/texts.ts'
import { callApi } from '#platform/ui/api.ts'
import { Button, LinkButton } from '#platform/ui/button.tsx'
import { FileDrop } from '#platform/ui/file-drop.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { sendFile } from '#platform/ui/send-file.ts'
import { StatusLine } from '#platform/ui/status-line.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { toast } from '#platform/ui/toast.ts'

type Row = {
  line: number
  file: string | null
  title: string
  lk_question_type_id: number | null
  problems: string[]
  notes: string[]
}
type Note = { line: number; file: string | null; note: string }
type Preview = { questions: Row[]; notes: Note[]; count: number; good: number }
type Props = { course_id: number; course_question_bank_id: number; onAdded: () => void }

const maxBytes = 2 * 1024 * 1024
/** Imports questions from a file into a bank: shows a preview with problems, then adds them. */
export function ImportQuestions({ course_id, course_question_bank_id, onAdded }: Props) {
  const t = useTexts(importTexts)
  const locale = useLocale()
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<{ file: File; preview: Preview } | null>(null)

  async function send<T>(call: 'preview' | 'import', file: File): Promise<T | null> {
    const query = new URLSearchParams({
      course_id: String(course_id),
      course_question_bank_id: String(course_question_bank_id),
      file_name: file.name,
    })
    setBusy(true)
    const path = `/course/questions/${call}?${query}`
    // The server detects the file's type from its content.
    const body = new Blob([file], { type: 'application/octet-stream' })
    const response = await callApi(() => sendFile<T>(path, body, () => {}), { quiet: true })
    setBusy(false)
    if (response.ok) return response.data
    toast({ kind: 'error', text: response.issues[0]?.message ?? (response.message || t('failed')) })
    return null
  }

  async function showPreview(file: File) {
    if (file.size > maxBytes) return toast({ kind: 'error', text: t('tooLarge') })
    const preview = await send<Preview>('preview', file)
    setChosen(preview && { file, preview })
  }

  async function add() {
    const importResult = chosen && (await send<{ added: number; message: string }>('import', chosen.file))
    if (!importResult) return
    toast({ kind: 'success', text: importResult.message })
    setChosen(null)
    onAdded()
  }

  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="text-lg font-semibold">{t('title')}</h3>
      <p>{t('lead')}</p>
      <p className="text-sm text-muted-foreground">
        {t('csvLead')}{' '}
        <LinkButton
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(utf8Mark + questionTemplates[productLocale(locale)])}`}
          variant="link"
          size="sm"
          download={t('sampleName')}
        >
          {t('sample')}
        </LinkButton>
      </p>
      <FileDrop
        accept=".csv,.txt,.gift,.xml,.zip"
        hint={t('formats')}
        busy={busy}
        onFile={(file) => void showPreview(file)}
      />
      {chosen && (
        <>
          <StatusLine>{t('found', { count: chosen.preview.count, good: chosen.preview.good })}</StatusLine>
          <FileNotes notes={chosen.preview.notes} />
          <Rows rows={chosen.preview.questions} />
          <div className="flex flex-wrap gap-2">
            {chosen.preview.good > 0 && (
              <Button busy={busy} onClick={() => void add()}>
                {t('add', { count: chosen.preview.good })}
              </Button>
            )}
            <Button variant="outline" onClick={() => setChosen(null)}>
              {t('cancel')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** The position of a note in a file, or in a file of a package. */
const placeOf = (t: (key: 'atLine' | 'atFileLine', params: { line: number; file: string }) => string, at: Note | Row) =>
  t(at.file ? 'atFileLine' : 'atLine', { line: at.line, file: at.file ?? '' })

function FileNotes({ notes }: { notes: readonly Note[] }) {
  const t = useTexts(importTexts)
  if (notes.length === 0) return null
  return (
    <div>
      <p>{t('leftOfFile')}</p>
      <ul className="list-disc pl-6">
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two notes may belong to one line
          <li key={index}>
            {placeOf(t, note)}: {note.note}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const t = useTexts(importTexts)
  const locale = useLocale()
  return (
    <Table label={t('title')} stacked>
      <thead>
        <tr>
          <TableHead>{t('line')}</TableHead>
          <TableHead>{t('question')}</TableHead>
          <TableHead>{t('type')}</TableHead>
          <TableHead>{t('problems')}</TableHead>
          <TableHead>{t('leftOut')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, file, title, lk_question_type_id: type, problems, notes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may begin on one line
          <tr key={index}>
            <TableCell label={t('line')}>{file ? t('atFileLine', { file, line }) : line}</TableCell>
            <TableCell label={t('question')}>{title}</TableCell>
            <TableCell label={t('type')}>{label(questionTypeLookup, type, locale)}</TableCell>
            <TableCell label={t('problems')}>{problems.length === 0 ? t('none') : problems.join(' ')}</TableCell>
            <TableCell label={t('leftOut')}>{notes.length === 0 ? t('none') : notes.join(' ')}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
