import { useState } from 'react'
import { Alert } from '#platform/ui/alert.tsx'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { Button, LinkButton, SubmitButton } from '#platform/ui/button.tsx'
import { Panel } from '#platform/ui/card.tsx'
import { TextareaField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { gridWords } from './grid.texts.ts'
import type { ActionMeta, GridData } from './grid-data.ts'
import { useMatchingFigure } from './grid-matching.tsx'
import { hrefOf, matchingQueryOf } from './grid-state.shared.ts'
import type { LiveGrid } from './use-grid.ts'

const maxReason = 1_000

/** The confirmation dialog of an action. */
export function GridAsking({ grid: { asking, answer, current } }: { grid: LiveGrid }) {
  const t = useTexts(gridWords)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  if (!asking) return null
  const { action, ids, all } = asking
  const close = (given: string | null) => {
    setReason('')
    setMissing(false)
    void answer(given)
  }
  return (
    <AlertDialog
      open
      title={action.confirm?.title ?? action.label}
      confirm={action.label}
      danger={action.danger}
      onClose={() => close(null)}
      onConfirm={() => (action.reason && !reason.trim() ? setMissing(true) : close(reason.trim()))}
    >
      <div className="grid gap-3">
        <Question action={action} rows={ids.length} matching={all ? current : null} />
        {action.reason && (
          <TextareaField
            label={action.reason.label}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            maxLength={maxReason}
            rows={3}
            error={missing ? t('reasonMissing') : undefined}
          />
        )}
      </div>
    </AlertDialog>
  )
}

type Matching = Pick<GridData, 'count' | 'count_estimated'>

function Question({ action, rows, matching }: { action: ActionMeta; rows: number; matching: Matching | null }) {
  const t = useTexts(gridWords)
  const figure = useMatchingFigure()
  return (
    <>
      {action.confirm && <p>{action.confirm.text}</p>}
      {rows > 1 && <p>{t('askRows', { n: rows })}</p>}
      {matching && <p>{t(matching.count_estimated ? 'askMatchingAbout' : 'askMatching', { n: figure(matching) })}</p>}
    </>
  )
}

/** Fields that select all matching rows; `rows` is the confirmed number. */
const MatchingFields = ({ data }: { data: GridData }) => (
  <>
    <input type="hidden" name="matching" value="1" />
    <input type="hidden" name="query" value={matchingQueryOf(data.of, data.state)} />
    {!data.count_estimated && <input type="hidden" name="rows" value={data.count} />}
  </>
)

/** The confirmation or undo offer from the address, for pages without scripts. */
export function GridQuestion({ data }: { data: GridData }) {
  const t = useTexts(gridWords)
  const { asked, undoable } = data
  const action = data.actions.find(({ name, chosen_only }) => name === asked?.name && !(chosen_only && asked.all))
  const undone = data.actions.find(({ name, undo }) => name === undoable?.name && undo)
  return (
    <>
      {undone && undoable && (
        <form method="post">
          {data.prefix && <input type="hidden" name="grid" value={data.prefix} />}
          <input type="hidden" name="action" value={undone.name} />
          {undoable.ids.map((id) => (
            <input key={id} type="hidden" name="row" value={id} />
          ))}
          <Alert
            action={
              <Button type="submit" name="undo" value="1" variant="outline" size="sm">
                {t('undo')}
              </Button>
            }
          >
            {t('undoLead')}
          </Alert>
        </form>
      )}
      {action && asked && (
        <Panel title={action.confirm?.title ?? action.label} className="max-w-xl">
          <form method="post" className="grid justify-items-start gap-3">
            {data.prefix && <input type="hidden" name="grid" value={data.prefix} />}
            <input type="hidden" name="action" value={action.name} />
            <input type="hidden" name="confirmed" value="1" />
            {asked.ids.map((id) => (
              <input key={id} type="hidden" name="row" value={id} />
            ))}
            {asked.all && <MatchingFields data={data} />}
            <Question action={action} rows={asked.ids.length} matching={asked.all ? data : null} />
            {action.reason && (
              <TextareaField name="reason" label={action.reason.label} maxLength={maxReason} rows={3} required />
            )}
            <div className="flex flex-wrap gap-3">
              <SubmitButton variant={action.danger ? 'destructive' : 'default'}>{action.label}</SubmitButton>
              <LinkButton href={hrefOf(data, data.state)} variant="outline">
                {t('cancel')}
              </LinkButton>
            </div>
          </form>
        </Panel>
      )}
    </>
  )
}
