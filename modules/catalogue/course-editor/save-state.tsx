import { Alert } from '../../../platform/ui/alert.tsx'
import { Button } from '../../../platform/ui/button.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { compareTexts } from '../publishing/compare.shared.ts'
import { ComparedLines } from './compared-lines.shared.tsx'
import { courseEditorTexts } from './course-editor.texts.ts'
import type { Autosave } from './use-autosave.ts'

/**
 * Above an editor: whether everything is saved, what was recovered after a crash, and both versions if another person saved
 * first. `describe` turns the value into lines.
 */
export function SaveState<T>({ saves, describe }: { saves: Autosave<T>; describe: (value: T) => readonly string[] }) {
  const t = useTexts(courseEditorTexts)
  const { state, theirs, lost, message } = saves
  return (
    <div className="scripted sticky top-0 z-10 grid gap-2 bg-background py-1">
      <p role="status" className="flex min-h-8 items-center gap-3 text-sm font-semibold text-muted-foreground">
        {state === 'saved' && <span className="text-green-ink">✓ {t('saved')}</span>}
        {state === 'saving' && t('saving')}
        {state === 'changed' && (
          <>
            {t('unsaved')}
            <Button variant="outline" size="sm" onClick={saves.saveNow}>
              {t('save')}
            </Button>
          </>
        )}
      </p>
      {state === 'failed' && (
        <Alert
          variant="error"
          title={t('notSaved')}
          action={
            <Button variant="outline" size="sm" onClick={saves.saveNow}>
              {t('save')}
            </Button>
          }
        >
          {message}
        </Alert>
      )}
      {lost && (
        <Alert variant="attention" title={t('recovered')}>
          <span className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={saves.recover}>
              {t('recover')}
            </Button>
            <Button variant="outline" size="sm" onClick={saves.dropLost}>
              {t('discardRecovered')}
            </Button>
          </span>
        </Alert>
      )}
      {state === 'conflict' && (
        <Alert variant="attention" title={t('conflict')}>
          {theirs && <ComparedLines sections={[compareTexts('', describe(theirs.value), describe(saves.value))]} />}
          <span className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={saves.keepMine}>
              {t('mine')}
            </Button>
            <Button variant="outline" size="sm" onClick={saves.takeTheirs}>
              {t('theirs')}
            </Button>
          </span>
        </Alert>
      )}
    </div>
  )
}
