import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatLocale } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { toast } from '#platform/ui/toast.ts'
import { gridWords } from './grid.texts.ts'
import type { RunningAction } from './grid-keeper.ts'

const pollMs = 2_000
const tasksPage = pathTo('/manage/tasks')

/** Formats the number of matching rows; an estimate is rounded. */
export function useMatchingFigure(): (list: { count: number; count_estimated: boolean }) => string {
  const locale = useLocale()
  return ({ count, count_estimated }) =>
    (count_estimated ? Number(count.toPrecision(2)) : count).toLocaleString(formatLocale(locale))
}

type Props = { running: RunningAction; onEnd: () => void; onUndo: (task_id: number) => Promise<void> }

/**
 * The progress of an action on all matching rows. The work is on the server: people can leave this page and come back.
 */
export function RunningMatching({ running, onEnd, onUndo }: Props) {
  const t = useTexts(gridWords)
  const figure = new Intl.NumberFormat(formatLocale(useLocale()))
  const { call } = useApi()
  const [done, setDone] = useState(running.rows_done)
  const [stopped, setStopped] = useState(false)
  const { task_id, title, rows_total } = running
  const ended = useRef(onEnd)
  ended.current = onEnd
  // biome-ignore lint/correctness/useExhaustiveDependencies: polled until the work ends, not with each render
  useEffect(() => {
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout>
    async function poll() {
      // A background tab does not poll, and catches up when it is visible again.
      if (document.visibilityState === 'visible') {
        const response = await call((api) => api.GET('/user/task/{task_id}', { params: { path: { task_id } } }), {
          quiet: true,
        })
        if (isCancelled) return
        if (response.ok) {
          const { state, summary, rows_done, undo_until } = response.data.task
          if (state === 'done' || state === 'failed') {
            const action = undo_until
              ? { label: t('undo'), run: () => void onUndo(task_id) }
              : { label: t('runningMore'), run: () => location.assign(`${tasksPage}#task-${task_id}`) }
            toast({ kind: state === 'done' ? 'success' : 'error', text: `${title}. ${summary ?? ''}`, action })
            return ended.current()
          }
          setDone(rows_done)
        }
      }
      timer = setTimeout(poll, pollMs)
    }
    timer = setTimeout(poll, pollMs / 2)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [task_id])
  async function onStop(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setStopped(true)
    const response = await call((api) => api.POST('/user/task/stop', { body: { task_id } }))
    if (!response.ok) setStopped(false)
  }
  const note = t('runningOf', { done: figure.format(done), total: figure.format(rows_total) })
  return (
    <Alert>
      <div className="grid gap-2">
        <Progress
          label={t('runningTitle', { title })}
          value={Math.min(done, rows_total)}
          max={Math.max(rows_total, 1)}
          note={note}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <form method="post" action={tasksPage} onSubmit={onStop}>
            <input type="hidden" name="stop" value={task_id} />
            <Button type="submit" variant="outline" size="sm" disabled={stopped}>
              {t('runningStop')}
            </Button>
          </form>
          <TextLink href={`${tasksPage}#task-${task_id}`}>{t('runningTasks')}</TextLink>
        </div>
      </div>
    </Alert>
  )
}
