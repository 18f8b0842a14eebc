import type { AnswerOf } from '../../../platform/ui/api.ts'
import { Empty } from '../../../platform/ui/empty.tsx'
import { island } from '../../../platform/ui/island.tsx'
import { ShowLoaded, useLoaded } from '../../../platform/ui/loaded.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { Reason } from '../../identity/account/account-parts.shared.tsx'
import type { AccountPlace } from '../../identity/account/account-place.shared.ts'
import { DocumentTable } from './document-table.tsx'
import { DocumentUpload } from './document-upload.tsx'
import { documentTexts } from './documents.texts.ts'

type Documents = AnswerOf<'/attachment/documents/'>

/** The files of a person: upload, download, delete. */
export default island('catalogue/documents-tab', { when: 'load' }, DocumentsTab)

function DocumentsTab({ place, first }: { place: AccountPlace; first: Documents | null }) {
  const t = useTexts(documentTexts)
  const user_id = place.user_id ?? 0
  const loaded = useLoaded(first, (api) => api.GET('/attachment/documents/', { params: { query: { user_id } } }))
  return (
    <ShowLoaded loaded={loaded}>
      {({ data, can, accept, limit_bytes }) => (
        <div className="grid gap-4">
          {can.upload.allowed ? (
            <DocumentUpload user_id={user_id} accept={accept} limit={limit_bytes} onDone={loaded.reload} />
          ) : (
            can.upload.reason && <Reason>{can.upload.reason}</Reason>
          )}
          {data.length > 0 ? (
            <DocumentTable documents={data} onDeleted={loaded.reload} />
          ) : (
            <Empty title={t('empty')}>{t(place.own ? 'emptyOwn' : 'emptyStaff')}</Empty>
          )}
        </div>
      )}
    </ShowLoaded>
  )
}
