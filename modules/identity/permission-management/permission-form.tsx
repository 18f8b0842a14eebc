import { type FormEvent, useState } from 'react'
import { useProvedApi } from '#modules/identity/proof/prove-dialog.tsx'
import { texts } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import { changedRows, checkboxName, type MatrixCell, type MatrixRole } from './permission-form.shared.ts'
import { PermissionTable } from './permission-table.tsx'

const messages = texts({
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando…'],
  closed: [
    "You can't change these permissions. They are your own or belong to someone with more permissions than you.",
    'No puede cambiar estos permisos. Son los suyos o los de alguien que tiene más permisos que usted.',
  ],
})

export type PermissionFormProps = {
  cells: readonly MatrixCell[]
  /** The person; null for the defaults of `staffRole`. */
  user_id: number | null
  staffRole: MatrixRole
}

/** The matrix with its button. Without scripts it is a plain form; with them it is saved in place. */
export function PermissionForm({ cells, user_id, staffRole }: PermissionFormProps) {
  const t = useTexts(messages)
  const { call, busy, dialog } = useProvedApi()
  const [unsaved, setUnsaved] = useState(false)
  useUnsaved(unsaved)
  const isEditable = cells.some(({ can_change }) => can_change)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = changedRows(cells, (id) => form.has(checkboxName(id)), user_id === null ? staffRole : null)
    const query = user_id === null ? {} : { user_id }
    const response = await call((api) => api.PUT('/permission', { params: { query }, body }))
    if (response.ok) setUnsaved(false)
  }

  return (
    <>
      <form method="post" onSubmit={save} onChange={() => setUnsaved(true)} className="grid gap-4">
        {!isEditable && <Alert variant="info">{t('closed')}</Alert>}
        <PermissionTable cells={cells} />
        {isEditable && (
          <div className="flex justify-end">
            <SubmitButton busy={busy} busyLabel={t('saving')}>
              {t('save')}
            </SubmitButton>
          </div>
        )}
      </form>
      {dialog}
    </>
  )
}
