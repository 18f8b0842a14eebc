import { staff } from '#platform/permissions.ts'
import { texts } from '#platform/texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { BackOfficeLayout } from '#web/layouts/backoffice.tsx'
import { SettingsCards } from '#web/pages/settings-cards.tsx'

const messages = texts({
  title: ['System settings', 'Configuración del sistema'],
  lead: [
    'These settings apply to your organization and its sub-organizations.',
    'Esta configuración se aplica a su organización y a sus suborganizaciones.',
  ],
})

/** The settings pages that the person has permission for. */
export default page({
  address: '/manage/settings',
  title: messages.title,
  may: staff('MANAGE_SETTINGS:READ'),
  layout: BackOfficeLayout,
  view: (_data, { frame }) => <SystemSettings frame={frame} />,
})

function SystemSettings({ frame }: { frame: Frame }) {
  const t = useTexts(messages)
  return (
    <div className="grid max-w-4xl gap-4">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <SettingsCards frame={frame} />
    </div>
  )
}
