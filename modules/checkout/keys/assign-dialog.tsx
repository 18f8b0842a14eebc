import { useRefreshGrid } from '#platform/grid/grid-changes.shared.ts'
import { type Api, useApi } from '#platform/ui/api.ts'
import { useLoaded } from '#platform/ui/loaded.tsx'
import type { KeyChoices } from './fetch-choices.ts'
import { KeyDialogForm } from './key-dialog-form.tsx'
import { AssignFields } from './key-fields.shared.tsx'
import { parseBatch } from './key-form.shared.ts'

type Values = Record<string, string>

/** Assigns the chosen key, or a number of keys from one batch. */
export default function AssignDialog({ chosen, onClose }: { chosen: number | null; onClose: () => void }) {
  const loaded = useLoaded<KeyChoices>(null, (api) => api.GET('/authorizationKeys/choices'))
  const { call, busy, failure } = useApi()
  const refreshGrid = useRefreshGrid()

  async function onSend(values: Values) {
    const response = await call((api) => assign(api, chosen, values))
    if (!response.ok) return
    refreshGrid()
    onClose()
  }

  return (
    <KeyDialogForm action="assign" {...{ loaded, busy, failure, onSubmitValues: onSend, onClose }}>
      {({ offers, active }, of) => {
        if (chosen !== null) return <AssignFields active={null} offers={offers} of={of} />
        return active.length > 0 && <AssignFields active={active} offers={offers} of={of} />
      }}
    </KeyDialogForm>
  )
}

async function assign(api: Api, chosenCount: number | null, values: Values) {
  const organization_id = Number(values.organization_id)
  const assignKeys = (keyIds: number[]) =>
    api.PUT('/authorizationKeys/assignKeys', { body: { organization_id, keyIds } })
  if (chosenCount !== null) return assignKeys([chosenCount])
  const pickResponse = await api.GET('/authorizationKeys/pick', { params: { query: parseBatch(values) } })
  return pickResponse.data ? assignKeys(pickResponse.data.keyIds) : pickResponse
}
