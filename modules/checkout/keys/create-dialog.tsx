import { useState } from 'react'
import { useRefreshGrid } from '#platform/grid/grid-changes.shared.ts'
import { useApi } from '#platform/ui/api.ts'
import { LinkButton } from '#platform/ui/button.tsx'
import { Dialog } from '#platform/ui/dialog.tsx'
import { useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import type { KeyChoices } from './fetch-choices.ts'
import { KeyDialogForm } from './key-dialog-form.tsx'
import { CreateFields } from './key-fields.shared.tsx'
import { createKeysBody } from './key-form.shared.ts'
import { batchPath } from './key-paths.shared.ts'
import { keyTexts } from './keys.texts.ts'
import { codesDownloadPath, NewCodes } from './new-codes.shared.tsx'

type CreatedBatch = { authorization_key_batch_id: number; codes: string[] | null }

/** Creates keys. Their codes then replace the form, because they can't be shown again later. */
export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const loaded = useLoaded<KeyChoices>(null, (api) => api.GET('/authorizationKeys/choices'))
  const { call, busy, failure } = useApi()
  const refreshGrid = useRefreshGrid()
  const [createdBatch, setCreatedBatch] = useState<CreatedBatch | null>(null)
  // Resending the form after a lost response does not create the keys twice.
  const [request_id] = useState(() => crypto.randomUUID())

  async function onSend(values: Record<string, string>) {
    const body = createKeysBody({ ...values, request_id })
    const response = await call((api) => api.POST('/authorizationKeys/createKeys', { body }))
    if (!response.ok) return
    refreshGrid()
    setCreatedBatch(response.data)
  }

  if (createdBatch) return <CodesDialog batch={createdBatch} onClose={onClose} />
  return (
    <KeyDialogForm action="create" {...{ loaded, busy, failure, onSubmitValues: onSend, onClose }}>
      {({ offers }, of) => <CreateFields offers={offers} of={of} />}
    </KeyDialogForm>
  )
}

function CodesDialog({
  batch: { authorization_key_batch_id, codes },
  onClose,
}: {
  batch: CreatedBatch
  onClose: () => void
}) {
  const t = useTexts(keyTexts)
  const download = codes && (
    <LinkButton href={codesDownloadPath(authorization_key_batch_id)} download>
      {t('download')}
    </LinkButton>
  )
  return (
    <Dialog open onClose={onClose} title={t('codes')} actions={download} width="medium">
      <NewCodes codes={codes} />
      <p className="mt-4">
        <TextLink href={batchPath(authorization_key_batch_id)}>{t('codesPage')}</TextLink>
      </p>
    </Dialog>
  )
}
