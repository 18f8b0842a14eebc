import { useState } from 'react'
import { lk_file_type } from '#modules/catalogue/lookups.shared.ts'
import { label } from '#platform/lookups.ts'
import { AlertDialog } from '#platform/ui/alert-dialog.tsx'
import { type ResponseOf, useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { fileSize } from '#platform/ui/file-size.ts'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import { TextLink, Unseen } from '#platform/ui/parts.tsx'
import { Table, TableCell, TableHead } from '#platform/ui/table.tsx'
import { documentTexts } from './documents.texts.ts'

type PersonDocument = ResponseOf<'/attachment/documents/'>['data'][number]
type Props = { documents: readonly PersonDocument[]; onDeleted: () => Promise<void> }

export function DocumentTable({ documents, onDeleted }: Props) {
  const t = useTexts(documentTexts)
  const { call, busy } = useApi()
  const [documentToDelete, setDocumentToDelete] = useState<PersonDocument | null>(null)
  const remove = async () => {
    if (!documentToDelete) return
    const body = { attachment_id: documentToDelete.attachment_id }
    const response = await call((api) => api.DELETE('/attachment/document', { body }))
    setDocumentToDelete(null)
    if (response.ok) await onDeleted()
  }
  return (
    <>
      <Table label={t('documents')} stacked>
        <thead>
          <tr>
            <TableHead>{t('name')}</TableHead>
            <TableHead>{t('kind')}</TableHead>
            <TableHead numeric>{t('size')}</TableHead>
            <TableHead>{t('date')}</TableHead>
            <TableHead>{t('by')}</TableHead>
            <TableHead>
              <Unseen>{t('actions')}</Unseen>
            </TableHead>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <Row key={document.attachment_id} document={document} onDelete={() => setDocumentToDelete(document)} />
          ))}
        </tbody>
      </Table>
      <AlertDialog
        open={documentToDelete !== null}
        onClose={() => setDocumentToDelete(null)}
        title={t('deleteTitle')}
        confirm={t('delete')}
        onConfirm={remove}
        busy={busy}
        danger
      >
        {documentToDelete && t('deleteText', { name: documentToDelete.name })}
      </AlertDialog>
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
      <TableCell label={t('name')} className="max-w-80">
        <TextLink href={document.url} className="break-words">
          {name}
        </TextLink>
      </TableCell>
      <TableCell label={t('kind')}>{label(lk_file_type, document.lk_file_type_id, locale)}</TableCell>
      <TableCell label={t('size')} numeric className="whitespace-nowrap">
        {fileSize(document.size_bytes, locale)}
      </TableCell>
      <TableCell label={t('date')} className="figures">
        {showDate(document.created_at)}
      </TableCell>
      <TableCell label={t('by')}>{document.uploaded_by_name}</TableCell>
      <TableCell className="text-end">
        {document.can_delete && (
          <Button variant="link" size="sm" aria-label={t('deleteOne', { name })} onClick={onDelete}>
            {t('delete')}
          </Button>
        )}
      </TableCell>
    </tr>
  )
}
