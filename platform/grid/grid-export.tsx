import { type MouseEvent, useState } from 'react'
import { formatLocale } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { cn } from '#platform/ui/cn.ts'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { menuItemClasses, PopoverMenu, PopoverMenuLink } from '#platform/ui/popover.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { DownloadRefused, readDownload, saveFile } from '#platform/ui/save-file.ts'
import { toast } from '#platform/ui/toast.ts'
import { gridWords } from './grid.texts.ts'
import type { GridData } from './grid-data.ts'
import { callQueryOf, type GridState } from './grid-state.shared.ts'
import { longExportRows } from './long-list.shared.ts'

/**
 * The export menu: the whole list in each format, or the current page. The entries are plain links; scripts add
 * progress.
 */
export function GridExport({ data, state }: { data: GridData; state: GridState }) {
  const t = useTexts(gridWords)
  const locale = useLocale()
  const [received, setReceived] = useState<number | null>(null)

  async function onExport(event: MouseEvent<HTMLAnchorElement>) {
    event.preventDefault()
    if (received !== null) return toast({ text: t('fetching') })
    setReceived(0)
    const { href } = event.currentTarget
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.()
    const isCsv = new URL(href).searchParams.get('export') === 'csv'
    try {
      const { file } = await readDownload(href, {}, setReceived)
      saveFile(file, isCsv ? data.file.replace(/\.xlsx$/, '.csv') : data.file)
    } catch (error) {
      const refusal = error instanceof DownloadRefused && error.message
      // The list has grown long in the meantime: its file comes as a notification.
      const hasStarted = error instanceof DownloadRefused && error.code === 'EXPORT_IN_BACKGROUND'
      toast({ kind: hasStarted ? 'success' : 'error', text: refusal || t('exportFailed') })
    }
    setReceived(null)
  }

  const size = Math.round((received ?? 0) / 1024).toLocaleString(formatLocale(locale))
  return (
    <div className={cn('flex flex-wrap items-center gap-2 sm:basis-auto', received !== null && 'basis-full')}>
      {received !== null && <Progress label={t('exporting')} note={t('received', { size })} className="min-w-44" />}
      <PopoverMenu label={t('exportMenu')} variant="outline">
        {(['xlsx', 'csv'] as const).map((format) => {
          const label = format === 'csv' ? t('exportCsv') : data.export_label
          // The call decides by an estimated count whether the list is long.
          return data.count < longExportRows && !data.count_estimated ? (
            <PopoverMenuLink key={format} href={addressOf(data, state, false, format)} onClick={onExport} download>
              {label}
            </PopoverMenuLink>
          ) : (
            <li key={format}>
              <form method="post" action={pathTo('/manage/tasks')}>
                <input type="hidden" name="call" value={data.export} />
                <input type="hidden" name="query" value={String(queryOf(data, state, false, format))} />
                <button type="submit" className={menuItemClasses}>
                  {label}
                </button>
              </form>
            </li>
          )
        })}
        <PopoverMenuLink href={addressOf(data, state, true)} onClick={onExport} download>
          {t('exportPage')}
        </PopoverMenuLink>
      </PopoverMenu>
    </div>
  )
}

const addressOf = (data: GridData, state: GridState, singlePage: boolean, format?: string): string =>
  `/api${data.export}?${queryOf(data, state, singlePage, format)}`

function queryOf(data: GridData, state: GridState, singlePage: boolean, format = 'xlsx'): URLSearchParams {
  const query = callQueryOf(data.of, singlePage ? state : { ...state, after_id: '', offset: 0 })
  query.set('export', format)
  if (singlePage) query.set('singlePage', '1')
  return query
}
