import { type ReactNode, type SubmitEvent, useId } from 'react'
import { FormAlert } from '#platform/ui/alert.tsx'
import { type ApiFailure, issuesByField } from '#platform/ui/api.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { type Loaded, ShowLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { FormField } from '#platform/web/form.ts'
import { keyTexts } from './keys.texts.ts'

type Action = 'create' | 'assign'
const textKeys = {
  create: { busy: 'creating', lead: 'createLead', failed: 'createFailed' },
  assign: { busy: 'assigning', lead: 'assignLead', failed: 'assignFailed' },
} as const

type Props<T> = {
  action: Action
  loaded: Loaded<T>
  busy: boolean
  failure: ApiFailure | null
  onSubmitValues: (values: Record<string, string>) => void
  onClose: () => void
  /** Renders the fields once their choices are loaded; returns false if there is nothing to choose from. */
  children: (data: T, of: (name: string, initial?: string) => FormField) => ReactNode
}

/**
 * The dialog form for creating or assigning keys. Field errors are shown at their fields, other errors above the form.
 */
export function KeyDialogForm<T>({
  action,
  loaded,
  busy,
  failure,
  onSubmitValues: onSend,
  onClose,
  children,
}: Props<T>) {
  const t = useTexts(keyTexts)
  const id = useId()
  const keys = textKeys[action]
  const errors = failure ? issuesByField(failure) : {}
  const fieldOf = (name: string, initial = ''): FormField => {
    const error = errors[name]
    return { name, defaultValue: initial, ...(error !== undefined && { error }) }
  }
  const refusal = failure && failure.issues.length === 0 ? t(keys.failed, { message: failure.message }) : null

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSend(Object.fromEntries([...new FormData(event.currentTarget)] as [string, string][]))
  }

  const fields = loaded.data && children(loaded.data, fieldOf)
  const actions = fields && (
    <SubmitButton form={id} busy={busy} busyLabel={t(keys.busy)}>
      {t(action)}
    </SubmitButton>
  )
  return (
    <Dialog open onClose={onClose} title={t(action)} actions={actions} width="medium">
      <ShowLoaded loaded={loaded}>
        {() =>
          fields ? (
            <form id={id} onSubmit={onSubmit} className="grid gap-4">
              <p>{t(keys.lead)}</p>
              <FormAlert message={refusal} />
              {fields}
            </form>
          ) : (
            <p>{t('noKeys')}</p>
          )
        }
      </ShowLoaded>
    </Dialog>
  )
}
