import { certificateListTexts } from '#modules/backoffice/certificates/certificates.texts.ts'
import type { GridData } from '#platform/grid/grid-data.ts'
import { pathTo } from '#platform/path-to.ts'
import { Button } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'

/** Templates, numbers, and the page's certificates as one PDF. */
export function CertificateViews({ data: { rows } }: { data: GridData }) {
  const ids = rows.map((row) => row.student_certificate_id)
  const t = useTexts(certificateListTexts)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <TextLink href={pathTo('/manage/certificates/templates')} alone>
        {t('templates')}
      </TextLink>
      <TextLink href={pathTo('/manage/certificates/numbers')} alone>
        {t('numbers')}
      </TextLink>
      {ids.length > 0 && (
        <form method="post">
          <input type="hidden" name="book" value={ids.join(',')} />
          <Button type="submit" variant="outline" size="sm">
            {t('book')}
          </Button>
        </form>
      )}
    </div>
  )
}
