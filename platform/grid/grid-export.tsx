import { type MouseEvent, useState } from 'react'
import { formatLocale } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useLocale, useTexts } from '../ui/locale.tsx'
import { Progress } from '../ui/progress.tsx'
import { DownloadRefused, readFile, saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'
import { gridWords } from './grid.texts.ts'
import type { GridData } from './grid-data.ts'
import { callQueryOf, type GridState } from './grid-state.shared.ts'
import { longExportRows } from './long-list.shared.ts'

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
    try {
      saveFile(await readFile(href, setReceived), data.file)
    } catch (error) {
      const said = error instanceof DownloadRefused && error.message
      // A list that has grown long in the meantime: its file comes by the bell.
      const begun = error instanceof DownloadRefused && error.code === 'EXPORT_IN_BACKGROUND'
      toast({ kind: begun ? 'success' : 'error', text: said || t('exportFailed') })
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
      {data.count < longExportRows && !data.count_estimated ? (
        <LinkButton href={addressOf(data, state, false)} variant="outline" size="sm" onClick={onExport} download>
          {data.export_label}
        </LinkButton>
      ) : (
        <form method="post" action="/manage/tasks">
          <input type="hidden" name="call" value={data.export} />
          <input type="hidden" name="query" value={String(queryOf(data, state, false))} />
          <Button type="submit" variant="outline" size="sm">
            {data.export_label}
          </Button>
        </form>
      )}
    </div>
  )
}

const addressOf = (data: GridData, state: GridState, singlePage: boolean): string =>
  `/api${data.export}?${queryOf(data, state, singlePage)}`

function queryOf(data: GridData, state: GridState, singlePage: boolean): URLSearchParams {
  const query = callQueryOf(data.of, singlePage ? state : { ...state, after_id: '', offset: 0 })
  query.set('export', 'xlsx')
  if (singlePage) query.set('singlePage', '1')
  return query
}
