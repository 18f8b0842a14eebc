import { Reason } from '#modules/identity/account/account-parts.shared.tsx'
import type { ResponseOf } from '#platform/ui/api.ts'
import { Empty } from '#platform/ui/empty.tsx'
import { ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { DocumentTable } from './document-table.tsx'
import { type DocumentOwner, DocumentUpload } from './document-upload.tsx'
import { documentTexts } from './documents.texts.ts'

export type Documents = ResponseOf<'/attachment/documents/'>
type Props = {
  owner: DocumentOwner
  first: Documents | null
  empty: 'emptyOwn' | 'emptyStaff' | 'emptyOrganization'
}

/** The files of a person or an organization: upload, download, delete. */
export function DocumentsOf({ owner, first, empty }: Props) {
  const t = useTexts(documentTexts)
  const loaded = useLoaded(first, (api) => api.GET('/attachment/documents/', { params: { query: owner } }))
  return (
    <ShowLoaded loaded={loaded}>
      {({ data, can, accept, limit_bytes }) => (
        <div className="grid gap-4">
          {can.upload.allowed ? (
            <DocumentUpload owner={owner} accept={accept} limit={limit_bytes} onDone={loaded.reload} />
          ) : (
            can.upload.reason && <Reason>{can.upload.reason}</Reason>
          )}
          {data.length > 0 ? (
            <DocumentTable documents={data} onDeleted={loaded.reload} />
          ) : (
            <Empty title={t('empty')}>{t(empty)}</Empty>
          )}
        </div>
      )}
    </ShowLoaded>
  )
}
