import { type SubmitEvent, useEffect, useState } from 'react'
import { formatNumber } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { useApi } from '#platform/ui/api.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Empty } from '#platform/ui/empty.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useLocale, useShowDate, useShowInstant, useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import type { Task } from './task.schema.ts'
import { taskTexts } from './tasks.texts.ts'

export type TaskListProps = { first: { tasks: Task[] } | null }

const isOpen = ({ state }: Task) => state === 'waiting' || state === 'running'
const refreshMs = 2_000

/** The caller's tasks; running ones are refreshed every two seconds. */
export default function TaskList({ first }: TaskListProps) {
  const t = useTexts(taskTexts)
  const loaded = useLoaded(first, (api) => api.GET('/user/task/fetch'))
  const { data, reload } = loaded
  const hasOpenTask = data?.tasks.some(isOpen) ?? false
  useEffect(() => {
    if (!hasOpenTask) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), refreshMs)
    return () => clearInterval(timer)
  }, [hasOpenTask, reload])
  return (
    <ShowLoaded loaded={loaded}>
      {({ tasks }) =>
        tasks.length === 0 ? (
          <Empty title={t('none')}>{t('noneLead')}</Empty>
        ) : (
          <Table label={t('title')} stacked>
            <thead>
              <tr>
                <TableHead>{t('task')}</TableHead>
                <TableHead>{t('asked')}</TableHead>
                <TableHead>{t('progress')}</TableHead>
                <TableHead>{t('result')}</TableHead>
              </tr>
            </thead>
            <tbody>
              {tasks.map((task) => (
                <Row key={task.task_id} task={task} onUndo={reload} />
              ))}
            </tbody>
          </Table>
        )
      }
    </ShowLoaded>
  )
}

function Row({ task, onUndo }: { task: Task; onUndo: () => Promise<unknown> }) {
  const t = useTexts(taskTexts)
  const showInstant = useShowInstant()
  return (
    <tr id={`task-${task.task_id}`}>
      <TableCell label={t('task')}>{task.title}</TableCell>
      <TableCell label={t('asked')} className="figures whitespace-nowrap">
        {showInstant(task.created_at)}
      </TableCell>
      <TableCell label={t('progress')} className="md:min-w-48">
        <State task={task} />
      </TableCell>
      <TableCell label={t('result')}>
        <Result task={task} />
        {task.undo_until !== null && <Undo task={task} until={task.undo_until} onUndo={onUndo} />}
      </TableCell>
    </tr>
  )
}

/** Undoes a task in the background; the undo is a task of its own. */
function Undo({
  task: { task_id, title },
  until,
  onUndo,
}: {
  task: Task
  until: string
  onUndo: () => Promise<unknown>
}) {
  const t = useTexts(taskTexts)
  const showDate = useShowDate()
  const { call } = useApi()
  const [sent, setSent] = useState(false)
  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setSent(true)
    const response = await call((api) => api.POST('/user/task/undo', { body: { task_id } }))
    if (response.ok) await onUndo()
    else setSent(false)
  }
  return (
    <form method="post" action={pathTo('/manage/tasks')} onSubmit={onSubmit} className="mt-1">
      <input type="hidden" name="undo" value={task_id} />
      <Button type="submit" variant="outline" size="sm" disabled={sent} aria-label={t('undoTask', { title })}>
        {t('undo')}
      </Button>{' '}
      <span className="text-sm text-muted-foreground">{t('undoUntil', { date: showDate(until) })}</span>
    </form>
  )
}

function State({ task: { state, rows_done, rows_total } }: { task: Task }) {
  const t = useTexts(taskTexts)
  const locale = useLocale()
  if (state === 'waiting') return <Badge tone="gray">{t('waiting')}</Badge>
  if (state === 'done') return <Badge tone="green">{t('isDone')}</Badge>
  if (state === 'failed') return <Badge tone="red">{t('isFailed')}</Badge>
  if (rows_total === null) return <Progress label={t('running')} note={formatNumber(rows_done, locale)} />
  const note = t('of', { done: formatNumber(rows_done, locale), total: formatNumber(rows_total, locale) })
  return <Progress label={t('running')} value={rows_done} max={Math.max(rows_total, 1)} note={note} />
}

function Result({ task: { task_id, summary, file, expires_at } }: { task: Task }) {
  const t = useTexts(taskTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  return (
    <div className="grid gap-0.5">
      {summary !== null && <span>{summary}</span>}
      {file && expires_at && (
        <span>
          <TextLink href={`/api/user/task/${task_id}/file`}>{t('download', { name: file.name })}</TextLink>{' '}
          <span className="figures text-sm text-muted-foreground">
            {fileSize(file.size, locale)} · {t('until', { date: showDate(expires_at) })}
          </span>
        </span>
      )}
      {!file && expires_at && <span className="text-sm text-muted-foreground">{t('gone')}</span>}
    </div>
  )
}
