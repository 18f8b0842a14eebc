import { useState } from 'react'
import { label } from '../../../platform/lookups.ts'
import { type AnswerOf, useApi } from '../../../platform/ui/api.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { ConfirmDialog } from '../../../platform/ui/dialog.tsx'
import { fileSize } from '../../../platform/ui/file-size.ts'
import { useLocale, useShowDate, useTexts } from '../../../platform/ui/locale.tsx'
import { TextLink, Unseen } from '../../../platform/ui/parts.tsx'
import { Table, Td, Th } from '../../../platform/ui/table.tsx'
import { documentTexts } from './documents.texts.ts'

type PersonDocument = AnswerOf<'/attachment/documents/'>['data'][number]
type Props = { documents: readonly PersonDocument[]; onDeleted: () => Promise<void> }

export function DocumentTable({ documents, onDeleted }: Props) {
  const t = useTexts(documentTexts)
  const { call, busy } = useApi()
  const [doomed, setDoomed] = useState<PersonDocument | null>(null)
  const remove = async () => {
    if (!doomed) return
    const body = { attachment_id: doomed.attachment_id }
    const answer = await call((api) => api.DELETE('/attachment/document', { body }))
    setDoomed(null)
    if (answer.ok) await onDeleted()
  }
  return (
    <>
      <Table label={t('documents')}>
        <thead>
          <tr>
            <Th>{t('name')}</Th>
            <Th>{t('kind')}</Th>
            <Th numeric>{t('size')}</Th>
            <Th>{t('date')}</Th>
            <Th>{t('by')}</Th>
            <Th>
              <Unseen>{t('actions')}</Unseen>
            </Th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <Row key={document.attachment_id} document={document} onDelete={() => setDoomed(document)} />
          ))}
        </tbody>
      </Table>
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title={t('deleteTitle')}
        confirm={t('delete')}
        onConfirm={remove}
        busy={busy}
        danger
      >
        {doomed && t('deleteText', { name: doomed.name })}
      </ConfirmDialog>
    </>
  )
}

function Row({ document, onDelete }: { document: PersonDocument; onDelete: () => void }) {
  const t = useTexts(documentTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  const { name } = document
  return (
    <tr>
      <Td className="max-w-80">
        <TextLink href={document.url} className="break-words">
          {name}
        </TextLink>
      </Td>
      <Td>{label('lk_file_type', document.lk_file_type_id, locale)}</Td>
      <Td numeric className="whitespace-nowrap">
        {fileSize(document.size_bytes, locale)}
      </Td>
      <Td className="figures">{showDate(document.created_at)}</Td>
      <Td>{document.uploaded_by_name}</Td>
      <Td className="text-right">
        {document.can_delete && (
          <Button variant="link" size="sm" aria-label={t('deleteOne', { name })} onClick={onDelete}>
            {t('delete')}
          </Button>
        )}
      </Td>
    </tr>
  )
}
