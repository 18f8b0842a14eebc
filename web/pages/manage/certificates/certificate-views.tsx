import { certificateListTexts } from '../../../../modules/backoffice/certificates/certificates.texts.ts'
import type { GridData } from '../../../../platform/grid/grid-data.ts'
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
export function CertificateViews({ filters }: { filters: GridData['state']['filters'] }) {
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
      <p className="mb-3">
        <TextLink href="/manage/certificates/templates" alone>
          {t('templates')}
        </TextLink>
      </p>
      <Tabs label={t('views')} tabs={tabs} />
    </>
  )
}
