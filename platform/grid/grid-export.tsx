import { type MouseEvent, useState } from 'react'
import { formatLocale } from '../locale-format.ts'
import { LinkButton } from '../ui/button.tsx'
import { useLocale, useTexts } from '../ui/locale.tsx'
import { Progress } from '../ui/progress.tsx'
import { readFile, saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'
import { gridWords } from './grid.texts.ts'
import type { GridData } from './grid-data.ts'
import { callQueryOf, type GridState } from './grid-state.shared.ts'

/** The list as a file: all of it, or the page that is shown. Plain links; with scripts they show how far they are. */
export function GridExport({ data, state }: { data: GridData; state: GridState }) {
  const t = useTexts(gridWords)
  const locale = useLocale()
  const [received, setReceived] = useState<number | null>(null)

  async function onExport(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    if (received !== null) return toast({ text: t('fetching') })
    setReceived(0)
    const { href } = event.currentTarget
    const isCsv = new URL(href).searchParams.get('export') === 'csv'
    try {
      saveFile(await readFile(href, setReceived), isCsv ? data.file.replace(/\.xlsx$/, '.csv') : data.file)
    } catch {
      toast({ kind: 'error', text: t('exportFailed') })
    }
    setReceived(null)
  }

  const size = Math.round((received ?? 0) / 1024).toLocaleString(formatLocale(locale))
  return (
    <div className="flex flex-wrap items-center gap-2">
      {received !== null && <Progress label={t('exporting')} note={t('received', { size })} className="min-w-44" />}
      <LinkButton href={addressOf(data, state, true)} variant="link" size="sm" onClick={onExport} download>
        {t('exportPage')}
      </LinkButton>
      <LinkButton href={addressOf(data, state, false, 'csv')} variant="link" size="sm" onClick={onExport} download>
        {t('exportCsv')}
      </LinkButton>
      <LinkButton href={addressOf(data, state, false)} variant="outline" size="sm" onClick={onExport} download>
        {data.export_label}
      </LinkButton>
    </div>
  )
}

function addressOf(data: GridData, state: GridState, singlePage: boolean, format = 'xlsx'): string {
  const query = callQueryOf(data.of, singlePage ? state : { ...state, after_id: '', offset: 0 })
  query.set('export', format)
  if (singlePage) query.set('singlePage', '1')
  return `/api${data.export}?${query}`
}
