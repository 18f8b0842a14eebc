import { type SubmitEvent, useId, useState } from 'react'
import { useRefreshGrid } from '#platform/grid/grid-changes.shared.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { issuesByField, useApi } from '#platform/ui/api.ts'
import { Button, SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { type Loaded, ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts, useZone } from '#platform/ui/locale.tsx'
import type { FormField } from '#platform/web/form.ts'
import { CodeField } from './code-field.shared.tsx'
import { DeleteCodeDialog } from './delete-code-dialog.tsx'
import type { CodeForm } from './fetch-code-form.ts'
import { promoTexts } from './promo-code.texts.ts'
import { PromoFields } from './promo-fields.shared.tsx'
import { draftOf } from './promo-form.shared.ts'
import type { ShownCode } from './promo-paths.shared.ts'

/** Adds, changes or deletes a code. An existing code is loaded when the dialog opens. */
export default function CodeDialog({ promo_code_id, onClose }: ShownCode & { onClose: () => void }) {
  const loaded = useLoaded<CodeForm>(null, (api) =>
    api.GET('/promocode/form', { params: { query: promo_code_id === null ? {} : { promo_code_id } } }),
  )
  const [deleting, setDeleting] = useState(false)
  const code = loaded.data?.code
  if (deleting && code) return <DeleteCodeDialog code={code} onClose={onClose} />
  return (
    <EditDialog loaded={loaded} isNew={promo_code_id === null} onDelete={() => setDeleting(true)} {...{ onClose }} />
  )
}

type EditProps = { loaded: Loaded<CodeForm>; isNew: boolean; onDelete: () => void; onClose: () => void }

function EditDialog({ loaded, isNew, onDelete, onClose }: EditProps) {
  const t = useTexts(promoTexts)
  const zone = useZone()
  const id = useId()
  const { call, busy, failure } = useApi()
  const refreshGrid = useRefreshGrid()
  const [submittedCode, setSubmittedCode] = useState('')
  const errors = failure ? issuesByField(failure) : {}
  const fieldOf = (name: string, defaultValue = ''): FormField => {
    const error = errors[name]
    return { name, defaultValue, ...(error !== undefined && { error }) }
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries([...new FormData(form)] as [string, string][])
    setSubmittedCode(values.code ?? '')
    const body = { promoCodes: [draftOf(values, loaded.data?.code ?? null, zone)] }
    const response = await call((api) => api.POST('/settings/savePromoCodes', { body }), {
      handledCodes: [takenError, invalidError],
    })
    if (!response.ok) return focusFirstError(form)
    refreshGrid()
    onClose()
  }

  const actions = loaded.data && (
    <>
      {!isNew && (
        <Button variant="destructive-outline" onClick={onDelete} className="me-auto">
          {t('delete')}
        </Button>
      )}
      <SubmitButton form={id} busy={busy} busyLabel={t('saving')}>
        {t('save')}
      </SubmitButton>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t(isNew ? 'add' : 'edit')} actions={actions} width="medium">
      <ShowLoaded loaded={loaded}>
        {({ code, websites }) => (
          <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
            {code && <p className="text-ink-soft">{`${t('used')}: ${code.used}`}</p>}
            <FormAlert message={failure && failure.issues.length === 0 ? failure.message : null} />
            <PromoFields
              {...{ code, websites, fieldOf }}
              codeField={
                <CodeField
                  defaultValue={code?.code ?? ''}
                  error={errors.code ?? null}
                  refused={submittedCode}
                  promo_code_id={code?.promo_code_id ?? null}
                />
              }
            />
          </form>
        )}
      </ShowLoaded>
    </Dialog>
  )
}

/** Errors that the fields show themselves. */
const takenError = 'PROMO_TAKEN'
const invalidError = 'INVALID'

/** Runs after the fields have shown their errors. */
function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
