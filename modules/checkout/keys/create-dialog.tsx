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
import { draftOf } from './key-form.shared.ts'
import { codesPath } from './key-place.shared.ts'
import { keyTexts } from './keys.texts.ts'
import { codesAddress, NewCodes } from './new-codes.shared.tsx'

type CreatedBatch = { authorization_key_batch_id: number; codes: string[] | null }

/** Creates keys; their codes replace the form, because they can't be read later. */
export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const loaded = useLoaded<KeyChoices>(null, (api) => api.GET('/authorizationKeys/choices'))
  const { call, busy, failure } = useApi()
  const refreshGrid = useRefreshGrid()
  const [createdBatch, setMade] = useState<CreatedBatch | null>(null)
  // Resending the form after a lost response creates its keys only once.
  const [request_id] = useState(() => crypto.randomUUID())

  async function onSend(values: Record<string, string>) {
    const body = draftOf({ ...values, request_id })
    const response = await call((api) => api.POST('/authorizationKeys/createKeys', { body }))
    if (!response.ok) return
    refreshGrid()
    setMade(response.data)
  }

  if (createdBatch) return <Codes made={createdBatch} onClose={onClose} />
  return (
    <KeyDialogForm action="create" {...{ loaded, busy, failure, onSend, onClose }}>
      {({ offers }, of) => <CreateFields offers={offers} of={of} />}
    </KeyDialogForm>
  )
}

function Codes({ made: { authorization_key_batch_id, codes }, onClose }: { made: CreatedBatch; onClose: () => void }) {
  const t = useTexts(keyTexts)
  const download = codes && (
    <LinkButton href={codesAddress(authorization_key_batch_id)} download>
      {t('download')}
    </LinkButton>
  )
  return (
    <Dialog open onClose={onClose} title={t('codes')} actions={download} width="medium">
      <NewCodes codes={codes} />
      <p className="mt-4">
        <TextLink href={codesPath(authorization_key_batch_id)}>{t('codesPage')}</TextLink>
      </p>
    </Dialog>
  )
}
