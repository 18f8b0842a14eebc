import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { compareTexts } from '#modules/catalogue/publishing/compare.shared.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { linesOf } from './all-lines.shared.ts'
import { autosave } from './autosave.shared.ts'
import { ComparedLines } from './compared-lines.shared.tsx'
import type { Labels } from './conflict-fields.ts'
import { ConflictView } from './conflict-view.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import type { Choices } from './merge-values.shared.ts'
import type { Saves } from './use-autosave.ts'

type Props<T> = {
  saves: Saves<T>
  /** The value as lines; texts and settings missing from them are appended. */
  describe: (value: T) => readonly string[]
  /** Loads the parts of the other version that are needed only for comparison. */
  complete?: (theirs: T) => T
  /** The labels of a form's fields, by their names in the value. */
  labels?: Labels
  /** Further notes about the last change. */
  children?: ReactNode
}

/**
 * The sticky footer of an editor: whether everything is saved, changes recovered after a crash, and both versions if
 * someone else saved first.
 */
export function SaveState<T>({ saves, describe, complete = (theirs) => theirs, labels, children }: Props<T>) {
  const t = useTexts(courseEditorTexts)
  const { state, message } = useAtomValue(autosave)
  const { lostChange } = saves
  const save = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // In a long text navigated by keyboard, the browser scrolls only to the cursor's line.
    const show = ({ key, target }: KeyboardEvent) => {
      if (key === 'Tab' && target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
    }
    addEventListener('keyup', show)
    return () => removeEventListener('keyup', show)
  }, [])
  /** For buttons that disappear when pressed. */
  const keepFocus = (action: () => unknown) => () => {
    save.current?.focus()
    action()
  }
  return (
    <div
      data-bottom-bar=""
      className="scripted sticky bottom-0 z-10 -mx-1 grid max-h-[60dvh] gap-2 overflow-y-auto border-t bg-background px-1 py-2 print:hidden"
    >
      {children}
      {state === 'failed' && (
        <Alert variant="error" title={t('notSaved')}>
          {message || t('deletedElsewhere')}
        </Alert>
      )}
      {lostChange && (
        <Alert variant="attention" title={t('recovered')}>
          <span className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={keepFocus(saves.recover)}>
              {t('recover')}
            </Button>
            <Button variant="outline" size="sm" onClick={keepFocus(saves.discardLost)}>
              {t('discardRecovered')}
            </Button>
          </span>
        </Alert>
      )}
      {state === 'conflict' && (
        <Conflict
          saves={saves}
          describe={describe}
          complete={complete}
          labels={labels}
          onAnswer={() => save.current?.focus()}
        />
      )}
      <LeaveDialog saves={saves} />
      <div className="flex min-h-11 items-center gap-3">
        <p role="status" className="text-sm font-semibold text-muted-foreground">
          {state === 'saved' && <span className="text-green-ink">✓ {t('saved')}</span>}
          {state === 'saving' && t('saving')}
          {state === 'changed' && t('unsaved')}
        </p>
        <Button
          ref={save}
          variant="outline"
          size="sm"
          className="ms-auto"
          busy={state === 'saving'}
          onClick={saves.saveNow}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

type ConflictProps<T> = Pick<Props<T>, 'saves' | 'describe'> & {
  labels: Labels | undefined
  complete: (theirs: T) => T
  /** The buttons disappear when they are pressed. */
  onAnswer: () => void
}

/** Both versions: conflict by conflict if both changed the same fields, otherwise as lines. */
function Conflict<T>({ saves, describe, complete, labels, onAnswer }: ConflictProps<T>) {
  const t = useTexts(courseEditorTexts)
  const { theirs, conflicts, value } = saves
  const [choices, setChoices] = useState<Choices>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version resets the choices
  useEffect(() => setChoices({}), [theirs])
  const save = () => {
    onAnswer()
    void saves.saveMerged(choices)
  }
  const takeTheirs = () => {
    onAnswer()
    saves.takeTheirs()
  }
  return (
    <Alert variant="attention" title={t('conflict')}>
      {conflicts.length > 0 ? (
        <ConflictView
          versions={[value, theirs?.value]}
          labels={labels}
          conflicts={conflicts}
          choices={choices}
          onChoose={setChoices}
        />
      ) : (
        theirs && (
          <ComparedLines
            sections={[compareTexts('', linesOf(complete(theirs.value), describe), linesOf(value, describe))]}
          />
        )
      )}
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={save}>
          {t(conflicts.length > 0 ? 'saveMerged' : 'mine')}
        </Button>
        <Button variant="outline" size="sm" onClick={takeTheirs}>
          {t('theirs')}
        </Button>
      </span>
    </Alert>
  )
}
