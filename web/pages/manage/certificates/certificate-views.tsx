import { certificateListTexts } from '../../../../modules/backoffice/certificates/certificates.texts.ts'
import type { GridData } from '../../../../platform/grid/grid-data.ts'
import { Button } from '../../../../platform/ui/button.tsx'
import { useTexts } from '../../../../platform/ui/locale.tsx'
import { TextLink } from '../../../../platform/ui/parts.tsx'
import { Tabs } from '../../../../platform/ui/tabs.tsx'

const all = '/manage/certificates/issued?sort_by=-issued_at'
/** The views of the list; it opens with what has still to leave. */
export const views = {
  notShipped: `${all}&viewShipped=exact:false`,
  shipped: `${all}&viewShipped=exact:true`,
  all,
} as const

/** Switches between what is shipped and what is not. */
export function CertificateViews({ data: { state, rows } }: { data: GridData }) {
  const { filters } = state
  const ids = rows.map((row) => row.student_certificate_id)
  const t = useTexts(certificateListTexts)
  const [shown] = filters.viewShipped ?? []
  const current = shown === undefined ? 'all' : shown.endsWith('true') ? 'shipped' : 'notShipped'
  const tabs = [
    { href: views.notShipped, label: t('notShippedView'), current: current === 'notShipped' },
    { href: views.shipped, label: t('shippedView'), current: current === 'shipped' },
    { href: views.all, label: t('allView'), current: current === 'all' },
  ]
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <TextLink href="/manage/certificates/templates" alone>
          {t('templates')}
        </TextLink>
        <TextLink href="/manage/certificates/numbers" alone>
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
      <Tabs label={t('views')} tabs={tabs} />
    </>
  )
}
