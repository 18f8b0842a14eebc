import BookButton from '#modules/backoffice/certificates/book-button.island.tsx'
import { certificateListTexts } from '#modules/backoffice/certificates/certificates.texts.ts'
import type { GridData } from '#platform/grid/grid-data.ts'
import { pathTo } from '#platform/path-to.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'

/** Templates, numbers, and the selected or displayed certificates as one PDF. */
export function CertificateViews({ data: { grid, prefix, rows } }: { data: GridData }) {
  const ids = rows.map((row) => Number(row.student_certificate_id))
  const t = useTexts(certificateListTexts)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <TextLink href={pathTo('/manage/certificates/templates')} alone>
        {t('templates')}
      </TextLink>
      <TextLink href={pathTo('/manage/certificates/numbers')} alone>
        {t('numbers')}
      </TextLink>
      {ids.length > 0 && <BookButton grid={grid} prefix={prefix} ids={ids} />}
    </div>
  )
}
