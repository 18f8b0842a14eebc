import { type SubmitEvent, useId, useState } from 'react'
import { useRefreshGrid } from '#platform/grid/grid-changes.shared.ts'
import { FormAlert } from '#platform/ui/alert.tsx'
import { useApi } from '#platform/ui/api.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { type DateRange, GenerateFields } from './generate-fields.shared.tsx'
import { buildRequest, validateForm } from './generate-form.shared.ts'
import { invoiceTexts } from './invoices.texts.ts'
import { PlaceField } from './place-field.tsx'

/** Creates an invoice and refreshes the list. */
export default function GenerateDialog({ last_month, onClose }: { last_month: DateRange; onClose: () => void }) {
  const t = useTexts(invoiceTexts)
  const id = useId()
  const { call, busy, failure } = useApi()
  const refreshGrid = useRefreshGrid()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const fieldOf = (name: string, initial: string) => {
    const error = errors[name]
    return { name, defaultValue: initial, ...(error !== undefined && { error }) }
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = Object.fromEntries([...new FormData(event.currentTarget)] as [string, string][])
    const invalidFields = Object.entries(validateForm(values))
    setErrors(Object.fromEntries(invalidFields.map(([name, key]) => [name, t(key)])))
    if (invalidFields.length > 0) return
    const response = await call((api) => api.POST('/invoice/', { params: { query: buildRequest(values) } }))
    if (!response.ok) return
    refreshGrid()
    onClose()
  }

  const actions = (
    <SubmitButton form={id} busy={busy} busyLabel={t('generating')}>
      {t('generate')}
    </SubmitButton>
  )
  return (
    <Dialog open onClose={onClose} title={t('generate')} actions={actions} width="medium">
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4">
        <p>{t('generateLead')}</p>
        <FormAlert message={failure?.message ?? null} />
        <GenerateFields last_month={last_month} fieldOf={fieldOf}>
          <PlaceField error={errors.course_website_id} />
        </GenerateFields>
      </form>
    </Dialog>
  )
}
